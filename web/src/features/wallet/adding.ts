// The decimals that a sum and its parts need, so that the printed figures add up.
import { addDecimals, compareDecimal, parseDecimal, printDecimal, roundDecimal } from '@vitrine/ui';

const LEAST = 2;
/** Decimals of USDT: with all of them nothing is cut off. */
const MOST = 6;

/**
 * The fewest decimals, from 2 to 6, at which the printed parts add up to the printed sum of USDT, each rounded towards
 * zero like balances. 2 if no number of decimals works (parts left out), or the sum is unknown.
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
