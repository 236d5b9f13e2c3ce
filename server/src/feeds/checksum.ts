// The checksum of a book: CRC-32 over the best levels, which a reader recomputes from its own copy.

import { crc32 } from 'node:zlib';

/** Levels a side that the checksum covers. */
export const CHECKED_LEVELS = 25;

type PricedLevel = readonly [price: string, quantity: string, ...rest: readonly string[]];

/**
 * CRC-32 (unsigned) of `bidPrice:bidQuantity:askPrice:askQuantity:…` over the best 25 levels, best first; a side that
 * has fewer levels is left out where it ends.
 */
export function bookChecksum(bids: readonly PricedLevel[], asks: readonly PricedLevel[]): number {
  const parts: string[] = [];
  for (let at = 0; at < CHECKED_LEVELS; at += 1) {
    const bid = bids[at];
    const ask = asks[at];
    if (bid) parts.push(bid[0], bid[1]);
    if (ask) parts.push(ask[0], ask[1]);
  }
  return crc32(parts.join(':'));
}
