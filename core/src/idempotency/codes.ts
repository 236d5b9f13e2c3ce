// A code in twelve bits: what a key's record has room for beside its user.

import { DONE, rejects } from '../schema/index.ts';

/** Bits of a kept code. */
export const CODE_BITS = 12;
const ROOM = 2 ** CODE_BITS;
/** Codes beyond the room are kept this much lower, among numbers that are no code. */
const LOWER = 3_500;

/** What is kept of a code. */
export function kept(code: number): number {
  return code < ROOM ? code : code - LOWER;
}

const codes: readonly number[] = [DONE, ...Object.values(rejects)];
const shown = new Int32Array(ROOM);
for (const code of codes) {
  const place = kept(code);
  if (place >= ROOM || shown[place] !== 0)
    throw new Error(`Expected codes that twelve bits tell apart; ${code} is kept as ${place}, as ${shown[place]} is.`);
  shown[place] = code;
}

/** The code that was kept so. */
export function answered(place: number): number {
  return shown[place] as number;
}
