// What an untouched price field begins with.

import type { BookStore } from '../live/index.ts';
import { toText, toUnits } from './units.ts';

/**
 * The last price as far as the book still stands around it: an old trade outside the spread would send an order through
 * the book, so the nearer best price takes its place. Without a trade: the price one would deal at. Undefined until the
 * book is there, and where nothing tells a price.
 * @param close last price, a decimal; undefined when nothing was ever traded
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
