// Product and quotient: exact in both directions, at the edges of the safe range, and never a silent loss (core §5, 2).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOWN, type Direction, mulDiv, quotient, remainder, shareDown, shareUp, UP } from '../../src/number/index.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

const SAFE = 2 ** 53 - 1;

function wide(a: number, b: number, c: number, direction: Direction): bigint {
  const product = BigInt(a) * BigInt(b);
  const whole = product / BigInt(c);
  const rest = product % BigInt(c);
  if (direction === UP && rest > 0n) return whole + 1n;
  if (direction === DOWN && rest < 0n) return whole - 1n;
  return whole;
}

describe(`money §2: mulDiv rounds in the given direction (seed ${seed})`, () => {
  it.each([
    // Within plain numbers.
    [7, 3, 2, 10, 11],
    [-7, 3, 2, -11, -10],
    [7, -3, 2, -11, -10],
    [-7, -3, 2, 10, 11],
    [8, 3, 2, 12, 12],
    [-8, 3, 2, -12, -12],
    [0, 3, 2, 0, 0],
    [1, 1, 3, 0, 1],
    [-1, 1, 3, -1, 0],
    // Beyond: the product needs wide integers.
    [SAFE, 3, 4, 6_755_399_441_055_743, 6_755_399_441_055_744],
    [-SAFE, 3, 4, -6_755_399_441_055_744, -6_755_399_441_055_743],
    [2 ** 52, 2 ** 52, 2 ** 52, 2 ** 52, 2 ** 52],
    [2 ** 52 + 1, 2 ** 51, 2 ** 52, 2251799813685248, 2251799813685249],
    [-(2 ** 52) - 1, 2 ** 51, 2 ** 52, -2251799813685249, -2251799813685248],
    [-(2 ** 52), 2 ** 51, 2 ** 52, -(2 ** 51), -(2 ** 51)],
  ])('%d × %d ÷ %d is %d down and %d up', (a, b, c, down, up) => {
    expect(mulDiv(a, b, c, DOWN)).toBe(down);
    expect(mulDiv(a, b, c, UP)).toBe(up);
  });

  it('a product that a plain number rounds to 2^53 exactly is not taken for exact', () => {
    // 321 × 28,059,810,762,433 is 2^53 + 1, which a double shows as 2^53.
    expect(321 * 28_059_810_762_433).toBe(2 ** 53);
    expect(mulDiv(321, 28_059_810_762_433, 2, UP)).toBe(4_503_599_627_370_497);
    expect(mulDiv(321, 28_059_810_762_433, 2, DOWN)).toBe(4_503_599_627_370_496);
    expect(mulDiv(-321, 28_059_810_762_433, 2, DOWN)).toBe(-4_503_599_627_370_497);
    expect(mulDiv(-321, 28_059_810_762_433, 2, UP)).toBe(-4_503_599_627_370_496);
  });

  it('equals wide integers for every sign and size', () => {
    const part = fc.oneof(
      fc.integer({ min: -1_000, max: 1_000 }),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      fc.maxSafeInteger(),
    );
    const divisor = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: SAFE }));
    fc.assert(
      fc.property(part, part, divisor, fc.constantFrom<Direction>(DOWN, UP), (a, b, c, direction) => {
        const exact = wide(a, b, c, direction);
        if (exact > BigInt(SAFE) || exact < -BigInt(SAFE))
          expect(() => mulDiv(a, b, c, direction)).toThrow('below 2^53');
        else expect(mulDiv(a, b, c, direction)).toBe(Number(exact));
      }),
      rounds(5_000),
    );
  });

  it('a result that leaves the safe range is refused, not rounded; the last safe one is given', () => {
    expect(mulDiv(SAFE, 2, 2, UP)).toBe(SAFE);
    expect(mulDiv(SAFE, 1, 1, DOWN)).toBe(SAFE);
    expect(mulDiv(-SAFE, 3, 3, DOWN)).toBe(-SAFE);
    expect(() => mulDiv(SAFE, 2, 1, DOWN)).toThrow(
      `Expected ${SAFE} × 2 ÷ 1 to stay below 2^53, got 18014398509481982.`,
    );
    expect(() => mulDiv(2 ** 52, 2, 1, DOWN)).toThrow(RangeError);
    expect(() => mulDiv(-(2 ** 52), 2, 1, UP)).toThrow(RangeError);
  });

  it.each([
    [0.5, 1, 1],
    [1, 0.5, 1],
    [1, 1, 0.5],
    [2 ** 53, 1, 1],
    [1, 2 ** 53, 1],
    [1, 1, 2 ** 53],
    [1, 1, 0],
    [1, 1, -1],
    [Number.NaN, 1, 1],
    [1, Number.NaN, 1],
    [1, 1, Number.POSITIVE_INFINITY],
  ])('%d × %d ÷ %d is no question of whole numbers', (a, b, c) => {
    expect(() => mulDiv(a, b, c, DOWN)).toThrow(
      `Expected safe integers and a divisor above 0, got ${a} × ${b} ÷ ${c}.`,
    );
  });
});

describe('core §5, 2: quotients and shares at their edges', () => {
  it('a quotient goes toward 0 and is never −0', () => {
    expect([quotient(7, 2), quotient(-7, 2), quotient(7, -2), quotient(-7, -2)]).toEqual([3, -3, -3, 3]);
    for (const zero of [quotient(-1, 2), quotient(1, -2), quotient(0, -3)]) expect(Object.is(zero, 0)).toBe(true);
    expect([remainder(7, 2), remainder(-7, 2), remainder(7, -2), remainder(-7, -2)]).toEqual([1, -1, 1, -1]);
    for (const zero of [remainder(-4, 2), remainder(0, 3)]) expect(Object.is(zero, 0)).toBe(true);
  });

  it('a product is never −0 either', () => {
    expect(Object.is(mulDiv(-1, 1, 3, UP), 0)).toBe(true);
    expect(Object.is(mulDiv(0, -5, 3, DOWN), 0)).toBe(true);
  });

  it.each([
    [0, 1_000, 0, 0],
    [1, 1, 0, 1],
    [999_999, 1_000_000, 999_999, 999_999],
    [1_000_000, 1_000, 1_000, 1_000],
    [1_000_001, 1_000, 1_000, 1_001],
    [2 ** 52, 1_000_000, 2 ** 52, 2 ** 52],
    [2 ** 52, 999_999, 4_503_595_123_770_868, 4_503_595_123_770_869],
  ])('of %d atoms %d millionths are %d down and %d up', (n, ppm, down, up) => {
    expect([shareDown(n, ppm), shareUp(n, ppm)]).toEqual([down, up]);
  });
});
