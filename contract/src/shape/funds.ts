// Shapes of what comes in and goes out: networks, deposits, withdrawals, address book, limits, swaps.

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

/** How a coin comes and goes on one network. Amounts in the coin. */
export const coinNetwork = z.object({
  network,
  /** `chain`: an address; `manual`: a screenshot in, a bank card out. */
  rail: z.enum(['chain', 'manual']),
  min: decimal,
  /** Blocks until a deposit is credited; 0 of manual ones. */
  confirmations: z.int(),
  /** Usual time between blocks, ms; null of manual ones. */
  blockTime: z.nullable(z.int()),
  /** The greater of `fee` and `feeRate` of the amount is taken on top of it. */
  fee: decimal,
  feeRate: decimal,
  withdrawMin: decimal,
  /** Whole multiples of it only, both ways. */
  step: decimal,
  open: z.object({ deposit: z.boolean(), withdrawal: z.boolean() }),
  /** Why withdrawals rest, for people; null while they are open. */
  halted: z.nullable(z.string()),
  /** Contract or chain id where the network has one, for wallets that ask. */
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
  /** What a wallet's camera reads: the address, or a URI of it. */
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
  /** What is credited; what the chain carried beyond the last decimal stays custody dust. */
  amount: decimal,
  /** Link of the screenshot of a manual deposit. */
  img: z.nullable(z.string()),
  address: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  confirmations: z.int(),
  needed: z.int(),
  reason: z.nullable(z.enum(FUNDS_REASON)),
  /** The reviewer's words. */
  note: z.nullable(z.string()),
  creditedTime: z.nullable(time),
  /** The command that credited it; null before. */
  seq: z.nullable(seq),
});
export type Recharge = z.output<typeof recharge>;

export const withdrawalTurn = z.object({
  /** From 1 on, among `of` withdrawals of the coin that wait; 0 while it steps aside. */
  place: z.int(),
  of: z.int(),
  /** Until when it steps aside, ms UTC, and why; null: it is in its turn. */
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
  /** Where to; of a card its last four digits. */
  address: z.string(),
  /** The label it has in the address book. */
  label: z.nullable(z.string()),
  /** What arrives. `fee` is taken on top. */
  amount: decimal,
  fee: decimal,
  txid: z.nullable(z.string()),
  confirmations: z.int(),
  needed: z.int(),
  reason: z.nullable(z.enum(FUNDS_REASON)),
  note: z.nullable(z.string()),
  cancellable: z.boolean(),
  /** When each stage was reached, in their order. */
  steps: z.array(z.object({ stage: z.enum(WITHDRAWAL_STAGE), time })),
  /** Where it waits for its part of the coin's hourly limit; null: it does not wait. */
  turn: z.nullable(withdrawalTurn),
  seq,
});
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawalAck = z.object({
  id,
  status: z.int(),
  seq,
  fee: decimal,
  /** What the rules said: `rules` passes by itself, `person` one looks, `persons` two do. */
  review: z.enum(['rules', 'person', 'persons']),
  /** Usually, and at the latest, ms UTC. */
  arrives: z.object({ usual: time, latest: time }),
});
export type WithdrawalAck = z.output<typeof withdrawalAck>;

export const bookAddress = z.object({
  id,
  coin: z.string(),
  network,
  address: z.string(),
  label: z.string(),
  /** When it was written down; from when it may be paid to while only allow-listed addresses are paid. */
  createTime: time,
  usableFrom: time,
  /** When it was last paid to; null: never. */
  lastUsed: z.nullable(time),
});
export type BookAddress = z.output<typeof bookAddress>;

export const addressBook = z.object({
  /** Only addresses of this book are paid to. */
  allowOnly: z.boolean(),
  /** Switched off: allowed again from then; null: nothing pending. */
  allowOnlyEnds: z.nullable(time),
  /** How long a new address waits while `allowOnly`, ms. */
  wait: z.int(),
  records: z.array(bookAddress),
});
export type AddressBook = z.output<typeof addressBook>;

export const addressCheck = z.object({
  /** Null: it can be paid to. */
  fault: z.nullable(z.enum(ADDRESS_FAULT)),
  /** The network it belongs to, where that can be told. */
  network: z.nullable(network),
  /** In its one spelling. */
  address: z.string(),
  /** Its entry in one's book. */
  book: z.nullable(bookAddress),
  /** It belongs to a customer of this exchange. */
  here: z.boolean(),
});
export type AddressCheck = z.output<typeof addressCheck>;

