// The current parameters, as the rules and fees pages show them.

import * as z from 'zod/mini';
import { decimal, time } from '../text.ts';
import { contractType, tier } from './contract.ts';
import { rechargeCurrency } from './funds.ts';
import { period } from './second.ts';

const ruleFeeTier = z.object({
  tier: z.int(),
  volume: decimal,
  spotMaker: decimal,
  spotTaker: decimal,
  contractMaker: decimal,
  contractTaker: decimal,
});

/** Every fraction is a fraction (0.001 is 0.1 %); amounts in the named coin; times in ms. */
export const rules = z.object({
  /** Sequence number of the last command included. */
  seq: z.int(),
  time,
  fees: z.object({
    tiers: z.array(ruleFeeTier),
    safetyShare: decimal,
    referralShares: z.array(decimal),
    /** The maximum share of a contract agent in the rest of a fee. */
    agentMost: decimal,
  }),
  spot: z.object({
    band: decimal,
    protection: decimal,
    openOrders: z.int(),
    /**
     * Most open orders of a customer in all markets while the order table is empty, by verification stage; null: no
     * limit.
     */
    openOrdersInAll: z.nullable(z.array(z.int())),
    /** Most orders that a fill-or-kill order may match: of margin wallets on spot, of anyone in contracts. */
    killOrders: z.int(),
    markets: z.array(
      z.object({ symbolName: z.string(), tick: decimal, lot: decimal, minValue: decimal, maxValue: decimal }),
    ),
  }),
  contracts: z.object({
    liquidationFeeMost: decimal,
    insuranceHourMost: decimal,
    fundingInterest: decimal,
    fundingClamp: decimal,
    fundingMost: decimal,
    /** Farthest price from the index of a liquidation order, and of closing a frozen customer's position. */
    forcedReach: decimal,
    frozenReach: decimal,
    /** Age at which an index is stale; longest suspension of liquidations by disputing sources, ms. */
    staleAfter: z.int(),
    disputeMost: z.int(),
    /**
     * ADL queue: most positions of a market for which it is computed within the tick; beyond that, how many it lists
     * per side and how long one price snapshot is used, ms.
     */
    deleverage: z.object({ atOnce: z.int(), listed: z.int(), kept: z.int() }),
    /** Most accounts in one person's group, and the delay until a link counts, ms. */
    linked: z.object({ most: z.int(), notice: z.int() }),
    /**
     * Before a market closes: openings need the rate from `notice` on, lots are reduced at `cut` before the close (ms),
     * and sold at most this far from the index.
     */
    closing: z.object({ notice: z.int(), cut: z.int(), shortBreak: z.int(), longClose: z.int(), reach: decimal }),
    markets: z.array(
      z.object({
        symbolName: z.string(),
        contractType,
        settleCoin: z.string(),
        tick: decimal,
        lot: decimal,
        face: z.nullable(decimal),
        minValue: decimal,
        maxValue: decimal,
        impact: decimal,
        fundingHours: z.int(),
        /** Rate cap per 8 hours: a payment is at most three quarters of the first maintenance rate. */
        fundingMost: decimal,
        /** The same while funding is hourly, with a quarter per payment; null: it never is. */
        fundingHourlyMost: z.nullable(decimal),
        version: z.int(),
        /** Farthest fill price from the index of a triggered order, and farthest last price that triggers. */
        stopReach: decimal,
        lastReach: decimal,
        /**
         * Closing rate as a fraction of the value; at the next close; and an announced higher one. Null: the market
         * never closes.
         */
        closing: z.nullable(
          z.object({
            rate: decimal,
            nextRate: decimal,
            announced: z.nullable(z.object({ rate: decimal, from: time })),
          }),
        ),
        tiers: z.array(tier),
      }),
    ),
  }),
  seconds: z.object({
    /** Minimum wait of an order for its opening tick, ms, and the time after that within which it must come, ms. */
    delay: z.int(),
    patience: z.int(),
    markets: z.array(
      z.object({ symbolName: z.string(), coin: z.string(), most: decimal, version: z.int(), periods: z.array(period) }),
    ),
  }),
  margin: z.object({
    crossLeverage: z.int(),
    transferOut: decimal,
    levels: z.array(z.object({ leverage: z.int(), borrow: decimal, call: decimal, liquidation: decimal })),
    coins: z.array(
      z.object({ coin: z.string(), hourRate: decimal, dayRate: decimal, factor: decimal, limit: decimal }),
    ),
    markets: z.array(z.object({ symbolName: z.string(), leverage: z.int() })),
  }),
  loans: z.array(
    z.object({
      coin: z.string(),
      min: decimal,
      max: decimal,
      dayRate: decimal,
      /** Factor on the rate when overdue. */
      overdue: decimal,
      days: z.array(z.int()),
      /** From this amount on two people approve. */
      threshold: decimal,
      perPoint: decimal,
      leastScore: z.int(),
      open: z.boolean(),
      version: z.int(),
    }),
  ),
  /** Values in whole USDT. */
  funds: z.object({
    /** Withdrawal limit per UTC day by verification stage, at stage 2 also with a VIP tier. */
    stages: z.array(z.object({ stage: z.int(), vip: z.boolean(), day: decimal })),
    /** Hourly limit of all customers together, as a fraction of a coin's liabilities. */
    hour: decimal,
    /** From this value on two people decide. */
    persons: decimal,
    /** No review needed up to `most`, and `day` per customer and UTC day. */
    rules: z.object({ most: decimal, day: decimal }),
    /**
     * Each hour adds `allowance` of the hourly limit to a customer's share, at least `least` USDT; `small` of it is
     * reserved for withdrawals up to `least`.
     */
    queue: z.object({ allowance: decimal, least: decimal, small: decimal }),
    /** Swappable coins: half-spread without flow, and the flow (USDT) that doubles it. */
    swaps: z.array(z.object({ coin: z.string(), half: decimal, depth: decimal })),
    coins: z.array(rechargeCurrency),
  }),
});
export type Rules = z.output<typeof rules>;
