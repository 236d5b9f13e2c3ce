// The journal's bytes: zigzag varints, 7 bits a byte, held against the plainest way to write them (core §1 words, §7).

import { expect, test } from 'vitest';
import { packWords, unpackWords } from '../../src/index.ts';

const LARGEST = 2 ** 52;

/** A word as bytes, digit by digit. */
function plainly(word: number): number[] {
  const bytes: number[] = [];
  let left = word < 0 ? -2n * BigInt(word) - 1n : 2n * BigInt(word);
  for (; left >= 128n; left /= 128n) bytes.push(Number(left % 128n) + 128);
  return [...bytes, Number(left)];
}

test('every word around every power of two is packed as plain zigzag varints and comes back (core §1)', () => {
  for (let bits = 0; bits <= 52; bits += 1)
    for (const off of [-2, -1, 0, 1, 2])
      for (const sign of [1, -1]) {
        const word = sign * (2 ** bits + off) || 0;
        if (word > LARGEST || word < -LARGEST) continue;
        const bytes = packWords(Float64Array.of(word));
        expect([...bytes], String(word)).toEqual(plainly(word));
        expect([...unpackWords(bytes)]).toEqual([word]);
      }
});

test('a word that is no whole number within ±2^52 is not packed (core §1)', () => {
  for (const word of [0.5, NaN, Infinity, LARGEST + 1, -LARGEST - 1])
    expect(() => packWords(Float64Array.of(1, word))).toThrow('Expected whole words within ±2^52');
});

test('bytes that are cut off or too long are refused (core §7)', () => {
  for (const bytes of [[128], [2, 255, 255], [255, 255, 255, 255, 255, 255, 255, 128]])
    expect(() => unpackWords(Uint8Array.from(bytes))).toThrow('cut off');
  expect(() => unpackWords(Uint8Array.from([255, 255, 255, 255, 255, 255, 255, 255, 1]))).toThrow('at most 8 bytes');
  expect([...unpackWords(new Uint8Array(0))]).toEqual([]);
});
