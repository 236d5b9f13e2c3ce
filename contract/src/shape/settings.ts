// Shapes of settings, dictionaries and record lists.

import * as z from 'zod/mini';
import { decimal, id, time } from '../text.ts';

export const dict = z.object({
  dictKey: z.string(),
  dictValue: z.string(),
  remark: z.string(),
  imgUrl: z.nullable(z.string()),
});
export type Dict = z.output<typeof dict>;

export const systemConfig = z.object({
  mode: z.enum(['practice', 'live']),
  /** Price source as text for the Practice frame. */
  prices: z.string(),
  /** Hash of the simulator's seed, hex; null without a simulator. */
  seedHash: z.nullable(z.string()),
  /** All in ms. */
  tokenAgeLimit: z.int(),
  refreshCheck: z.int(),
  requestTimeout: z.int(),
  exchangeInterval: z.int(),
  socketReconnect: z.int(),
  tokenTime: z.int(),
  mqttKeepalive: z.int(),
  chatPageSize: z.int(),
});
export const platformConfig = z.object({
  name: z.string(),
  defaultLanguage: z.string(),
  defaultCurrency: z.string(),
  defaultTheme: z.string(),
  defaultTimezone: z.string(),
  timeFormat: z.string(),
  termsVersion: z.string(),
  chatLink: z.nullable(z.string()),
});
export const language = z.object({
  dictKey: z.string(),
  dictValue: z.string(),
  remark: z.string(),
  imgUrl: z.nullable(z.string()),
});
/** `rate`: units of the currency for one USDT; null while none is known, then USDT is shown. */
export const currency = z.object({
  exchange_code: z.string(),
  quote_currency: z.string(),
  name: z.string(),
  symbol: z.string(),
  rate: z.nullable(decimal),
  exchange_value: z.nullable(decimal),
  time: z.nullable(time),
});
export type Currency = z.output<typeof currency>;
export const timezone = z.object({ name: z.string(), offset: z.number() });
export const feeTier = z.object({
  tier: z.int(),
  /** 30-day turnover in USDT from which the tier applies. */
  volume: decimal,
  spotMaker: decimal,
  spotTaker: decimal,
});
export const limits = z.object({
  minDeposit: decimal,
  confirmations: z.int(),
  passwordLeast: z.int(),
  passwordMost: z.int(),
  chatMost: z.int(),
  openOrders: z.int(),
  bookLevels: z.int(),
  notifications: z.int(),
  practice: z.array(z.object({ coin: z.string(), amount: decimal })),
});
export const fees = z.object({
  version: z.int(),
  tiers: z.array(feeTier),
  safetyShare: decimal,
  referralShares: z.array(decimal),
});
/** The current version of the trading rules, and the announced ones. `what` is an English sentence. */
export const ruleVersions = z.object({
  version: z.int(),
  what: z.string(),
  announced: z.array(z.object({ version: z.int(), what: z.string(), from: time })),
});
export type RuleVersions = z.output<typeof ruleVersions>;
export const allSetting = z.object({
  systemConfig,
  platformConfig,
  images: z.record(z.string(), z.string()),
  logo: z.string(),
  languages: z.array(language),
  currencies: z.array(currency),
  timezones: z.array(timezone),
  themes: z.array(z.string()),
  limits,
  fees,
  rules: ruleVersions,
});
export type AllSetting = z.output<typeof allSetting>;

export const country = z.object({
  code: z.string(),
  name: z.string(),
  areaCode: z.string(),
  imgUrl: z.nullable(z.string()),
});

/** A record of the table `nav`. */
export const navRecord = z.object({
  id,
  pid: z.nullable(id),
  code: z.string(),
  name: z.string(),
  path: z.string(),
  sort: z.int(),
});
/** A record of the table `rate`: a currency. */
export const rateRecord = z.extend(currency, { id });
