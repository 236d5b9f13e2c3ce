// Issue 13 A.8: long and short at the greatest leverage over closed hours, at the parameters of a new exchange.
import { describe, expect, it } from 'vitest';
import { activations, NEWEST_RULES, RULE } from '../../../src/index.ts';
import { NOON } from '../../kit/world.ts';
import { Attack, CLOSES, MARKET, MINUTE, OPENS, STAKE } from './attack.ts';

const PEOPLE = 6;
/** Of one position: in the first step, which allows a hundredfold. */
const VALUE = 99_000_000_000;

/** What the straddlers make of a gap, and what the fund pays for it; USDT. */
function straddle(rules: number, leverage: number, gap: number): { readonly made: number; readonly paid: number } {
  const attack = new Attack(rules);
  const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
  const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
  attack.tick(NOON, price * 100);
  const [longs, shorts] = [1, 2].map(() => Array.from({ length: PEOPLE }, () => attack.customer())) as [
    number[],
    number[],
  ];
  const helpers = Array.from({ length: PEOPLE * 10 }, () => attack.customer());
  const lots = Math.floor(VALUE / (price * perLot));
  for (const [at, long] of longs.entries()) {
    expect(attack.open(shorts[at] as number, 2, lots, price, leverage)).toBe(200);
    expect(attack.open(long, 1, lots, price, leverage)).toBe(200);
  }
  const before = attack.fund();
  const stakes = [...longs, ...shorts, ...helpers];
  attack.tick(CLOSES - 10 * MINUTE - 1, price * 100);
  for (const late of [0, 250, 500]) attack.tick(CLOSES - 10 * MINUTE + late, price * 100);
  // Another of theirs waits where the market opens: there the fund made good what is beyond the bankruptcy price.
  const opened = Math.round(price * gap);
  const side = gap < 1 ? 1 : 2;
  for (const helper of helpers)
    expect(attack.open(helper, side, Math.floor(STAKE / (opened * perLot)), opened, 2)).toBe(200);
  for (const late of [250, 500, 750]) attack.tick(OPENS + late, opened * 100);
  const made = stakes.reduce((sum, user) => sum + attack.worth(user), 0) - stakes.length * STAKE;
  return { made, paid: before - attack.fund() };
}

/** Of one position of a straddle whose winners add margin later. */
const ADDED_VALUE = 9_000_000_000;
const ADDED = 8_000_000_000;

/**
 * What straddlers at twentyfold make of a gap beyond the closing rate when their winning side adds margin a second before
 * the market opens; beside them others are long and short at twofold.
 */
function addedBehindTheClose(rules: number, gap: number): number {
  const attack = new Attack(rules);
  const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
  const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
  const lots = Math.floor(ADDED_VALUE / (price * perLot));
  attack.tick(NOON, price * 100);
  const pair = (leverage: number): [long: number, short: number] => {
    const [long, short] = [attack.customer(), attack.customer()];
    expect(attack.open(short, 2, lots, price, leverage)).toBe(200);
    expect(attack.open(long, 1, lots, price, leverage)).toBe(200);
    return [long, short];
  };
  const straddles = Array.from({ length: PEOPLE }, () => pair(20));
  for (let others = 0; others < PEOPLE; others += 1) pair(2);
  for (const early of [600_000, 599_750, 599_500, 1_000]) attack.tick(CLOSES - early, price * 100);
  attack.pass(CLOSES + 1_000);
  attack.pass(OPENS - 1_000);
  for (const [long, short] of straddles) {
    const [user, side] = gap < 1 ? [short, 2] : [long, 1];
    attack.add(user, side, ADDED);
  }
  const opened = Math.round(price * gap) * 100;
  for (const late of [1, 301, 601]) attack.tick(OPENS + late, opened);
  return straddles.flat().reduce((sum, user) => sum + attack.worth(user), 0) - 2 * PEOPLE * STAKE;
}

/** Of one position of a straddle that is opened after the reduction. */
const LATE_VALUE = 9_000_000_000;

/**
 * What pairs make of a gap who open against each other a second before the close at `off` × the index, long at twentyfold,
 * short unleveraged, so that it comes last in a deleveraging; and which part of its value a long then has as equity.
 * Others are long and short at twofold.
 */
