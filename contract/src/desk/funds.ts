// The desk's money calls: deposits with a screenshot, withdrawals, the treasury.

import * as z from 'zod/mini';
import { call, line } from '../call/index.ts';
import { FUNDS_REASON, NETWORKS, RECHARGE_STAGE, WITHDRAWAL_STAGE } from '../enumeration.ts';
import { page, paging } from '../paging.ts';
import { recharge, withdrawal } from '../shape/index.ts';
import { coinInput, decimal, flagInput, id, idInput, seq, time, whole } from '../text.ts';
import { api, done, one, oneWhy, read, reason, unkeyed, write } from './common.ts';
import { WITHDRAWAL_WAIT } from './enumeration.ts';
import { customerLine, deskPersonLine, proposal } from './shape.ts';

const network = z.enum(NETWORKS);
/** The bank's reference of a payment: it identifies a deposit uniquely for ever. */
const reference = line(64);
/** Deepest reorganisation that can be requested of the practice chain. */
export const MAX_PRACTICE_REORG = 100;

/** Reasons for a manual review of a withdrawal. */
export const WITHDRAWAL_FLAG = [
  'large',
  'newAddress',
  'newAccount',
  'credential',
  'velocity',
  'frozen',
  'deposited',
  'proposed',
  'late',
  'stuck',
] as const;

export const deskDeposit = z.object({
  customer: customerLine,
  record: recharge,
  /** The declared source; always null in lists. */
  account: z.nullable(z.string()),
  /** The same picture was sent before, by this or another customer. */
  known: z.boolean(),
  proposal: z.nullable(proposal),
  refusedBy: z.nullable(deskPersonLine),
});
export type DeskDeposit = z.output<typeof deskDeposit>;

export const deskTransaction = z.object({
  id,
  kind: z.enum(['withdrawal', 'sweep', 'gas', 'cold', 'cancel']),
  network,
  coin: z.string(),
  amount: decimal,
  to: z.string(),
  txid: z.nullable(z.string()),
  state: z.enum(['planned', 'signed', 'broadcast', 'confirmed', 'replaced', 'reverted']),
  /** The transaction whose fee it bumps. */
  replaces: z.nullable(id),
  cost: z.nullable(decimal),
  costCoin: z.nullable(z.string()),
  time,
});
export type DeskTransaction = z.output<typeof deskTransaction>;

/**
 * The transaction that proves that a signed withdrawal is never paid. `reverted`: the payment was included without
 * effect; `conflict`: our cancellation used its nonce; `foreign`: a transaction not made by custody used its nonce or
 * outputs. Two people can decide from `needed` blocks on.
 */
export const deadPayment = z.object({
  kind: z.enum(['reverted', 'conflict', 'foreign']),
  txid: z.string(),
  height: z.int(),
  depth: z.int(),
  needed: z.int(),
});

export const deskWithdrawal = z.object({
  customer: customerLine,
  record: withdrawal,
  /** Whole USDT. */
  worth: decimal,
  flags: z.array(z.enum(WITHDRAWAL_FLAG)),
  /** Why the last pass could not continue it. */
  waits: z.nullable(z.enum(WITHDRAWAL_WAIT)),
  /** Two people decide. */
  persons: z.boolean(),
  /** Newest first; empty in lists. */
  transactions: z.array(deskTransaction),
  /** From the node at this request; null: nothing proves it, or the node does not answer. Always null in lists. */
  proof: z.nullable(deadPayment),
  /** The open one; in a single case also the one that decided it last. */
  proposal: z.nullable(proposal),
  /**
   * The person who approved it alone below the threshold; null: two people, the rules, or nobody. Always null in lists.
   */
  approvedBy: z.nullable(deskPersonLine),
  refusedBy: z.nullable(deskPersonLine),
});
export type DeskWithdrawal = z.output<typeof deskWithdrawal>;

/** One coin on one network: chain reserves against the ledger. */
export const deskReserve = z.object({
  network,
  coin: z.string(),
  hot: decimal,
  cold: decimal,
  /** At customers' addresses, not swept yet. */
  unswept: decimal,
  /** Outgoing: signed, not confirmed. */
  leaving: decimal,
  /** Expected by the ledger: inflow minus outflow. */
  expected: decimal,
  dust: decimal,
  /** Actual minus expected; below −tolerance withdrawals are halted. */
  difference: decimal,
  tolerance: decimal,
  hotLimit: decimal,
  hotLow: decimal,
  state: z.enum(['even', 'surplus', 'short', 'unknown']),
  checked: z.nullable(time),
  halted: z.nullable(
    z.object({ reason: z.string(), by: z.nullable(deskPersonLine), since: time, proposal: z.nullable(proposal) }),
  ),
});
export type DeskReserve = z.output<typeof deskReserve>;

