// The parameters in force, as the rules and rates pages show them.

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

/** Every fraction is a fraction (0.001 is 0.1 %); amounts in the named coin; times ms. */
export const rules = z.object({
  /** Commands folded into it: the journal's number. */
  seq: z.int(),
  time,
  fees: z.object({
    tiers: z.array(ruleFeeTier),
    safetyShare: decimal,
    referralShares: z.array(decimal),
    /** The greatest share of a contract agent, of what is left of a fee. */
    agentMost: decimal,
  }),
  spot: z.object({
    band: decimal,
    protection: decimal,
    openOrders: z.int(),
    /** Open orders of a customer in all markets while the table of orders is empty, by verification stage; null: no such bound. */
    openOrdersInAll: z.nullable(z.array(z.int())),
    /** Orders that a fill-or-kill order may need: of margin wallets on spot, of anyone in contracts. */
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
    /** How far from the index a forced order reaches, and how far a frozen customer's position closes at most. */
    forcedReach: decimal,
    frozenReach: decimal,
    /** An index older than this is stale; a dispute among its sources suspends liquidation this long. ms. */
    staleAfter: z.int(),
    disputeMost: z.int(),
    /**
     * The order of deleveraging: positions of a market up to which it is made in the tick; beyond, how many of a side it
     * names and how long the prices of one moment serve, ms.
     */
    deleverage: z.object({ atOnce: z.int(), listed: z.int(), kept: z.int() }),
    /** Accounts that one person's group has at most, and from when on a link counts, ms. */
    linked: z.object({ most: z.int(), notice: z.int() }),
    /** Before a market closes: openings need the rate from `notice`, lots are reduced at `cut` before it (ms), and sold so far from the index at most. */
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
        /** Greatest rate per 8 hours: a payment is at most three quarters of the first maintenance rate. */
        fundingMost: decimal,
        /** The same while funding is hourly, a quarter a payment; null: it never is. */
        fundingHourlyMost: z.nullable(decimal),
        version: z.int(),
        /** How near the index a triggered order fills, and a last price triggers. */
        stopReach: decimal,
        lastReach: decimal,
        /** Closing rate, of the value; at the next close; a higher one that waits its day. Null: the market never closes. */
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
    /** ms an order waits at least for its opening tick, and ms after that in which it must come. */
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
      /** What the rate is multiplied by when overdue. */
      overdue: decimal,
      days: z.array(z.int()),
      /** From this amount on two persons approve. */
      threshold: decimal,
      perPoint: decimal,
      leastScore: z.int(),
      open: z.boolean(),
      version: z.int(),
    }),
  ),
  /** Worths in whole USDT. */
  funds: z.object({
    /** What one may withdraw a UTC day, by stage of verification, at stage 2 also with a VIP tier. */
    stages: z.array(z.object({ stage: z.int(), vip: z.boolean(), day: decimal })),
    /** All customers together within an hour, of what is owed of a coin. */
    hour: decimal,
    /** From this worth two persons decide. */
    persons: decimal,
    /** Up to `most`, and `day` of one customer a UTC day, nobody has to look. */
    rules: z.object({ most: decimal, day: decimal }),
    /** Of the hourly limit an hour adds `allowance` to a customer's, at least `least` USDT; `small` of it is kept for withdrawals up to `least`. */
    queue: z.object({ allowance: decimal, least: decimal, small: decimal }),
    /** Coins that can be swapped: half-spread without flow, and the flow (USDT) that doubles it. */
    swaps: z.array(z.object({ coin: z.string(), half: decimal, depth: decimal })),
    coins: z.array(rechargeCurrency),
  }),
});
export type Rules = z.output<typeof rules>;
