// Schema of deposits and withdrawals (money §8): commands 53, 54, 80–84, 91, 125, 126, 311, 312, 315, events 208–211,
// 216–219, 234, 235.

import { MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, bits48, key, row, signed, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
const rail = word('code', 1, 255);
/** The external id of a deposit: rail, transaction (96 bits of its hash), position in it. */
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
  /** Possible until it is signed. */
  'withdrawal.cancel': { kind: 54, sender: 'user', fields: { user, ...key, withdrawal: row } },
  /** A final deposit on the rail, credited only once. Below the minimum it is recorded, not credited. */
  'deposit.credit': { kind: 80, sender: 'custody', fields: { user, asset, amount, ...external } },
  /** A credited deposit that its rail reversed: the user owes it, and withdrawals are locked. */
  'deposit.reverse': { kind: 81, sender: 'custody', fields: { ...external } },
  /**
   * A reversed deposit that is on its rail again, with twice the confirmations. It is credited again, first against the
   * user's debt. The answer is its id.
   */
  'deposit.restore': { kind: 84, sender: 'custody', fields: { ...external } },
  /**
   * step: 1 signed, 2 broadcast, 3 confirmed, 4 failed (before signing only). `cost`: what the rail charged in
   * `costAsset`, paid by `network` when confirmed; both 0 before.
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
   * A signed withdrawal that can no longer be paid fails, and its whole hold is released. Names the transaction that
   * proves it (96 bits of its hash): ours, which had no effect, or the one that used the same inputs or nonce.
   */
  'withdrawal.failProven': { kind: 125, sender: 'custody', fields: { withdrawal: row, ...proof } },
  /** By the same proof it is approved again: it queues and is paid by another transaction. */
  'withdrawal.replan': { kind: 126, sender: 'custody', fields: { withdrawal: row, ...proof } },
  /** A withdrawal small enough under `withdrawal.rules` is approved without review. */
  'withdrawal.pass': { kind: 83, sender: 'custody', fields: { withdrawal: row } },
  /** decision 1 approved, 2 refused. One operator only below the threshold; else inside a proposal (operator 0). */
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
      /**
       * For bank rails, of the amount; the greater of the two fees applies. `step`: whole multiples only (cents:
       * 10^(scale − 2)).
       */
      ...{ feeRate: word('ppm', 0, 100_000), step: amount },
      /** Instrument that values the asset in USDT, 0 for USDT and USD. */
      instrument: word('instrument', 0, 65_535),
    },
  },
  /** Limits per UTC day by stage and for VIPs, whole USDT; two-operator threshold; all users together per hour. */
  'withdrawal.limits': {
    kind: 312,
    sender: 'setup',
    fields: {
      ...{ stage1: word('whole'), stage2: word('whole'), vip: word('whole'), threshold: word('whole') },
      /** Share of an asset's liabilities. */
      hour: word('ppm', 0, 1_000_000),
    },
  },
  /** What passes without review: most value of one withdrawal, and of a user's total per UTC day; 0: nothing. */
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
  /** It passed under the rules. `today`: the user's total that passed on this UTC day, including this one. */
  'withdrawal.passed': {
    kind: 209,
    fields: { withdrawal: row, user, worth: word('whole'), today: word('whole') },
  },
  /**
   * It queues, ordered by `round`, `time` (of the request, ms) and id among withdrawals of its coin. `until`: 0, or it
   * is skipped until then, ms. why: 0 in turn, 1 the user's allowance, 2 the user is locked, 3 the rail is closed, 4
   * larger than the hourly limit now allows.
   */
  'withdrawal.queued': {
    kind: 234,
    fields: {
      ...{ withdrawal: row, user, asset, round: word('seq'), time: word('ms'), until: word('ms') },
      ...{ why: word('code', 0, 4) },
    },
  },
  /**
   * Its part of the hourly limit is assigned: it may be signed. `allowance`: when the user's allowance is free again,
   * ms.
   */
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
  /** What a user owes a rail for reversed deposits, and the change: + reversed, − repaid; 0 in a seed. */
  'reversal.owed': { kind: 218, fields: { user, asset, rail, owed: word('atoms'), change: signed } },
  /**
   * What `network` paid a rail, in `asset`; `owed`: the unpaid rest, paid with the next of its fees. `paid` 0 in a
   * seed.
   */
  'network.paid': { kind: 219, fields: { rail, asset, paid: word('atoms'), owed: word('atoms') } },
} as const;