export const deskChain = z.object({
  network,
  /** Null: its node does not answer. */
  height: z.nullable(z.int()),
  blockTime: z.nullable(time),
  /** When the node last answered, and its last error. */
  answered: z.nullable(time),
  fault: z.nullable(z.string()),
  reorganised: z.nullable(z.object({ depth: z.int(), time })),
  /**
   * Heights whose blocks the node could no longer read completely: deposits may lack ether that contracts sent in them.
   */
  unchecked: z.array(z.object({ from: z.int(), to: z.int() })),
});

/** An arrival at a customer's address that is in no deposit. */
export const deskArrival = z.object({
  network,
  height: z.int(),
  txid: z.string(),
  position: z.int(),
  coin: z.string(),
  amount: decimal,
  address: z.string(),
  customer: customerLine,
});

/** A signed withdrawal whose payment was included without effect, or was cancelled on the chain. */
export const deskStuck = z.object({ id, network, coin: z.string(), since: time });

/** An order of the signer's log that no row of the database knows. `open`: its case still halts the coin. */
export const deskUnrecorded = z.object({
  id: z.string(),
  network,
  coin: z.string(),
  /** Amount in the chain's least units; as a decimal, null while the chain does not offer the coin. */
  units: z.string(),
  amount: z.nullable(decimal),
  to: z.string(),
  signed: time,
  open: z.boolean(),
});
export type DeskUnrecorded = z.output<typeof deskUnrecorded>;

/** The machine's clock stepped ahead: its time, and the expected time. Orders are not accepted. */
export const deskLeap = z.object({ ours: time, machine: time, proposal: z.nullable(proposal) });
/** Greatest height and position in a transaction. */
const MAX_HEIGHT = 2_000_000_000;
const MAX_POSITION = 10_000_000;

export const coverage = z.object({
  time,
  coin: z.string(),
  /** Owed to customers, and the reserves for it. */
  liabilities: decimal,
  reserves: decimal,
  /** Practice money among the reserves: not on any chain. */
  practice: decimal,
  /** reserves ÷ liabilities; null when nothing is owed. */
  ratio: z.nullable(decimal),
  covered: z.boolean(),
  /** Its journal command, and the digest over all its balances. */
  seq,
  digest: z.string(),
});
export type Coverage = z.output<typeof coverage>;

/** A proposed transfer from the cold wallet: what to sign there manually. */
export const topUp = z.object({
  network,
  coin: z.string(),
  amount: decimal,
  from: z.string(),
  to: z.string(),
  /** Unsigned transaction (hex; PSBT in base64 for bitcoin), null if the cold wallet builds it itself. */
  unsigned: z.nullable(z.string()),
});

