// Shapes of deposits and withdrawals: networks, deposits, withdrawals, address book, limits, swaps.

import * as z from 'zod/mini';
import {
  ADDRESS_FAULT,
  FUNDS_REASON,
  NETWORKS,
  RECHARGE_STAGE,
  TURN_ASIDE,
  SWAP_STATE,
  WALLET_TYPES,
  WITHDRAWAL_LOCK,
  WITHDRAWAL_STAGE,
} from '../enumeration.ts';
import { decimal, id, seq, time } from '../text.ts';
import { bill } from './wallet.ts';

const network = z.enum(NETWORKS);

/** Deposit and withdrawal terms of a coin on one network. Amounts in the coin. */
export const coinNetwork = z.object({
  network,
  /** `chain`: to an address; `manual`: deposit with a screenshot, withdrawal to a bank card. */
  rail: z.enum(['chain', 'manual']),
  min: decimal,
  /** Blocks until a deposit is credited; 0 if manual. */
  confirmations: z.int(),
  /** Usual time between blocks, ms; null if manual. */
  blockTime: z.nullable(z.int()),
  /** The greater of `fee` and `feeRate` × amount is charged on top. */
  fee: decimal,
  feeRate: decimal,
  withdrawMin: decimal,
  /** Amounts must be multiples of it in both directions. */
  step: decimal,
  open: z.object({ deposit: z.boolean(), withdrawal: z.boolean() }),
  /** Why withdrawals are halted, as text for people; null while they are open. */
  halted: z.nullable(z.string()),
  /** Contract or chain id for wallets that ask for it, if the network has one. */
  code: z.nullable(z.string()),
});
export type CoinNetwork = z.output<typeof coinNetwork>;

export const rechargeCurrency = z.object({ coin: z.string(), name: z.string(), networks: z.array(coinNetwork) });
export type RechargeCurrency = z.output<typeof rechargeCurrency>;

export const depositAddress = z.object({
  coin: z.string(),
  network,
  address: z.string(),
  memo: z.nullable(z.string()),
  min: decimal,
  confirmations: z.int(),
  /** Content for a wallet's scanner: the address, or a URI of it. */
  uri: z.string(),
});
export type DepositAddress = z.output<typeof depositAddress>;

export const recharge = z.object({
  id,
  orderNo: z.string(),
  time,
  /** 0 under review, 1 passed, 2 failed. */
  status: z.int(),
  stage: z.enum(RECHARGE_STAGE),
  coin: z.string(),
  network,
  /** Credited amount; decimals beyond the coin's smallest unit stay with custody as dust. */
  amount: decimal,
  /** Link of the screenshot of a manual deposit. */
  img: z.nullable(z.string()),
  address: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  confirmations: z.int(),
  needed: z.int(),
  reason: z.nullable(z.enum(FUNDS_REASON)),
  /** The reviewer's note. */
  note: z.nullable(z.string()),
  creditedTime: z.nullable(time),
  /** The command that credited it; null before. */
  seq: z.nullable(seq),
});
export type Recharge = z.output<typeof recharge>;

export const withdrawalTurn = z.object({
  /** Position from 1 among `of` waiting withdrawals of the coin; 0 while it is skipped. */
  place: z.int(),
  of: z.int(),
  /** Until when it is skipped, ms UTC, and why; null: it is not skipped. */
  until: z.nullable(time),
  why: z.nullable(z.enum(TURN_ASIDE)),
});
export type WithdrawalTurn = z.output<typeof withdrawalTurn>;

export const withdrawal = z.object({
  id,
  orderNo: z.string(),
  time,
  status: z.int(),
  stage: z.enum(WITHDRAWAL_STAGE),
  coin: z.string(),
  network,
  /** Destination; for a card its last four digits. */
  address: z.string(),
  /** Its label in the address book. */
  label: z.nullable(z.string()),
  /** Amount that arrives. `fee` is charged on top. */
  amount: decimal,
  fee: decimal,
  txid: z.nullable(z.string()),
  confirmations: z.int(),
  needed: z.int(),
  reason: z.nullable(z.enum(FUNDS_REASON)),
  note: z.nullable(z.string()),
  cancellable: z.boolean(),
  /** When each stage was reached, in order. */
  steps: z.array(z.object({ stage: z.enum(WITHDRAWAL_STAGE), time })),
  /** Its place in the queue of the coin's hourly limit; null: it does not wait. */
  turn: z.nullable(withdrawalTurn),
  seq,
});
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawalAck = z.object({
  id,
  status: z.int(),
  seq,
  fee: decimal,
  /** Result of the rules: `rules` approved automatically, `person` one reviewer, `persons` two. */
  review: z.enum(['rules', 'person', 'persons']),
  /** Usual and latest arrival, ms UTC. */
  arrives: z.object({ usual: time, latest: time }),
});
export type WithdrawalAck = z.output<typeof withdrawalAck>;

export const bookAddress = z.object({
  id,
  coin: z.string(),
  network,
  address: z.string(),
  label: z.string(),
  /** When it was added; when it becomes usable while only allow-listed addresses are paid. */
  createTime: time,
  usableFrom: time,
  /** Last payment to it; null: never. */
  lastUsed: z.nullable(time),
});
export type BookAddress = z.output<typeof bookAddress>;

export const addressBook = z.object({
  /** Withdrawals only to addresses of this book. */
  allowOnly: z.boolean(),
  /** Switching it off takes effect then; null: nothing pending. */
  allowOnlyEnds: z.nullable(time),
  /** How long a new address waits while `allowOnly`, ms. */
  wait: z.int(),
  records: z.array(bookAddress),
});
export type AddressBook = z.output<typeof addressBook>;

