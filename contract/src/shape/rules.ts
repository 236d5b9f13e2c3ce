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
    coins: z.array(rechargeCurrency),
  }),
});
export type Rules = z.output<typeof rules>;
