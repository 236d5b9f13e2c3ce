// How many decimals a sum and its parts need, so that what is printed adds up.
import { addDecimals, compareDecimal, parseDecimal, printDecimal, roundDecimal } from '@vitrine/ui';

const LEAST = 2;
/** Digits of USDT: with all of them nothing is cut off. */
const MOST = 6;

/**
 * The least decimals, from 2 to 6, at which the printed parts make the printed sum of USDT, each cut towards zero as balances
 * are; 2 where they do not make it at any (parts left out), or the sum is unknown.
 */
export function addingScale(sum: string | null, parts: readonly string[]): number {
  for (let scale = LEAST; scale <= MOST; scale += 1) {
    const whole = printed(sum ?? '', scale);
    const made = addDecimals(...parts.map((part) => printed(part, scale) ?? ''));
    if (whole !== undefined && made !== undefined && compareDecimal(whole, made) === 0) return scale;
  }
  return LEAST;
}

function printed(text: string, scale: number): string | undefined {
  const value = parseDecimal(text);
  return value && printDecimal(roundDecimal(value, scale, 'down'));
}
