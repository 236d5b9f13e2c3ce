// money §7, issue 13 A.10: a credit score grows by time and use, and a limit by what was repaid.

import { describe, expect, it } from 'vitest';
import { activations, RULE } from '../../src/index.ts';
import { agreed } from '../desk/kit.ts';
import { BTC } from '../kit/genesis.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { ALL_AT_END, DAY, LoanWorld, productOf } from './kit.ts';

/** The product of these tests lends up to its limit for 60 days; the limit of a new customer is 10,000. */
const LARGE = { max: 200_000, rate: 1_000, threshold: 150_000 };

function days(world: LoanWorld, count: number): void {
  for (let day = 0; day < count; day += 1) world.wait(DAY);
}

function limitOf(world: LoanWorld, user: number): number {
  return world.ask(world.applyOf(user, 100)).numbers[3]!;
}

function score(world: LoanWorld, user: number): number {
  return world.loans.scores.get(user) ?? 100;
}

/** Borrows, keeps it that many days, repays it. */
function borrow(world: LoanWorld, user: number, amount: number, kept: number): void {
  const loan = world.lend(user, amount, 60, ALL_AT_END);
  days(world, kept);
  expect(world.payBack(user, loan).code).toBe(200);
}

describe('money §7 a score grows by time and use (t9)', () => {
  it('sixty loans repaid at once raise nothing; before `RULE.loanScore` each raised it by 2', () => {
    for (const [rules, after] of [
      [RULE.loanScore, 100],
      [RULE.loanScore - 1, 220],
    ] as const) {
      const world = new LoanWorld({ rules }, LARGE);
      for (let loan = 0; loan < 60; loan += 1) borrow(world, ANNA, 100, 0);
      expect(score(world, ANNA)).toBe(after);
      expect(limitOf(world, ANNA)).toBe(after * 100);
    }
  });

  it('thirty days with a quarter of the limit borrowed are a point, an atom less of it none', () => {
    const world = new LoanWorld({}, LARGE);
    world.lend(ANNA, 2_500, 60);
    world.lend(BEN, 2_499, 60);
    days(world, 30);
    expect([score(world, ANNA), score(world, BEN)]).toEqual([100, 100]);
    world.wait(1);
    expect([score(world, ANNA), score(world, BEN)]).toEqual([101, 100]);
    days(world, 30);
    // At the due time the last of its sixty days has passed too.
    expect(score(world, ANNA)).toBe(101 + 1);
  });

  it('several loans count once a day, together; one that is asked for and not paid out counts nothing', () => {
    const world = new LoanWorld({}, LARGE);
    world.lend(ANNA, 1_250, 60);
    world.lend(ANNA, 1_250, 60);
    world.lend(BEN, 1_250, 60);
    world.must(world.applyOf(BEN, 8_000, 60));
    days(world, 30);
    world.wait(1);
    expect([score(world, ANNA), score(world, BEN)]).toEqual([101, 100]);
  });

  it('days of several loans add up; being overdue begins them anew', () => {
    const world = new LoanWorld({}, LARGE);
    borrow(world, ANNA, 3_000, 20);
    borrow(world, ANNA, 3_000, 11);
    expect(score(world, ANNA)).toBe(100);
    borrow(world, ANNA, 3_000, 2);
    expect(score(world, ANNA)).toBe(101);
    const late = world.lend(BEN, 3_000, 15);
    world.empty(BEN);
    days(world, 15);
    world.wait(1);
    expect(score(world, BEN)).toBeLessThan(100);
    world.fill(BEN, 3_010);
    days(world, 1);
    expect(world.of(late)[0]).toBe(0);
    const before = score(world, BEN);
    borrow(world, BEN, 3_000, 29);
    expect(score(world, BEN)).toBe(before);
  });
});

describe('money §7 a limit above the first is at most one and a half times the largest loan repaid', () => {
  it('whatever the score; loans of before the rule prove nothing', () => {
    const world = new LoanWorld({ rules: RULE.keyCapacity, practice: [900, 5_000, 400_000] }, LARGE);
    for (let loan = 0; loan < 60; loan += 1) borrow(world, ANNA, 100, 0);
    expect(limitOf(world, ANNA)).toBe(22_000);
    const open = world.lend(ANNA, 12_000, 60);
    for (const one of activations(RULE.loanScore - 1, RULE.loanScore)) world.must(one);
    expect(score(world, ANNA), 'the score stays').toBe(220);
    expect(limitOf(world, ANNA)).toBe(undefined);
    expect(world.send(world.applyOf(ANNA, 100))).toMatchObject({ code: 4101, expected: 10_000, got: 12_100 });
    expect(world.payBack(ANNA, open).code).toBe(200);
    expect(limitOf(world, ANNA), '1.5 × 12,000').toBe(18_000);
    borrow(world, ANNA, 4_000, 0);
    expect(limitOf(world, ANNA), 'a smaller one takes nothing back').toBe(18_000);
    borrow(world, ANNA, 18_000, 0);
    expect(limitOf(world, ANNA), 'the score is the other bound').toBe(22_000);
  });

  it('one that was overdue proves nothing', () => {
    const world = new LoanWorld({ rules: RULE.keyCapacity }, LARGE);
    for (let loan = 0; loan < 60; loan += 1) borrow(world, ANNA, 100, 0);
    const late = world.lend(ANNA, 20_000, 7);
    for (const one of activations(RULE.loanScore - 1, RULE.loanScore)) world.must(one);
    world.empty(ANNA);
    days(world, 7);
    world.wait(1);
    world.fill(ANNA, 30_000);
    days(world, 1);
    expect(world.of(late)[0]).toBe(0);
    expect(limitOf(world, ANNA)).toBe(10_000);
  });
});

describe('money §7 one score is one limit (rules `loanPoints`)', () => {
  it('whatever product and coin is borrowed, each at its worth of a point', () => {
    const codes = [RULE.loanPoints - 1, undefined].map((rules) => {
      const world = new LoanWorld(rules === undefined ? {} : { rules });
      expect(agreed(world, productOf({ product: 2, asset: BTC, min: 1, max: 1_000, perPoint: 10 })).code).toBe(200);
      expect(agreed(world, productOf({ product: 3, perPoint: 50 })).code).toBe(200);
      // 60 of 100 points: 6,000 of the first product, 600 of the second, 3,000 of the third.
      world.lend(ANNA, 6_000);
      return [
        world.send(world.applyOf(ANNA, 401, 7, ALL_AT_END, 2)).code,
        world.send(world.applyOf(ANNA, 400, 7, ALL_AT_END, 2)).code,
        world.send(world.applyOf(ANNA, 100, 7, ALL_AT_END, 3)).code,
      ];
    });
    expect(codes).toEqual([
      [200, 200, 4101],
      [4101, 200, 4101],
    ]);
  });

  it('is rounded up, and says how much of the limit is used', () => {
    const world = new LoanWorld();
    expect(agreed(world, productOf({ product: 2, asset: BTC, min: 1, max: 1_000, perPoint: 7 })).code).toBe(200);
    world.lend(ANNA, 101);
    // 7.07 of 700.
    expect(world.send(world.applyOf(ANNA, 693, 7, ALL_AT_END, 2))).toMatchObject({
      code: 4101,
      expected: 700,
      got: 701,
    });
    expect(world.send(world.applyOf(ANNA, 692, 7, ALL_AT_END, 2)).code).toBe(200);
  });
});