/** What may be withdrawn now. Worths in whole USDT. */
export const withdrawalLimits = z.object({
  stage: z.int(),
  day: decimal,
  used: decimal,
  left: decimal,
  /**
   * Of everybody together within an hour, by coin: what is left of it, what of that withdrawals worth more than `small` may
   * use, and how many withdrawals wait. A request beyond it waits too.
   */
  hour: z.array(z.object({ coin: z.string(), left: decimal, leftForLarge: decimal, waiting: z.int() })),
  small: decimal,
  /** From this worth two persons decide; up to `rules` nobody has to look. */
  persons: decimal,
  rules: decimal,
  locks: z.array(z.object({ kind: z.enum(WITHDRAWAL_LOCK), until: z.nullable(time) })),
  /** All stages, so that one sees what verification changes. */
  stages: z.array(z.object({ stage: z.int(), vip: z.boolean(), day: decimal })),
});
export type WithdrawalLimits = z.output<typeof withdrawalLimits>;

/** One leg of a swap: all that its price is worked out from. Flow in USDT, signed; range and half-spread as fractions. */
const swapLeg = z.object({
  /** Null of a coin that stands at 1 USDT. */
  symbol: z.nullable(z.string()),
  /** The index tick's number in its instrument, and its price; null likewise. */
  tick: z.nullable(seq),
  price: z.nullable(decimal),
  /** What all swaps of the last minute brought into the treasury less what they took out, this one with them. */
  flow: decimal,
  /** (high − low) ÷ low of the index in the last ten seconds. */
  range: decimal,
  /** h₀ × (1 + |flow| ÷ D) + range ÷ 2. */
  half: decimal,
});
export type SwapLeg = z.output<typeof swapLeg>;

/** What a swap would bring now. It is executed at an index that is not known yet. */
export const swapQuote = z.object({
  from: z.string(),
  to: z.string(),
  amount: decimal,
  /** At the present index. */
  receive: decimal,
  /** The minimum that the page proposes to accept. */
  least: decimal,
  /** `to` for one `from`, spread included. */
  rate: decimal,
  /** Worth of the amount at the index, USDT. */
  worth: decimal,
  /** Both half-spreads together, a fraction. */
  spread: decimal,
  fromLeg: swapLeg,
  toLeg: swapLeg,
});
export type SwapQuote = z.output<typeof swapQuote>;

export const swapRecord = z.object({
  id,
  /** When it was ordered. */
  time,
  state: z.enum(SWAP_STATE),
  from: z.string(),
  to: z.string(),
  /** Held while it waits; given, once done; returned when refused. */
  amount: decimal,
  /** Null of one made by a quote, before rules 19. */
  least: z.nullable(decimal),
  /** Null until it is done. */
  receive: z.nullable(decimal),
  rate: z.nullable(decimal),
  /** Why it was refused. */
  code: z.nullable(z.int()),
  /** Its key, for the words of a message. */
  key: z.nullable(z.string()),
  /** When it was done or refused. */
  ended: z.nullable(time),
  /** Worth of what was given at the index, USDT; null until ticks priced it. */
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

/** Why a balance changed: the line, everything its command moved of this customer's, and where the cause is. */
export const billDetail = z.object({
  bill,
  /** Lines of the same command, this one too, in its order. */
  lines: z.array(bill),
  cause: z.object({
    /** What it was, by name: the page has the words. */
    kind: z.string(),
    id,
    time,
    symbolName: z.nullable(z.string()),
    /** Facts worth telling, by name; amounts are decimal strings. */
    facts: z.array(z.object({ name: z.string(), value: z.string(), coin: z.nullable(z.string()) })),
    /** The record it can be looked up in. */
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

/** One's own deposits and withdrawals as they are now, told as they change. */
export const fundsNews = z.object({ recharges: z.array(recharge), withdrawals: z.array(withdrawal) });
export type FundsNews = z.output<typeof fundsNews>;

/** A payment from practice mode's outside wallet. */
export const practiceSent = z.object({
  txid: z.string(),
  /** What is left of it today. */
  left: decimal,
});
