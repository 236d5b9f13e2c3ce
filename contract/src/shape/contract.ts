// Shapes of contracts: position, take-profit and stop-loss orders, history, maintenance margin tiers, ticket and
// preview.

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

/** A position; openInterest "0": closed. Prices by the market's tick, index and mark prices by a hundredth of it. */
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
  /** Not reserved by closing orders. */
  canClose: decimal,
  /** Isolated: its own margin; cross: its requirement. In the settle coin. */
  margin: decimal,
  /** The coin of margin, profit and fees: USDT, or the base coin. */
  settleCoin: z.string(),
  /** Value at the mark in the settle coin. */
  value: z.nullable(decimal),
  averageOpenPrice: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  /** The price that triggers liquidations: the index that the mark was computed from; before rules 15 the mark. */
  riskPrice: z.nullable(decimal),
  /** Index at which it is liquidated (before rules 15: mark); null: none. Cross: with everything else unchanged. */
  liquidationPrice: z.nullable(decimal),
  /** Maintenance margin ÷ equity, a fraction; 1: liquidation. Null without a mark. */
  collateralRatio: z.nullable(decimal),
  stopProfitPrice: z.nullable(decimal),
  stopLossPrice: z.nullable(decimal),
  /** The sum of the next three fields: its complete result so far. */
  profit: decimal,
  /** Realised, and unrealised at the mark. */
  priceProfit: decimal,
  feeProfit: decimal,
  fundingProfit: decimal,
  /** The unrealised part of priceProfit at the mark. */
  unrealisedProfit: decimal,
  maintenanceMargin: decimal,
  /** Price at which closing all of it makes profit 0 after the taker fee; null: none. */
  breakEvenPrice: z.nullable(decimal),
  /** Rank 1 (last) to 5 (first) in the ADL queue; 0: not known. */
  deleverageRank: z.int(),
  /** When it was opened and last changed; when it closed, null while open. */
  createTime: time,
  updateTime: time,
  closeTime: z.nullable(time),
  seq,
});
export type Position = z.output<typeof position>;

/** A take-profit or stop-loss order of a position. */
export const guardOrder = z.object({
  id,
  positionId: id,
  symbolName: z.string(),
  contractType,
  direction: z.int(),
  /** 1 take-profit, 2 stop-loss. */
  kind: z.literal([GUARD_KIND.profit, GUARD_KIND.loss]),
  triggerPrice: decimal,
  triggerBy: z.enum(TRIGGER_BY),
  /** Null: the whole position. */
  quantity: z.nullable(decimal),
  status: z.enum(GUARD_STATUS),
  time,
});
export type GuardOrder = z.output<typeof guardOrder>;

/** One step in a position's history: what happened, at which mark, and what it changed. */
export const positionStep = z.object({
  step: z.enum(POSITION_STEP),
  time,
  seq,
  /** For a fill, a partial liquidation, or a deleveraging. */
  price: z.nullable(decimal),
  quantity: z.nullable(decimal),
  markPrice: z.nullable(decimal),
  /** Signed, in the settle coin: funding, moved margin, the insurance fund's part. */
  amount: z.nullable(decimal),
  /** For a liquidation step, at its mark. */
  equity: z.nullable(decimal),
  maintenance: z.nullable(decimal),
  /** For a fill or partial liquidation. */
  orderId: z.nullable(id),
});
export type PositionStep = z.output<typeof positionStep>;

/**
 * One maintenance margin tier. floor and cap in USDT (coin contracts: USD); cap null: no larger position is accepted.
 */
export const tier = z.object({
  floor: decimal,
  cap: z.nullable(decimal),
  rate: decimal,
  maxLeverage: z.int(),
  /** Deduction that makes the maintenance margin continuous. */
  amount: decimal,
});
export type MaintenanceTier = z.output<typeof tier>;

