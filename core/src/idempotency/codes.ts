// Packs an answer's code into twelve bits, the space a key's record has beside its user.

import { DONE, rejects } from '../schema/index.ts';

/** Bits of a stored code. */
export const CODE_BITS = 12;
const CODES = 2 ** CODE_BITS;
/** Codes that do not fit are stored this much lower, among numbers that are not codes. */
const LOWER = 3_500;

/** Packs a code. */
export function kept(code: number): number {
  return code < CODES ? code : code - LOWER;
}

const codes: readonly number[] = [DONE, ...Object.values(rejects)];
const shown = new Int32Array(CODES);
for (const code of codes) {
  const place = kept(code);
  if (place >= CODES || shown[place] !== 0)
    throw new Error(`Expected codes that differ in twelve bits; ${code} is stored as ${place}, as ${shown[place]} is.`);
  shown[place] = code;
}

/** Unpacks a code. */
export function answered(place: number): number {
  return shown[place] as number;
}
