// How many idempotency keys are stored per account and in all (core §7). No account can use up the others' share, and
// commands that only reduce are accepted longer than those that open.

import { MAX_RECORDS } from './minute.ts';

/** For commands that only reduce (cancel, close, repay) an account may have a quarter more. */
const REDUCING = 5 / 4;
/** Most keys of all accounts, and of all unverified accounts. */
export const MAX_KEYS = 20_000_000;
export const MAX_UNVERIFIED_KEYS = MAX_KEYS / 2;
/** The last part of each capacity (all keys, a minute's rows) is for accounts with fewer keys than this. */
export const FEW_KEYS = 2_000;
/** The last part of what unverified accounts share is for those with so many times fewer (rules `fewUnverified`). */
const FEWER = 4;
/**
 * How many of sixteen parts accounts with many keys may fill, to open and to reduce; and accounts with few, to open.
 */
const PARTS = 16;
const CROWDED = 12;
const CLOSED = 13;
const OPENING = 15;
/** Records one key may take. */
export const MOST_A_KEY = 2;

export interface KeyBounds {
  /** Most keys of an account, by verification stage. */
  readonly stages: readonly number[];
  /** Keys of all accounts. Unverified accounts may have half of them. */
  readonly all: number;
  /** The last part of each capacity is for accounts with fewer keys than this. */
  readonly few: number;
}

/** The bounds of an exchange. */
export const KEY_BOUNDS: KeyBounds = { stages: [20_000, 200_000, 400_000], all: MAX_KEYS, few: FEW_KEYS };

/** Which commands a new key is accepted for: none, those that only reduce, any. */
export const ACCEPTS = { none: 0, reducing: 1, any: 2 } as const;

/** Most keys of an account at a verification stage; a quarter more for commands that only reduce (`mostKeysOf`). */
export function keysOf(stage: number, { stages }: KeyBounds = KEY_BOUNDS): number {
  return stages[stage < stages.length ? stage : stages.length - 1] as number;
}

export function mostKeysOf(stage: number, bounds: KeyBounds = KEY_BOUNDS): number {
  return keysOf(stage, bounds) * REDUCING;
}

/**
 * Which commands one more key of an account is accepted for.
 * @param own keys of the account
 * @param stage verification stage, 0: not verified
 * @param unverified keys of all unverified accounts
 * @param total keys of all accounts
 * @param records rows in the table of the key's minute
 * @param sharesFairly rules `fewUnverified`: unverified accounts with many keys leave the last part of theirs to others
 */
export function acceptsKey(
  own: number,
  stage: number,
  unverified: number,
  total: number,
  records: number,
  bounds: KeyBounds = KEY_BOUNDS,
  sharesFairly = true,
): number {
  const { all } = bounds;
  if (own >= mostKeysOf(stage, bounds) || total >= all || records + MOST_A_KEY > MAX_RECORDS) return ACCEPTS.none;
  const share = stage === 0 ? unverifiedAccepts(own, unverified, records, bounds, sharesFairly) : ACCEPTS.any;
  // Before rules `fewUnverified` this alone decided.
  if (share === ACCEPTS.none || (share !== ACCEPTS.any && !sharesFairly)) return share;
  const few = own < bounds.few;
  if (!few && filled(CLOSED, total, records, all)) return ACCEPTS.none;
  return share === ACCEPTS.reducing ||
    own >= keysOf(stage, bounds) ||
    filled(few ? OPENING : CROWDED, total, records, all)
    ? ACCEPTS.reducing
    : ACCEPTS.any;
}

/** The same from what unverified accounts share: half of all keys, and of a minute's rows half, to reduce three quarters. */
function unverifiedAccepts(
  own: number,
  unverified: number,
  records: number,
  { all, few }: KeyBounds,
  sharesFairly: boolean,
): number {
  const [keys, rows] = [unverified * 2, records * 2];
  if (keys >= all || reaches(CROWDED, records, MAX_RECORDS)) return ACCEPTS.none;
  if (sharesFairly && own * FEWER >= few) {
    if (filled(CLOSED, keys, rows, all)) return ACCEPTS.none;
    if (filled(CROWDED, keys, rows, all)) return ACCEPTS.reducing;
  }
  return reaches(OPENING, keys, all) || rows >= MAX_RECORDS ? ACCEPTS.reducing : ACCEPTS.any;
}

/** Whether all keys, or a minute's rows, fill this part of their capacity. */
function filled(part: number, total: number, records: number, all: number): boolean {
  return reaches(part, total, all) || reaches(part, records, MAX_RECORDS);
}

function reaches(part: number, used: number, most: number): boolean {
  return used * PARTS >= most * part;
}
