// Shapes of contracts: Position, its stop orders, its story, tiers of maintenance, what a ticket takes and would do.

import * as z from 'zod/mini';
import {
  CONTRACT_TYPE,
  GUARD_KIND,
  GUARD_STATUS,
  MARGIN_MODE,
  POSITION_STEP,
  SELF_TRADE,
  TIME_IN_FORCE,
  TRIGGER_BY,
} from '../enumeration.ts';
import { decimal, id, oneOf, positive, seq, symbolInput, time } from '../text.ts';
import { price } from './market.ts';

export const contractType = z.enum(CONTRACT_TYPE);
export const marginMode = z.enum(MARGIN_MODE);

/** A position; openInterest "0": gone. Prices by the market's tick or, of an index or mark, by hundredths of it. */
export const position = z.object({
  id,
  symbolName: z.string(),
  contractType,
  /** 1 long, 2 short. */
  direction: z.int(),
  marginMode,
  leverageRadio: z.int(),
  /** In the base coin (u) or in contracts (coin). */
  openInterest: decimal,
  /** What no closing order has reserved. */
  canClose: decimal,
  /** Isolated: its own; cross: what it requires of its wallet. In the coin it is settled in. */
  margin: decimal,
  /** What margin, profit and fees are in: USDT, or the coin. */
  settleCoin: z.string(),
  /** Value at the mark in the settle coin. */
  value: z.nullable(decimal),
  averageOpenPrice: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  /** The price that liquidates: the index that the mark was made of; before rules 15 the mark. */
  riskPrice: z.nullable(decimal),
  /** Index at which it is liquidated (before rules 15: mark); null: none. Cross: as things stand. */
  liquidationPrice: z.nullable(decimal),
  /** Maintenance ÷ equity, a fraction; 1: it is liquidated. Null without a mark. */
  collateralRatio: z.nullable(decimal),
  stopProfitPrice: z.nullable(decimal),
  stopLossPrice: z.nullable(decimal),
  /** The sum of the next three, which are the whole of its result so far. */
  profit: decimal,
  /** Realised, and not realised at the mark. */
  priceProfit: decimal,
  feeProfit: decimal,
  fundingProfit: decimal,
  /** Of priceProfit, what closing would still realise at the mark. */
  unrealisedProfit: decimal,
  maintenanceMargin: decimal,
  /** Price at which closing all of it, taker's fee paid, makes profit 0; null: none. */
  breakEvenPrice: z.nullable(decimal),
  /** 1 (last) to 5 (first) in the order of deleveraging; 0: not known. */
  deleverageRank: z.int(),
  /** When it was opened, last changed; when it closed, null while open. */
  createTime: time,
  updateTime: time,
  closeTime: z.nullable(time),
  seq,
});
export type Position = z.output<typeof position>;

/** A stop-profit or stop-loss order of a position. */
export const guardOrder = z.object({
  id,
  positionId: id,
  symbolName: z.string(),
  contractType,
  direction: z.int(),
  /** 1 stop-profit, 2 stop-loss. */
  kind: z.literal([GUARD_KIND.profit, GUARD_KIND.loss]),
  triggerPrice: decimal,
  triggerBy: z.enum(TRIGGER_BY),
  /** Null: all of the position. */
  quantity: z.nullable(decimal),
  status: z.enum(GUARD_STATUS),
  time,
});
export type GuardOrder = z.output<typeof guardOrder>;

/** One thing that happened to a position, for its story: what, at which mark, what it changed. */
export const positionStep = z.object({
  step: z.enum(POSITION_STEP),
  time,
  seq,
  /** Of a fill, a cut, a deleveraging. */
  price: z.nullable(decimal),
  quantity: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  /** Signed, in the settle coin: funding, margin moved, the insurance fund's part. */
  amount: z.nullable(decimal),
  /** Of a step of liquidation, at its mark. */
  equity: z.nullable(decimal),
  maintenance: z.nullable(decimal),
  /** Of a fill or cut. */
  orderId: z.nullable(id),
});
export type PositionStep = z.output<typeof positionStep>;

/** One step of maintenance. floor and cap in USDT (coin contracts: USD); cap null: nothing larger is taken. */
export const tier = z.object({
  floor: decimal,
  cap: z.nullable(decimal),
  rate: decimal,
  maxLeverage: z.int(),
  /** What maintenance is less by, so that it is continuous. */
  amount: decimal,
});
export type MaintenanceTier = z.output<typeof tier>;

/** What a contract is, beside its price. */
export const contractDetail = z.extend(price, {
  symbolName: z.string(),
  contractType,
  settleCoin: z.string(),
  tick: decimal,
  lot: decimal,
  /** Coin contracts: USD of one contract; u: null. */
  face: z.nullable(decimal),
  minValue: decimal,
  maxValue: decimal,
  maxLeverage: z.int(),
  /** Of all its longs, in the base coin or contracts. */
  openInterest: decimal,
  /** Published notional for mark and funding, USDT or USD. */
  impact: decimal,
  fundingHours: z.int(),
  makerRate: decimal,
  takerRate: decimal,
  /**
   * Of a market with hours, else null. rate: what an opening needs of its value at least; nextRate: at the next close,
   * twice as much where it stays closed for more than 24 h, from 60 minutes before it (phase hour) on. Ten minutes before it
   * (phase reduced) lots beyond (margin + profit) ÷ nextRate are reduced.
   */
  closing: z.nullable(
    z.object({
      rate: decimal,
      nextRate: decimal,
      closesAt: z.nullable(time),
      opensAt: z.nullable(time),
      phase: z.enum(['open', 'hour', 'reduced']),
    }),
  ),
  /** trading, reduceOnly, suspended. */
  tradeState: z.enum(['trading', 'reduceOnly', 'suspended']),
});
export type ContractDetail = z.output<typeof contractDetail>;