export const addressCheck = z.object({
  /** Null: it can be paid to. */
  fault: z.nullable(z.enum(ADDRESS_FAULT)),
  /** Its network, if recognised. */
  network: z.nullable(network),
  /** In canonical form. */
  address: z.string(),
  /** Its entry in the user's address book. */
  book: z.nullable(bookAddress),
  /** It belongs to a customer of this exchange. */
  here: z.boolean(),
});
export type AddressCheck = z.output<typeof addressCheck>;

/** Current withdrawal limits. Values in whole USDT. */
export const withdrawalLimits = z.object({
  stage: z.int(),
  day: decimal,
  used: decimal,
  left: decimal,
  /**
   * Hourly limit of all customers together by coin: what is left, what of it withdrawals worth more than `small` may
   * use, and the number waiting. A request beyond it waits too.
   */
  hour: z.array(z.object({ coin: z.string(), left: decimal, leftForLarge: decimal, waiting: z.int() })),
  small: decimal,
  /** From this value on two people decide; up to `rules` no review is needed. */
  persons: decimal,
  rules: decimal,
  locks: z.array(z.object({ kind: z.enum(WITHDRAWAL_LOCK), until: z.nullable(time) })),
  /** All stages, to show what verification changes. */
  stages: z.array(z.object({ stage: z.int(), vip: z.boolean(), day: decimal })),
});
export type WithdrawalLimits = z.output<typeof withdrawalLimits>;

/** One leg of a swap: all inputs of its price. Flow in USDT, signed; range and half-spread as fractions. */
const swapLeg = z.object({
  /** Null for a coin valued at 1 USDT. */
  symbol: z.nullable(z.string()),
  /** Number of the index tick in its instrument, and its price; null likewise. */
  tick: z.nullable(seq),
  price: z.nullable(decimal),
  /** Net flow of all swaps of the last minute into the treasury, including this one. */
  flow: decimal,
  /** (high − low) ÷ low of the index in the last ten seconds. */
  range: decimal,
  /** h₀ × (1 + |flow| ÷ D) + range ÷ 2. */
  half: decimal,
});
export type SwapLeg = z.output<typeof swapLeg>;

/** Estimate of a swap. It is executed at a later index. */
export const swapQuote = z.object({
  from: z.string(),
  to: z.string(),
  amount: decimal,
  /** At the current index. */
  receive: decimal,
  /** The proposed minimum to accept. */
  least: decimal,
  /** `to` per `from`, including the spread. */
  rate: decimal,
  /** Value of the amount at the index, USDT. */
  worth: decimal,
  /** Sum of both half-spreads, a fraction. */
  spread: decimal,
  fromLeg: swapLeg,
  toLeg: swapLeg,
});
export type SwapQuote = z.output<typeof swapQuote>;

export const swapRecord = z.object({
  id,
  /** When it was placed. */
  time,
  state: z.enum(SWAP_STATE),
  from: z.string(),
  to: z.string(),
  /** Held while waiting; given once done; returned if refused. */
  amount: decimal,
  /** Null for one executed from a quote, before rules 19. */
  least: z.nullable(decimal),
  /** Null until it is done. */
  receive: z.nullable(decimal),
  rate: z.nullable(decimal),
  /** Why it was refused. */
  code: z.nullable(z.int()),
  /** Key of its message. */
  key: z.nullable(z.string()),
  /** When it was done or refused. */
  ended: z.nullable(time),
  /** Value of what was given at the index, USDT; null until ticks priced it. */
  worth: z.nullable(decimal),
  fromLeg: z.nullable(swapLeg),
  toLeg: z.nullable(swapLeg),
  seq,
});
export type SwapRecord = z.output<typeof swapRecord>;

export const coinRate = z.object({
  coin: z.string(),
  /** USDT for one; null: not known. */
  rate: z.nullable(decimal),
  time: z.nullable(time),
  state: z.nullable(z.enum(['valid', 'aging', 'stale', 'closed'])),
});
export type CoinRate = z.output<typeof coinRate>;

/** Why a balance changed: the line, everything its command changed for this customer, and the cause. */
export const billDetail = z.object({
  bill,
  /** Lines of the same command, including this one, in order. */
  lines: z.array(bill),
  cause: z.object({
    /** Name of the cause; the page translates it. */
    kind: z.string(),
    id,
    time,
    symbolName: z.nullable(z.string()),
    /** Named facts; amounts are decimal strings. */
    facts: z.array(z.object({ name: z.string(), value: z.string(), coin: z.nullable(z.string()) })),
    /** The record with its details. */
    record: z.nullable(
      z.object({
        of: z.enum(['order', 'position', 'second', 'recharge', 'withdrawal', 'swap', 'transfer', 'borrow', 'funding']),
        id,
        walletType: z.enum(WALLET_TYPES),
      }),
    ),
  }),
});
export type BillDetail = z.output<typeof billDetail>;

/** The user's deposits and withdrawals in their current state, sent when they change. */
export const fundsNews = z.object({ recharges: z.array(recharge), withdrawals: z.array(withdrawal) });
export type FundsNews = z.output<typeof fundsNews>;

/** A payment from practice mode's external wallet. */
export const practiceSent = z.object({
  txid: z.string(),
  /** What remains of today's limit. */
  left: decimal,
});
