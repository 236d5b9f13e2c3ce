// The quantity of a side up to a price, with its average price and value. Exact.

import type { BookLevel } from '../../live/index.ts';
import { divideUp } from '../../ticket/index.ts';

/** Decimals of an average beyond those of the tick. */
export const AVERAGE_DIGITS = 1;
const TEN = 10n;
/** Decimals of 1 / price, for the average of coin-margined contracts. */
const INVERSE_DIGITS = 24n;

/** A live book, or one frozen. */
export type StandingBook = Readonly<Record<'asks' | 'bids', readonly Pick<BookLevel, 'ticks' | 'lots'>[]>>;

export interface Reach {
  readonly side: 'asks' | 'bids';
  /** The limit price, in ticks. */
  readonly ticks: number;
  readonly lots: bigint;
  /** Average price in 10^−(tick decimals + AVERAGE_DIGITS), rounded against the taker. */
  readonly average: bigint;
  /**
   * Value in the quote at 10^−(tick decimals + lot decimals); undefined for coin-margined contracts, whose value is
   * their face.
   */
  readonly value: bigint | undefined;
}

/** The sum of all levels of a side from the best to `ticks`; undefined if there are none. */
export function reachOf(
  book: StandingBook,
  side: 'asks' | 'bids',
  ticks: number,
  inverse: boolean = false,
): Reach | undefined {
  let lots = 0n;
  let value = 0n;
  let coins = 0n;
  for (const level of book[side]) {
    if (side === 'asks' ? level.ticks > ticks : level.ticks < ticks) break;
    const here = BigInt(level.lots);
    lots += here;
    value += here * BigInt(level.ticks);
    if (inverse) coins += (here * TEN ** INVERSE_DIGITS) / BigInt(level.ticks);
  }
  if (lots === 0n) return undefined;
  const unit = TEN ** BigInt(AVERAGE_DIGITS);
  const [num, den] = inverse ? [lots * TEN ** INVERSE_DIGITS * unit, coins] : [value * unit, lots];
  // A buyer's average rounds up, a seller's down: never better than the real one.
  const average = side === 'asks' ? divideUp(num, den) : num / den;
  return { side, ticks, lots, average, value: inverse ? undefined : value };
}
