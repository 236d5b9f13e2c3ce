// The initial value of an untouched price field.

import type { BookStore } from '../live/index.ts';
import { toText, toUnits } from './units.ts';

/**
 * The last price, limited to the current spread: an old trade outside it would make an order cross the book, so the
 * nearer best price replaces it. Without a trade: the price at which one would trade. Undefined until the book is
 * loaded, and if no price is known.
 * @param close last price, a decimal; undefined without any trade
 */
export function firstPrice(
  book: Pick<BookStore, 'seq' | 'bids' | 'asks' | 'scale'>,
  close: string | undefined,
  buys: boolean,
): string | undefined {
  if (book.seq < 0) return undefined;
  const { tickDecimals } = book.scale;
  const [bid, ask] = [book.bids[0], book.asks[0]].map((level) => level && BigInt(level.ticks));
  const first = toUnits(close, tickDecimals) ?? (buys ? (ask ?? bid) : (bid ?? ask));
  if (first === undefined) return undefined;
  const within = bid !== undefined && first < bid ? bid : ask !== undefined && first > ask ? ask : first;
  return toText(within, tickDecimals);
}