export const fundsCalls = {
  'desk.deposits.list': call({
    ...read,
    path: `${api}/deposits/list`,
    about: 'Deposits by stage; those under review oldest first.',
    input: z.object({
      stage: z._default(z.enum(RECHARGE_STAGE), 'review'),
      network: z.optional(network),
      userId: z.optional(idInput),
      ...paging,
    }),
    answer: page(deskDeposit),
  }),
  'desk.deposits.get': call({
    ...read,
    path: `${api}/deposits/get`,
    about: 'One deposit. The look is logged.',
    input: one,
    answer: deskDeposit,
  }),
  'desk.deposits.picture': call({
    ...read,
    path: `${api}/deposits/picture`,
    about: 'Its screenshot. Every look is logged.',
    input: one,
    answer: z.unknown(),
    download: true,
  }),
  'desk.deposits.pass': call({
    ...write,
    path: `${api}/deposits/pass`,
    about:
      'Proposes to credit what the bank shows under a reference: the second person decides. A reference counts once.',
    input: z.object({ id: idInput, amount: decimal, reference, reason }),
    answer: proposal,
  }),
  'desk.deposits.refuse': call({
    ...write,
    path: `${api}/deposits/refuse`,
    about: 'Refuses it. One person is enough.',
    input: z.object({ id: idInput, why: z.enum(FUNDS_REASON), note: z.optional(z.nullable(line(200))) }),
    answer: done,
  }),

  'desk.withdrawals.list': call({
    ...read,
    path: `${api}/withdrawals/list`,
    about: 'Withdrawals by stage; those under review oldest first.',
    input: z.object({
      stage: z._default(z.enum(WITHDRAWAL_STAGE), 'review'),
      network: z.optional(network),
      userId: z.optional(idInput),
      ...paging,
    }),
    answer: page(deskWithdrawal),
  }),
  'desk.withdrawals.get': call({
    ...read,
    path: `${api}/withdrawals/get`,
    about: 'One withdrawal with its transactions. The look is logged.',
    input: one,
    answer: deskWithdrawal,
  }),
  'desk.withdrawals.approve': call({
    ...write,
    path: `${api}/withdrawals/approve`,
    about: 'Approves it; from the two-person threshold on it proposes to, and the answer is the proposal.',
    input: oneWhy,
    answer: z.object({ time, proposal: z.nullable(proposal) }),
  }),
  'desk.withdrawals.refuse': call({
    ...write,
    path: `${api}/withdrawals/refuse`,
    about: 'Refuses it: everything held goes back. One person is enough.',
    input: z.object({ id: idInput, why: z.enum(FUNDS_REASON), note: z.optional(z.nullable(line(200))) }),
    answer: done,
  }),
  'desk.withdrawals.paid': call({
    ...write,
    path: `${api}/withdrawals/paid`,
    about: 'Proposes that an approved withdrawal to a bank card was paid under a reference: the second person decides.',
    input: z.object({ id: idInput, reference, reason }),
    answer: proposal,
  }),
  'desk.withdrawals.returned': call({
    ...write,
    path: `${api}/withdrawals/returned`,
    about:
      'Proposes that the bank sent an approved withdrawal to a card back, or did not take it: the second person decides, and everything held goes back.',
    input: z.object({ id: idInput, why: z.enum(FUNDS_REASON), note: z.optional(z.nullable(line(200))), reason }),
    answer: proposal,
  }),
  'desk.withdrawals.failProven': call({
    ...write,
    path: `${api}/withdrawals/failProven`,
    about:
      'Proposes that a signed withdrawal fails whose payment never comes, by the proof of its chain: the second person decides, the proof is looked for again, and everything held goes back.',
    input: z.object({ id: idInput, why: z.enum(FUNDS_REASON), note: z.optional(z.nullable(line(200))), reason }),
    answer: proposal,
  }),
  'desk.withdrawals.replan': call({
    ...write,
    path: `${api}/withdrawals/replan`,
    about:
      'Proposes that such a withdrawal is approved again and paid by another transaction: the second person decides, and the proof is looked for again.',
    input: z.object({ id: idInput, reason }),
    answer: proposal,
  }),

  'desk.treasury.get': call({
    ...read,
    path: `${api}/treasury/get`,
    about: 'Every coin on every network: hot, cold, unswept, expected; the state of each chain.',
    answer: z.object({
      reserves: z.array(deskReserve),
      chains: z.array(deskChain),
      stuck: z.array(deskStuck),
      leap: z.nullable(deskLeap),
    }),
  }),
  'desk.treasury.transactions': call({
    ...read,
    path: `${api}/treasury/transactions`,
    about: 'Transactions of the house, newest first.',
    input: z.object({ network: z.optional(network), ...paging }),
    answer: page(deskTransaction),
  }),
  'desk.treasury.unrecorded': call({
    ...read,
    path: `${api}/treasury/unrecorded`,
    about: 'Orders that the signer signed and no record here knows, of open cases first.',
    input: z.object({ network: z.optional(network), ...paging }),
    answer: page(deskUnrecorded),
  }),
  'desk.treasury.halt': call({
    ...write,
    path: `${api}/treasury/halt`,
    about: 'Stops withdrawals of a coin on a network, at once, by one person.',
    input: z.object({ coin: coinInput, network, reason }),
    answer: done,
  }),
  'desk.treasury.resume': call({
    ...write,
    path: `${api}/treasury/resume`,
    about: 'Proposes to open them again: the second person decides.',
    input: z.object({ coin: coinInput, network, reason }),
    answer: proposal,
  }),
  'desk.treasury.topUp': call({
    ...unkeyed,
    path: `${api}/treasury/topUp`,
    about: 'What to sign at the cold wallet to bring coins to the hot one.',
    input: z.object({ coin: coinInput, network, amount: decimal, reason }),
    answer: topUp,
  }),
  'desk.clock.confirm': call({
    ...write,
    path: `${api}/clock/confirm`,
    about:
      'Proposes to take the clock of the machine after it stepped ahead, which stopped the intake of orders: the second person decides.',
    input: z.object({ reason }),
    answer: proposal,
  }),
  'desk.chain.rescan': call({
    ...read,
    path: `${api}/chain/rescan`,
    about: 'Reads blocks of a network again and names arrivals at customers’ addresses that no deposit is of.',
    input: z.object({ network, from: whole(0, MAX_HEIGHT), to: whole(0, MAX_HEIGHT) }),
    answer: z.object({ found: z.array(deskArrival), read: z.int(), unchecked: z.int() }),
  }),
  'desk.chain.credit': call({
    ...write,
    path: `${api}/chain/credit`,
    about: 'Proposes to make a deposit of an arrival that a rescan found: the second person decides.',
    input: z.object({
      network,
      height: whole(0, MAX_HEIGHT),
      txid: line(64),
      position: whole(0, MAX_POSITION),
      reason,
    }),
    answer: proposal,
  }),
  'desk.coverage.list': call({
    ...read,
    path: `${api}/coverage/list`,
    about: 'The hourly proof that what customers are owed is there, newest first.',
    input: z.object({ coin: z.optional(coinInput), ...paging }),
    answer: page(coverage),
  }),
  'desk.practice.reorganise': call({
    ...write,
    path: `${api}/practice/reorganise`,
    about: 'Replaces the last blocks of the practice chain, with or without their payments. Practice mode only.',
    input: z.object({ depth: whole(1, MAX_PRACTICE_REORG), drop: z._default(flagInput, true), reason }),
    answer: z.object({ height: z.int() }),
  }),
} as const;
