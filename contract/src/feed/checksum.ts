// The checksum of a book: both sides compute it over the best levels, so that a diverged copy is noticed.

import { utf8 } from '../sha256.ts';

/** Levels per side that the checksum covers. */
export const CHECKSUM_LEVELS = 25;

/** Price, quantity, and further fields of a level. */
type CheckedLevel = readonly [price: string, quantity: string, ...rest: readonly string[]];

const TABLE = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** CRC-32 (IEEE 802.3) of a text's UTF-8 bytes, as an unsigned number. */
export function crc32(text: string): number {
  let value = 0xffff_ffff;
  for (const byte of utf8(text)) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffff_ffff) >>> 0;
}

/**
 * CRC-32 of `bidPrice:bidQuantity:askPrice:askQuantity:…` over the best 25 levels per side, level by level; a shorter
 * side is left out after its end.
 */
export function bookChecksum(bids: readonly CheckedLevel[], asks: readonly CheckedLevel[]): number {
  const parts: string[] = [];
  for (let at = 0; at < CHECKSUM_LEVELS; at++) {
    const bid = bids[at];
    const ask = asks[at];
    if (bid) parts.push(bid[0], bid[1]);
    if (ask) parts.push(ask[0], ask[1]);
  }
  return crc32(parts.join(':'));
}
