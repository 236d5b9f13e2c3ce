// How far an order would reach: all that stands on a side down to a price, its average and its worth. Exact.

import type { BookLevel } from '../../live/index.ts';
import { divideUp } from '../../ticket/index.ts';

/** Digits that an average has more than the tick. */
export const AVERAGE_DIGITS = 1;
const TEN = 10n;
/** Digits of one over a price, for the average of coin contracts. */
const INVERSE_DIGITS = 24n;

/** A book as it stands, or as it stood when it was frozen. */
export type StandingBook = Readonly<Record<'asks' | 'bids', readonly Pick<BookLevel, 'ticks' | 'lots'>[]>>;

export interface Reach {
  readonly side: 'asks' | 'bids';
  /** The price reached to, in ticks. */
  readonly ticks: number;
  readonly lots: bigint;
  /** Average price in 10^−(tick decimals + AVERAGE_DIGITS), rounded against who takes. */
  readonly average: bigint;
  /** Worth in the quote at 10^−(tick decimals + lot decimals); undefined for coin contracts, worth their face. */
  readonly value: bigint | undefined;
}

/** What all levels of a side from the best to `ticks` come to; undefined where nothing stands there. */
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
  // A buyer's average rounds up, a seller's down: never better than it is.
  const average = side === 'asks' ? divideUp(num, den) : num / den;
  return { side, ticks, lots, average, value: inverse ? undefined : value };
}
