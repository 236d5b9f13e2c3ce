// Text conversion: decimal strings to integers and back, and short codes packed into one word.

import type { Atoms, Cents, Lots, PackedText, Ticks } from './brand.ts';

/** Most decimals of any value. */
export const MAX_DECIMALS = 14;
const DIGITS = '0123456789';
const CODE_CHARACTERS = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CODE_BASE = 37;
/** The longest code that fits one word. */
export const MAX_CODE_LENGTH = 10;
const GREATEST = 2 ** 53 - 1;

/** Why a decimal string was rejected. */
export type ParseFault = 'format' | 'decimals' | 'range';

/** 10^decimals as an exact number; decimals 0 to 15. */
export function powerOfTen(decimals: number): number {
  let power = 1;
  for (let step = 0; step < decimals; step += 1) power *= 10;
  return power;
}

/**
 * Parses a decimal string (`-?digits[.digits]`; no exponent, plus sign or blanks) as a count of 10^-decimals. Zeros
 * beyond `decimals` are allowed; other digits there are the fault `decimals`, and values beyond 2^53 − 1 are `range`.
 */
export function parseDecimal(text: string, decimals: number): number | ParseFault {
  if (text.length > 40) return 'format';
  const negative = text.charCodeAt(0) === 45;
  let value = 0;
  let point = -1;
  let digits = false;
  for (let at = negative ? 1 : 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 46) {
      if (point !== -1 || !digits) return 'format';
      point = at;
      continue;
    }
    const digit = code - 48;
    if (digit < 0 || digit > 9) return 'format';
    digits = true;
    if (point !== -1 && at - point > decimals) {
      if (digit !== 0) return 'decimals';
      continue;
    }
    if (value > (GREATEST - digit) / 10) return 'range';
    value = value * 10 + digit;
  }
  if (!digits || point === text.length - 1) return 'format';
  const missing = decimals - (point === -1 ? 0 : Math.min(text.length - 1 - point, decimals));
  for (let step = 0; step < missing; step += 1) {
    if (value > GREATEST / 10) return 'range';
    value *= 10;
  }
  return negative ? 0 - value : value;
}

/** The decimal string of a count of 10^-decimals, with all decimals; never an exponent. */
export function printDecimal(value: number, decimals: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Expected a whole number below 2^53 to print, got ${value}.`);
  const digits = Math.abs(value)
    .toFixed(0)
    .padStart(decimals + 1, '0');
  const sign = value < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** As `printDecimal`, without trailing zeros: `1.5`, `100`. */
export function printShort(value: number, decimals: number): string {
  const text = printDecimal(value, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  if (text.charCodeAt(end - 1) === 46) end -= 1;
  return text.slice(0, end);
}

/** Atoms of an asset with `scale` decimals. */
export function parseAtoms(text: string, scale: number): Atoms | ParseFault {
  return parseDecimal(text, scale) as Atoms | ParseFault;
}

/** A price in ticks of 10^-tickDecimals. */
export function parseTicks(text: string, tickDecimals: number): Ticks | ParseFault {
  return parseDecimal(text, tickDecimals) as Ticks | ParseFault;
}

/** A quantity in lots of 10^-lotDecimals. */
export function parseLots(text: string, lotDecimals: number): Lots | ParseFault {
  return parseDecimal(text, lotDecimals) as Lots | ParseFault;
}

/** A price in cents: hundredths of a tick of 10^-tickDecimals. */
export function parseCents(text: string, tickDecimals: number): Cents | ParseFault {
  return parseDecimal(text, tickDecimals + 2) as Cents | ParseFault;
}

/** Packs up to ten of A–Z and 0–9 into one word. Throws on anything else: codes come from listings, not from users. */
export function packText(text: string): PackedText {
  if (text.length === 0 || text.length > MAX_CODE_LENGTH)
    throw new RangeError(`Expected a code of 1 to ${MAX_CODE_LENGTH} characters, got '${text}'.`);
  let word = 0;
  for (const character of text) {
    const digit = CODE_CHARACTERS.indexOf(character);
    if (digit < 1) throw new RangeError(`Expected A–Z and 0–9 only in a code, got '${text}'.`);
    word = word * CODE_BASE + digit;
  }
  return word as PackedText;
}

/** Unpacks the code in a word. */
export function unpackText(word: number): string {
  let text = '';
  let left = word;
  while (left > 0) {
    const digit = left % CODE_BASE;
    text = CODE_CHARACTERS.charAt(digit) + text;
    left = (left - digit) / CODE_BASE;
  }
  return text;
}

/** Whether a string has digits only, as ids do. */
export function isDigits(text: string): boolean {
  if (text.length === 0) return false;
  for (const character of text) if (!DIGITS.includes(character)) return false;
  return true;
}
