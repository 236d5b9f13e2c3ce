// Vocabulary of deposits and withdrawals (money §8): commands 53, 54, 80–84, 91, 125, 126, 311, 312, 315, events
// 208–211, 216–219, 234, 235.

import { MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, bits48, key, row, signed, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
const rail = word('code', 1, 255);
/** What makes a deposit one: rail, transaction (96 bits of its hash), position in it. */
const external = {
  rail,
  transactionHigh: bits48,
  transactionLow: bits48,
  position: word('code', 0, 1_000_000),
} as const;
const proof = { transactionHigh: bits48, transactionLow: bits48 } as const;

export const custodyCommands = {
  /** `destination`: 48 bits of the hash of the address or card. The answer is the withdrawal's id. */
  'withdrawal.request': {
    kind: 53,
    sender: 'user',
    fields: { user, ...key, asset, rail, amount, destination: bits48 },
  },
  /** Until it is signed. */
  'withdrawal.cancel': { kind: 54, sender: 'user', fields: { user, ...key, withdrawal: row } },
  /** Seen and final on the rail: credited once for ever. Below the minimum it is recorded, not credited. */
  'deposit.credit': { kind: 80, sender: 'custody', fields: { user, asset, amount, ...external } },
  /** A credited deposit that its rail took back: the customer owes it, withdrawals stop. */
  'deposit.reverse': { kind: 81, sender: 'custody', fields: { ...external } },
  /**
   * A deposit that was reversed and stands on its rail again, with twice the confirmations: credited again, first against
   * what its customer owes of it. The answer is its id.
   */
  'deposit.restore': { kind: 84, sender: 'custody', fields: { ...external } },
  /**
   * step: 1 signed, 2 broadcast, 3 confirmed, 4 failed (before signing only). `cost`: what the rail took of `costAsset`,
   * paid by `network` when confirmed; both 0 before.
   */
  'withdrawal.step': {
    kind: 82,
    sender: 'custody',
    fields: {
      ...{ withdrawal: row, step: word('code', 1, 4), cost: word('atoms', 0, MAX_ORDER_ATOMS) },
      costAsset: word('asset', 0, 65_535),
    },
  },
  /**
   * A signed withdrawal that can be paid no more fails, and everything held goes back. The transaction that proves it (96
   * bits of its hash): ours, which did nothing, or the one that used what ours claims.
   */
  'withdrawal.failProven': { kind: 125, sender: 'custody', fields: { withdrawal: row, ...proof } },
  /** By the same proof it is approved again: it waits for its turn and is paid by another transaction. */
  'withdrawal.replan': { kind: 126, sender: 'custody', fields: { withdrawal: row, ...proof } },
  /** Small enough, by the rules of `withdrawal.rules`: approved without a person. */
  'withdrawal.pass': { kind: 83, sender: 'custody', fields: { withdrawal: row } },
  /** decision 1 approved, 2 refused. Alone only below the threshold; else inside a proposal (operator 0). */
  'withdrawal.approve': {
    kind: 91,
    sender: 'desk',
    fields: { operator: word('code', 0, 65_535), withdrawal: row, decision: word('code', 1, 2) },
  },
  /** A rail of an asset, new or on new terms. `open`: bits 1 deposits, 2 withdrawals. Minimums and fee in atoms. */
  'rail.set': {
    kind: 311,
    sender: 'setup',
    fields: {
      ...{ rail, asset, open: word('code', 0, 3), minDeposit: amount, minWithdrawal: amount, fee: word('atoms', 0) },
      /** Of the amount, for bank rails; the greater of the two fees counts. `step`: whole multiples only (cents: 10^(scale − 2)). */
      ...{ feeRate: word('ppm', 0, 100_000), step: amount },
      /** Instrument that values the asset in USDT, 0 for USDT and USD. */
      instrument: word('instrument', 0, 65_535),
    },
  },
  /** Limits a UTC day by stage and for VIPs, whole USDT; two-person threshold; all customers together an hour. */
  'withdrawal.limits': {
    kind: 312,
    sender: 'setup',
    fields: {
      ...{ stage1: word('whole'), stage2: word('whole'), vip: word('whole'), threshold: word('whole') },
      /** Of an asset's liabilities. */
      hour: word('ppm', 0, 1_000_000),
    },
  },
  /** What passes without a person: worth of one withdrawal at most, and of all of a customer a UTC day; 0: nothing does. */
  'withdrawal.rules': { kind: 315, sender: 'setup', fields: { most: word('whole'), day: word('whole') } },
} as const;

export const custodyEvents = {
  /** status: 1 credited, 2 below the minimum, 3 reversed. */
  'deposit.changed': {
    kind: 210,
    fields: { deposit: row, user, asset, amount, ...external, status: word('code', 1, 3) },
  },
  /** status: 1 review, 2 approved, 3 signed, 4 broadcast, 5 confirmed, 6 refused, 7 failed, 8 cancelled. */
  'withdrawal.changed': {
    kind: 211,
    fields: {
      ...{ withdrawal: row, user, asset, rail, amount, fee: word('atoms'), destination: bits48 },
      ...{ status: word('code', 1, 8), worth: word('whole') },
    },
  },
  'pass.changed': {
    kind: 208,
    fields: { most: word('whole'), day: word('whole'), version: word('code', 1) },
  },
  /** It passed by the rules; `today`: what passed so of the customer that UTC day, this one too. */
  'withdrawal.passed': {
    kind: 209,
    fields: { withdrawal: row, user, worth: word('whole'), today: word('whole') },
  },
  /**
   * It waits for its turn: ordered by `round`, `time` (when it was asked for, ms) and id among those of its coin. `until`: 0,
   * or it steps aside until then, ms. why: 0 in turn, 1 the customer's allowance, 2 the customer is locked, 3 the rail is
   * closed, 4 larger than the hourly limit now allows.
   */
  'withdrawal.queued': {
    kind: 234,
    fields: {
      ...{ withdrawal: row, user, asset, round: word('seq'), time: word('ms'), until: word('ms') },
      ...{ why: word('code', 0, 4) },
    },
  },
  /** Its part of the hourly limit is its own: it may be signed. `allowance`: when all of the customer's is free again, ms. */
  'withdrawal.granted': {
    kind: 235,
    fields: { withdrawal: row, user, asset, round: word('seq'), allowance: word('ms') },
  },
  /** Since rules `allowanceByHour`: what an hour of a coin that began at `hour` (ms) adds to a customer's allowance, and each after it until the next of these. */
  'allowance.changed': { kind: 380, fields: { asset, hour: word('ms'), whole: word('whole') } },
  'rail.changed': {
    kind: 216,
    fields: {
      ...{ rail, asset, open: word('code', 0, 3), minDeposit: amount, minWithdrawal: amount, fee: word('atoms', 0) },
      ...{ feeRate: word('ppm'), step: amount, instrument: word('instrument', 0, 65_535), version: word('code', 1) },
    },
  },
  'limits.changed': {
    kind: 217,
    fields: {
      ...{ stage1: word('whole'), stage2: word('whole'), vip: word('whole'), threshold: word('whole') },
      ...{ hour: word('ppm'), version: word('code', 1) },
    },
  },
  /** What a customer owes of reversed deposits of a rail, and by how much that changed: + reversed, − repaid; 0 in a seed. */
  'reversal.owed': { kind: 218, fields: { user, asset, rail, owed: word('atoms'), change: signed } },
  /** What `network` paid a rail, of `asset`; `owed`: what it could not pay yet, paid with the next of its fees. `paid` 0 in a seed. */
  'network.paid': { kind: 219, fields: { rail, asset, paid: word('atoms'), owed: word('atoms') } },
} as const;
