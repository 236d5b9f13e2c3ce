// Shares of a whole, in whole hundredths of a percent.
import { toUnits } from '../../ticket/index.ts';

const WORTH_DECIMALS = 8;
const HUNDREDTHS = 10_000n;
const PERCENT_DIGITS = 2;

/**
 * A part in percent of a whole with two decimals, rounded down; undefined for a whole not above 0 or a negative part.
 */
export function shareOf(part: string | null | undefined, whole: string | null | undefined): string | undefined {
  const some = toUnits(part ?? undefined, WORTH_DECIMALS);
  const all = toUnits(whole ?? undefined, WORTH_DECIMALS);
  if (some === undefined || all === undefined || all <= 0n || some < 0n) return undefined;
  const digits = String((some * HUNDREDTHS) / all).padStart(PERCENT_DIGITS + 1, '0');
  return `${digits.slice(0, -PERCENT_DIGITS)}.${digits.slice(-PERCENT_DIGITS)}`;
}