/** What a contract ticket takes. direction 1 open long, 2 open short, 3 close long, 4 close short. */
export const contractTicket = {
  symbol: symbolInput,
  direction: oneOf([1, 2, 3, 4]),
  type: oneOf([1, 2, 3, 4, 5, 6]),
  price: z.optional(positive),
  quantity: z.optional(positive),
  /** Of an opening order; left out: that of the position, else isolated (`fixed`) at 20. */
  marginMode: z.optional(marginMode),
  leverageRadio: z.optional(oneOfLeverage()),
  timeInForce: z.optional(z.enum(TIME_IN_FORCE)),
  triggerPrice: z.optional(positive),
  triggerBy: z.optional(z.enum(TRIGGER_BY)),
  stopProfitPrice: z.optional(positive),
  stopLossPrice: z.optional(positive),
  selfTrade: z.optional(z.enum(SELF_TRADE)),
};

/** Leverage of an input: a whole number, 1 to 200. */
export function oneOfLeverage() {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^[0-9]{1,3}$/, { error: 'number' }))]),
      z.transform((value) => (typeof value === 'string' ? Number.parseInt(value, 10) : value)),
    ),
    z.int({ error: 'integer' }).check(z.gte(1), z.lte(200)),
  );
}

/** The contract's part of a dry run: money in the settle coin, each before and after. */
export const contractPreview = z.object({
  settleCoin: z.string(),
  /** Initial margin, fee of what fills at once, opening loss; required is their sum. */
  margin: decimal,
  openingLoss: decimal,
  required: decimal,
  leverageRadio: z.int(),
  liquidationBefore: z.nullable(decimal),
  liquidationAfter: z.nullable(decimal),
  breakEvenBefore: z.nullable(decimal),
  breakEvenAfter: z.nullable(decimal),
  positionBefore: decimal,
  positionAfter: decimal,
  marginBefore: decimal,
  marginAfter: decimal,
  /** What accounts linked with one's own leave for this side at this leverage; null: no other counts, or own margin is the closer bound. */
  groupLots: z.nullable(decimal),
});
export type ContractPreview = z.output<typeof contractPreview>;

/** A change of margin or leverage: margin and liquidation price before and after. */
export const marginChange = z.object({
  id: z.nullable(id),
  symbolName: z.string(),
  leverageBefore: z.int(),
  leverageAfter: z.int(),
  marginBefore: decimal,
  marginAfter: decimal,
  availableBefore: decimal,
  availableAfter: decimal,
  liquidationBefore: z.nullable(decimal),
  liquidationAfter: z.nullable(decimal),
  seq,
});
export type MarginChange = z.output<typeof marginChange>;

const fundMarket = { symbolName: z.string(), contractType, settleCoin: z.string() } as const;
const heldSide = z.enum(['long', 'short']);

/** The insurance fund of contracts. Amounts of a market are in its settle coin. */
export const insuranceFund = z.object({
  time,
  coins: z.array(z.object({ coin: z.string(), balance: decimal })),
  /** Markets in which it ever took over a position, with what it holds now; side null: nothing. */
  markets: z.array(
    z.object({
      ...fundMarket,
      side: z.nullable(heldSide),
      quantity: decimal,
      /** What it was taken over at, and that on average. */
      cost: decimal,
      averagePrice: z.nullable(decimal),
      /** What it was worth at the index when it was taken over. */
      indexValue: decimal,
      /** Lost in this market in this hour, and what may be; lost today over all markets of the coin, and what may be. */
      ...{ hourUsed: decimal, hourMost: decimal, dayUsed: decimal, dayMost: decimal },
    }),
  ),
  slices: z.array(
    z.object({
      ...fundMarket,
      time,
      /** What was held before it: the side, and how much. */
      ...{ side: heldSide, held: decimal },
      quantity: decimal,
      /** What stood within 0.2 % of the index. */
      depth: decimal,
      price: decimal,
      indexPrice: decimal,
      profit: decimal,
      /** Its moment is `minute` + `draw` mod 60,000; `draw`: the first 32 bits of the event hash of the row before that minute. */
      ...{ minute: time, moment: time, draw: z.string() },
    }),
  ),
});
export type InsuranceFund = z.output<typeof insuranceFund>;

/** One interval's funding: the rate per 8 h, a fraction. */
export const fundingPoint = z.object({
  ...{ time, rate: decimal, markPrice: decimal, valid: z.int(), minutes: z.int() },
  /** Σ premium × seconds, and the ms that count: the rate is made of their quotient; null: it was made of minutes. */
  premiumSum: z.nullable(decimal),
  premiumTime: z.nullable(z.int()),
});
export type FundingPoint = z.output<typeof fundingPoint>;
