// How many keys an account may have remembered, and all together (core §7): nobody takes the others' room, and what
// only reduces finds some longer than what opens.

import { MAX_RECORDS } from './minute.ts';

/** Keys an account may have, by verification stage. For what only reduces (cancels, closes, repays) a quarter more. */
const STAGE_KEYS: readonly number[] = [20_000, 200_000, 400_000];
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

/** Whether a new key finds room: of no command, of one that only reduces, of any. */
export const ROOM = { none: 0, reducing: 1, any: 2 } as const;

/** Keys an account of a verification stage may have; for what only reduces a quarter more (`mostKeysOf`). */
export function keysOf(stage: number): number {
  return STAGE_KEYS[stage < STAGE_KEYS.length ? stage : STAGE_KEYS.length - 1] as number;
}

export function mostKeysOf(stage: number): number {
  return keysOf(stage) * REDUCING;
}

/**
 * The room for one more key of an account.
 * @param own keys it has
 * @param stage its verification stage, 0: not verified
 * @param unverified keys of all accounts that are not verified
 * @param total keys of all accounts
 * @param records rows in the table of the key's minute
 */
export function keyRoom(own: number, stage: number, unverified: number, total: number, records: number): number {
  if (own >= mostKeysOf(stage) || total >= MAX_KEYS || records + MOST_A_KEY > MAX_RECORDS) return ROOM.none;
  if (stage === 0) {
    if (unverified >= MAX_UNVERIFIED_KEYS || reaches(CROWDED, records, MAX_RECORDS)) return ROOM.none;
    if (reaches(OPENING, unverified, MAX_UNVERIFIED_KEYS) || records * 2 >= MAX_RECORDS) return ROOM.reducing;
  }
  const few = own < FEW_KEYS;
  if (!few && filled(CLOSED, total, records)) return ROOM.none;
  return own >= keysOf(stage) || filled(few ? OPENING : CROWDED, total, records) ? ROOM.reducing : ROOM.any;
}

/** Whether all keys, or a minute's rows, reach a part of their room. */
function filled(part: number, total: number, records: number): boolean {
  return reaches(part, total, MAX_KEYS) || reaches(part, records, MAX_RECORDS);
}

function reaches(part: number, used: number, most: number): boolean {
  return used * PARTS >= most * part;
}