function lateStraddle(rules: number, off: number, gap: number): { made: number; covered: number } {
  const attack = new Attack(rules);
  const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
  const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
  const lots = Math.floor(LATE_VALUE / (price * perLot));
  attack.tick(NOON, price * 100);
  const pair = (at: number, short: number, long: number): number[] => {
    const users = [attack.customer(), attack.customer()];
    expect(attack.open(users[0] as number, 2, lots, at, short)).toBe(200);
    expect(attack.open(users[1] as number, 1, lots, at, long)).toBe(200);
    return users;
  };
  for (let others = 0; others < PEOPLE; others += 1) pair(price, 2, 2);
  for (const early of [600_000, 599_750, 599_500, 1_001]) attack.tick(CLOSES - early, price * 100);
  attack.pass(CLOSES - 1_000);
  const thieves = Array.from({ length: PEOPLE }, () => pair(Math.round(price * off), 1, 20));
  const { positions } = attack.context;
  const slot = positions.of(positions.holding(thieves[0]?.[1] as number, MARKET), 1);
  const value = lots * price * perLot;
  const covered = (positions.marginOf(slot) + value - (positions.rows.cost[slot] as number)) / value;
  attack.pass(CLOSES + 1_000);
  attack.pass(OPENS - 1_000);
  for (const late of [1, 301, 601]) attack.tick(OPENS + late, Math.round(price * gap) * 100);
  const made = thieves.flat().reduce((sum, user) => sum + attack.worth(user), 0) - 2 * PEOPLE * STAKE;
  return { made, covered };
}

describe('issue 13 A.8: closing hours are no free straddle', () => {
  it('before rules `coveredClose` a pair opened far from the index at the last second had almost nothing of the rate', () => {
    const { covered, made } = lateStraddle(RULE.coveredClose - 1, 1.04, 0.96);
    expect(covered).toBeLessThan(0.02);
    expect(made).toBeGreaterThan(0);
  });

  it.each([
    [1, 0.96],
    [1.02, 0.96],
    [1.04, 0.98],
    [1.04, 0.96],
    [1.04, 1.03],
    [0.97, 1.04],
  ])('since then its equity is what the rate asks for: opened at %f, gap to %f', (off, gap) => {
    const { covered, made } = lateStraddle(RULE.coveredClose, off, gap);
    expect(covered).toBeGreaterThanOrEqual(0.05);
    expect(made).toBeLessThanOrEqual(0);
  });

  it('before the rule a hundredfold straddle over a night is paid by others', () => {
    const { made, paid } = straddle(RULE.closingHours - 1, 100, 0.97);
    expect([paid > 0, made > 0]).toEqual([true, true]);
  });

  it('since then it makes nothing at any leverage that can be had, and the fund pays nothing', () => {
    for (const gap of [0.97, 0.94, 0.85, 1.06, 1.15]) {
      const { made, paid } = straddle(NEWEST_RULES, 20, gap);
      expect(paid, `gap to ${gap}`).toBeLessThanOrEqual(0);
      expect(made, `gap to ${gap}`).toBeLessThanOrEqual(0);
    }
  });

  it.each([0.9, 0.97, 1.1])('margin added behind the close changes nobody’s place: gap %f', (gap) => {
    expect(addedBehindTheClose(RULE.fairDeleverage, gap)).toBeLessThanOrEqual(0);
  });

  it('before the rule whoever added to the winning side came last', () => {
    expect(addedBehindTheClose(RULE.fairDeleverage - 1, 0.9)).toBeGreaterThan(0);
  });

  it('what was opened at a hundred before the rule is reduced to what its margin covers', () => {
    const attack = new Attack(RULE.closingHours - 1);
    const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
    const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
    attack.tick(NOON, price * 100);
    const [long, short] = [attack.customer(), attack.customer()];
    const lots = Math.floor(VALUE / (price * perLot));
    attack.open(short, 2, lots, price, 100);
    attack.open(long, 1, lots, price, 100);
    for (const one of activations(RULE.closingHours - 1, NEWEST_RULES)) attack.must(one);
    attack.tick(CLOSES - 10 * MINUTE - 1, price * 100);
    attack.tick(CLOSES - 10 * MINUTE, price * 100);
    attack.tick(CLOSES - 10 * MINUTE + 250, price * 100);
    const { positions } = attack.context;
    for (const [user, side] of [
      [long, 1],
      [short, 2],
    ] as const) {
      const slot = positions.of(positions.holding(user, MARKET), side);
      // 1 % of margin covers a fifth at 5 %.
      expect(positions.rows.lots[slot]).toBe(Math.floor(lots / 5));
    }
  });
});
