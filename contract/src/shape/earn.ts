// Shapes of staking and finance: products with what they promised and paid, own purchases, the price of redeeming.

import * as z from 'zod/mini';
import { decimal, id, seq, time } from '../text.ts';

/** Why a product is not sold now: `open` it is sold, `soldOut` nothing is left of it, `unfunded` no yield is funded. */
export const EARN_STATE = ['open', 'soldOut', 'unfunded', 'closed'] as const;

/** What staking and finance products have in common. Amounts in `coin`. */
const product = {
  id,
  /** Version of the terms; a purchase names the version it was shown. */
  version: z.int(),
  coin: z.string(),
  state: z.enum(EARN_STATE),
  /** Of one purchase. */
  min: decimal,
  max: decimal,
  /** Largest sum of principals at a time, and what can still be bought: the yield of it is funded. */
  limit: decimal,
  remainingAmount: decimal,
  /** Days until the principal is paid back. */
  cycle: z.int(),
  /** Lowest VIP level that may buy; 0: everybody. */
  vip: z.int(),
  /** It may be redeemed before its end, for this share of the principal. */
  early: z.boolean(),
  penalty: decimal,
  /** Purchases per customer, redeemed ones included; null: unlimited. Left for the caller; null also for guests. */
  times: z.nullable(z.int()),
  remainingTimes: z.nullable(z.int()),
  /** Principals in it now. */
  sold: decimal,
  /** Yield ever promised = paid + returned by early redemption + still reserved. */
  promised: decimal,
  paid: decimal,
  returned: decimal,
  reserved: decimal,
  /** Yield of `remainingAmount`, which the treasury has. */
  free: decimal,
  /** The command that set these terms. */
  seq,
} as const;

export const pledgeProduct = z.object({
  ...product,
  dailyRate: decimal,
  /** Principals in it now, under the name of the spec. */
  subscriptionAmount: decimal,
});
export type PledgeProduct = z.output<typeof pledgeProduct>;

export const financeProduct = z.object({
  ...product,
  name: z.string(),
  /** 1 value-added, 2 members, 3 ordinary. */
  tab: z.int(),
  /** Yearly rate; a year has 365 days. */
  averageIncome: decimal,
  /** Days that the principal cannot be redeemed; 0: at any time. */
  lockDays: z.int(),
  /** A one-day term that renews itself until it is redeemed. */
  flexible: z.boolean(),
  /** Sold share of the limit. */
  progress: decimal,
  buyLimit: z.nullable(z.int()),
});
export type FinanceProduct = z.output<typeof financeProduct>;

/** A coin's promised yields over all products, beside the ledger's own account. */
export const earnReserve = z.object({
  coin: z.string(),
  sold: decimal,
  promised: decimal,
  paid: decimal,
  returned: decimal,
  /** Σ of the products. */
  reserved: decimal,
  /** Balance of the ledger's account `reserve` at the same command: always the same. */
  ledger: decimal,
  /** Balance of the account `treasury`, which funds further yields. */
  treasury: decimal,
});
export type EarnReserve = z.output<typeof earnReserve>;

/** The command that the lists include, and its time. */
const asOf = { seq, time } as const;

export const pledgeList = z.object({ records: z.array(pledgeProduct), reserves: z.array(earnReserve), ...asOf });
export type PledgeList = z.output<typeof pledgeList>;
export const financeList = z.object({ records: z.array(financeProduct), reserves: z.array(earnReserve), ...asOf });
export type FinanceList = z.output<typeof financeList>;

/** What own purchases have in common. */
const order = {
  id,
  productId: id,
  version: z.int(),
  coin: z.string(),
  amount: decimal,
  cycle: z.int(),
  startDate: time,
  endDate: time,
  /** Whole days that are finished and paid. */
  day: z.int(),
  /** Yield paid so far, and promised yield not yet paid. */
  paid: decimal,
  reserved: decimal,
  early: z.boolean(),
  penalty: decimal,
  /** The next payment; null once it ended. */
  nextTime: z.nullable(time),
  /** When it ended, what was paid to the wallet then, the penalty kept, the yield given up; null while it runs. */
  ended: z.nullable(z.object({ time, received: decimal, penalty: decimal, forfeited: decimal })),
  seq,
} as const;

export const pledgeOrder = z.object({
  ...order,
  dailyRate: decimal,
  /** 0 in progress, 1 completed, 2 redeemed. */
  status: z.int(),
});
export type PledgeOrder = z.output<typeof pledgeOrder>;

/** Keys of an investment's status, by its number. */
export const INVESTMENT_STATUS = ['in_position', 'have_settle', 'redeemed'] as const;

export const financeOrder = z.object({
  ...order,
  name: z.string(),
  tab: z.int(),
  averageIncome: decimal,
  flexible: z.boolean(),
  /** 0 in position, 1 settled, 2 redeemed. */
  status: z.int(),
  statusKey: z.enum(INVESTMENT_STATUS),
});
export type FinanceOrder = z.output<typeof financeOrder>;

/** One's own figures of a coin, over all purchases of the kind. */
export const earnOwn = z.object({
  coin: z.string(),
  /** Running principals; their promised yield not yet paid; yield ever paid. */
  amount: decimal,
  reserved: decimal,
  paid: decimal,
  running: z.int(),
  /** The earliest next payment; null: nothing runs. */
  nextTime: z.nullable(time),
});
export type EarnOwn = z.output<typeof earnOwn>;

export const earnBought = z.object({
  id,
  seq,
  /** Yield reserved by the purchase, and its end. */
  yield: decimal,
  endDate: time,
});
export type EarnBought = z.output<typeof earnBought>;

/** What redeeming now pays to the wallet, keeps and gives up. */
export const redeemPrice = z.object({ coin: z.string(), receive: decimal, penalty: decimal, forfeited: decimal });
export type RedeemPrice = z.output<typeof redeemPrice>;

export const redeemed = z.object({ ...redeemPrice.shape, id, seq });
export type Redeemed = z.output<typeof redeemed>;