/** Data of a contract, besides its price. */
export const contractDetail = z.extend(price, {
  symbolName: z.string(),
  contractType,
  settleCoin: z.string(),
  tick: decimal,
  lot: decimal,
  /** Coin contracts: face value of one contract in USD; u: null. */
  face: z.nullable(decimal),
  minValue: decimal,
  maxValue: decimal,
  maxLeverage: z.int(),
  /** Lots of all its longs, in the base coin or contracts. */
  openInterest: decimal,
  /** Published impact notional for mark and funding, USDT or USD. */
  impact: decimal,
  fundingHours: z.int(),
  makerRate: decimal,
  takerRate: decimal,
  /**
   * For a market with trading hours, else null. rate: minimum margin of an opening as a fraction of its value.
   * nextRate: the same at the next close, doubled if it stays closed for more than 24 h, in force from 60 minutes
   * before (phase hour). Ten minutes before (phase reduced) lots beyond (margin + profit) ÷ nextRate are reduced.
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

/** Fields of a contract ticket. direction 1 open long, 2 open short, 3 close long, 4 close short. */
export const contractTicket = {
  symbol: symbolInput,
  direction: oneOf([1, 2, 3, 4]),
  type: oneOf([1, 2, 3, 4, 5, 6]),
  price: z.optional(positive),
  quantity: z.optional(positive),
  /** For an opening order; default: that of the position, else isolated (`fixed`) at 20. */
  marginMode: z.optional(marginMode),
  leverageRadio: z.optional(oneOfLeverage()),
  timeInForce: z.optional(z.enum(TIME_IN_FORCE)),
  triggerPrice: z.optional(positive),
  triggerBy: z.optional(z.enum(TRIGGER_BY)),
  stopProfitPrice: z.optional(positive),
  stopLossPrice: z.optional(positive),
  selfTrade: z.optional(z.enum(SELF_TRADE)),
};

/** Leverage input: a whole number, 1 to 200. */
export function oneOfLeverage() {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^[0-9]{1,3}$/, { error: 'number' }))]),
      z.transform((value) => (typeof value === 'string' ? Number.parseInt(value, 10) : value)),
    ),
    z.int({ error: 'integer' }).check(z.gte(1), z.lte(200)),
  );
}

/** The contract part of a dry run: money in the settle coin, each before and after. */
export const contractPreview = z.object({
  settleCoin: z.string(),
  /** Initial margin, fee of immediate fills, opening loss; required is their sum. */
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
  /**
   * What linked accounts leave for this side at this leverage; null: no other account counts, or the user's own margin
   * is the tighter limit.
   */
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

/** The contracts' insurance fund. Amounts of a market are in its settle coin. */
export const insuranceFund = z.object({
  time,
  coins: z.array(z.object({ coin: z.string(), balance: decimal })),
  /** Markets in which it ever took over a position, with its current inventory; side null: none. */
  markets: z.array(
    z.object({
      ...fundMarket,
      side: z.nullable(heldSide),
      quantity: decimal,
      /** Takeover value, and average takeover price. */
      cost: decimal,
      averagePrice: z.nullable(decimal),
      /** Value at the index at takeover. */
      indexValue: decimal,
      /** Loss in this market in this hour and its limit; loss today over all markets of the coin and its limit. */
      ...{ hourUsed: decimal, hourMost: decimal, dayUsed: decimal, dayMost: decimal },
    }),
  ),
  slices: z.array(
    z.object({
      ...fundMarket,
      time,
      /** Inventory before it: side and quantity. */
      ...{ side: heldSide, held: decimal },
      quantity: decimal,
      /** Resting quantity within 0.2 % of the index. */
      depth: decimal,
      price: decimal,
      indexPrice: decimal,
      profit: decimal,
      /**
       * Its time is `minute` + `draw` mod 60,000; `draw`: the first 32 bits of the event hash of the last row before
       * that minute.
       */
      ...{ minute: time, moment: time, draw: z.string() },
    }),
  ),
});
export type InsuranceFund = z.output<typeof insuranceFund>;

/** Funding of one interval: the rate per 8 h, a fraction. */
export const fundingPoint = z.object({
  ...{ time, rate: decimal, markPrice: decimal, valid: z.int(), minutes: z.int() },
  /**
   * Σ premium × seconds, and the ms counted: the rate is computed from their quotient; null: it was computed from
   * minutes.
   */
  premiumSum: z.nullable(decimal),
  premiumTime: z.nullable(z.int()),
});
export type FundingPoint = z.output<typeof fundingPoint>;
