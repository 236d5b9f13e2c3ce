// How many keys an account may have remembered, and all together (core §7): nobody takes the others' room, and what
// only reduces finds some longer than what opens.

import { MAX_RECORDS } from './minute.ts';

/** For what only reduces (cancels, closes, repays) an account may have a quarter more. */
const REDUCING = 5 / 4;
/** Keys of all accounts, and of all that are not verified. */
export const MAX_KEYS = 20_000_000;
export const MAX_UNVERIFIED_KEYS = MAX_KEYS / 2;
/** Of any room (all keys, a minute's rows) the last part is for accounts with fewer keys than this. */
export const FEW_KEYS = 2_000;
/** Up to which of sixteen parts accounts with more keys find room, to open and to reduce; and those with few, to open. */
const PARTS = 16;
const CROWDED = 12;
const CLOSED = 13;
const OPENING = 15;
/** Records one key may take. */
export const MOST_A_KEY = 2;

export interface KeyBounds {
  /** Keys an account may have, by verification stage. */
  readonly stages: readonly number[];
  /** Keys of all accounts; half of them for those that are not verified. */
  readonly all: number;
  /** The last part of any room is for accounts with fewer keys than this. */
  readonly few: number;
}

/** The bounds of an exchange. */
export const KEY_BOUNDS: KeyBounds = { stages: [20_000, 200_000, 400_000], all: MAX_KEYS, few: FEW_KEYS };

/** Whether a new key finds room: of no command, of one that only reduces, of any. */
export const ROOM = { none: 0, reducing: 1, any: 2 } as const;

/** Keys an account of a verification stage may have; for what only reduces a quarter more (`mostKeysOf`). */
export function keysOf(stage: number, { stages }: KeyBounds = KEY_BOUNDS): number {
  return stages[stage < stages.length ? stage : stages.length - 1] as number;
}

export function mostKeysOf(stage: number, bounds: KeyBounds = KEY_BOUNDS): number {
  return keysOf(stage, bounds) * REDUCING;
}

/**
 * The room for one more key of an account.
 * @param own keys it has
 * @param stage its verification stage, 0: not verified
 * @param unverified keys of all accounts that are not verified
 * @param total keys of all accounts
 * @param records rows in the table of the key's minute
 */
export function keyRoom(
  own: number,
  stage: number,
  unverified: number,
  total: number,
  records: number,
  bounds: KeyBounds = KEY_BOUNDS,
): number {
  const { all } = bounds;
  if (own >= mostKeysOf(stage, bounds) || total >= all || records + MOST_A_KEY > MAX_RECORDS) return ROOM.none;
  if (stage === 0) {
    if (unverified * 2 >= all || reaches(CROWDED, records, MAX_RECORDS)) return ROOM.none;
    if (reaches(OPENING, unverified * 2, all) || records * 2 >= MAX_RECORDS) return ROOM.reducing;
  }
  const few = own < bounds.few;
  if (!few && filled(CLOSED, total, records, all)) return ROOM.none;
  return own >= keysOf(stage, bounds) || filled(few ? OPENING : CROWDED, total, records, all)
    ? ROOM.reducing
    : ROOM.any;
}

/** Whether all keys, or a minute's rows, reach a part of their room. */
function filled(part: number, total: number, records: number, all: number): boolean {
  return reaches(part, total, all) || reaches(part, records, MAX_RECORDS);
}

function reaches(part: number, used: number, most: number): boolean {
  return used * PARTS >= most * part;
}
