// The plain quotient is exact over the whole safe range.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotient, remainder, shareDown, shareUp } from '../../src/number/index.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

const EDGES = [0, 1, 2, 3, 2 ** 26, 2 ** 52, 2 ** 53 - 2, 2 ** 53 - 1];
const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(...EDGES, ...EDGES.map((edge) => -edge)),
  fc.integer({ min: -1_000, max: 1_000 }),
);

function holds(a: number, b: number): void {
  expect(quotient(a, b)).toBe(Number(BigInt(a) / BigInt(b)));
  expect(remainder(a, b)).toBe(Number(BigInt(a) % BigInt(b)));
}

describe(`core §5, 2: quotients (seed ${seed})`, () => {
  it('quotient and remainder equal those of wide integers, at the edges of exact multiples too', () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        if (b === 0) return;
        holds(a, b);
        // One below and above a multiple of b: where a rounded division would slip.
        const multiple = Number(BigInt(a) / BigInt(b)) * b;
        for (const near of [multiple - 1, multiple, multiple + 1]) if (Number.isSafeInteger(near)) holds(near, b);
      }),
      rounds(5_000),
    );
  });

  it('a share in millionths is exact up to 2^52 atoms, down and up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 52 }), fc.integer({ min: 0, max: 1_000_000 }), (n, ppm) => {
        const product = BigInt(n) * BigInt(ppm);
        expect(shareDown(n, ppm)).toBe(Number(product / 1_000_000n));
        expect(shareUp(n, ppm)).toBe(Number((product + 999_999n) / 1_000_000n));
      }),
      rounds(5_000),
    );
  });
});
