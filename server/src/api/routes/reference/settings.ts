// All settings that the client starts with, and their two parts.

import { type AllSetting, LANGUAGES, MQTT_KEEPALIVE, PASSWORD_LEAST, PASSWORD_MOST } from '@vitrine/contract';
import { feeShares, practiceAmounts } from '@vitrine/core';
import type { HandlersOf } from '../../call/index.ts';
import { CONFIRMATIONS } from '../../../custody/index.ts';
import { TERMS_VERSION } from '../../../account/identity/index.ts';
import type { TokenLives } from '../../../app/settings/index.ts';
import { decimalText, ruleVersions } from '../../wire/index.ts';
import { currencyOptions } from './currencies.ts';
import { languageName } from './languages.ts';
import type { RouteParts } from '../parts.ts';
import { timezones } from './timezones.ts';

/** Images of the page by their code. */
const IMAGES = { logo: '/mark.svg' } as const;

/** Age at which the client refreshes its token, ms: three quarters of its life. */
export function tokenAgeLimit({ access }: TokenLives): number {
  return Math.floor((access * 3) / 4);
}
/** Timeouts and intervals of the client, ms. */
export const timeouts = {
  request: 300_000,
  chunk: 120_000,
  exchange: 300_000,
  socketReconnect: 3_000,
  refreshCheck: 10_000,
} as const;

const CHAT_PAGE_SIZE = 15;
const CHAT_MOST = 400;
const NOTIFICATIONS_MOST = 4;
const MIN_DEPOSIT = decimalText(1, 6);
/** Open orders per user and market, and published levels per side. */
const OPEN_ORDERS = 200;
const BOOK_LEVELS = 2_000;
const SHARE_DECIMALS = 6;

/** The handlers of settings. */
export function settingCalls(
  parts: RouteParts,
): HandlersOf<'common.getAllSetting' | 'common.getSystemConfig' | 'common.getPlatformConfig'> {
  const { live } = parts;
  const { lives } = parts.people.identity.sessions;

  const systemConfig = (): AllSetting['systemConfig'] => ({
    mode: parts.mode,
    prices: parts.prices,
    seedHash: parts.seedHash ?? null,
    tokenAgeLimit: tokenAgeLimit(lives),
    refreshCheck: timeouts.refreshCheck,
    requestTimeout: timeouts.request,
    exchangeInterval: timeouts.exchange,
    socketReconnect: timeouts.socketReconnect,
    tokenTime: lives.refresh,
    mqttKeepalive: MQTT_KEEPALIVE * 1_000,
    chatPageSize: CHAT_PAGE_SIZE,
  });

  const platformConfig = (): AllSetting['platformConfig'] => ({
    name: 'Vitrine',
    defaultLanguage: 'en',
    defaultCurrency: 'cny',
    defaultTheme: 'theme-daytime',
    defaultTimezone: 'Asia/Hong_Kong',
    timeFormat: 'MM/DD/YYYY',
    termsVersion: TERMS_VERSION,
    chatLink: null,
  });

  const share = (millionths: number) => decimalText(millionths, SHARE_DECIMALS);

  return {
    'common.getSystemConfig': systemConfig,
    'common.getPlatformConfig': platformConfig,
    'common.getAllSetting': () => ({
      systemConfig: systemConfig(),
      platformConfig: platformConfig(),
      images: IMAGES,
      logo: IMAGES.logo,
      languages: LANGUAGES.map((code) => ({
        dictKey: code,
        dictValue: code,
        remark: languageName(code),
        imgUrl: null,
      })),
      currencies: currencyOptions(live),
      timezones: [...timezones],
      themes: ['theme-daytime', 'theme-night'],
      limits: {
        minDeposit: MIN_DEPOSIT,
        confirmations: CONFIRMATIONS,
        passwordLeast: PASSWORD_LEAST,
        passwordMost: PASSWORD_MOST,
        chatMost: CHAT_MOST,
        openOrders: OPEN_ORDERS,
        bookLevels: BOOK_LEVELS,
        notifications: NOTIFICATIONS_MOST,
        practice: parts.mode === 'practice' ? practiceLimits() : [],
      },
      fees: {
        version: live.tiers()[0]?.version ?? 1,
        tiers: live.tiers().map((tier) => ({
          tier: tier.tier,
          volume: decimalText(tier.volume, 0),
          spotMaker: share(tier.maker),
          spotTaker: share(tier.taker),
        })),
        safetyShare: share(feeShares.safety),
        referralShares: [share(feeShares.first), share(feeShares.second), share(feeShares.third)],
      },
      rules: ruleVersions(live.rules()),
    }),
  };
}

function practiceLimits(): AllSetting['limits']['practice'] {
  return practiceAmounts.map(({ asset, amount }) => {
    const [, fraction = ''] = amount.split('.');
    return { coin: asset, amount: decimalText(BigInt(amount.replace('.', '')), fraction.length) };
  });
}
