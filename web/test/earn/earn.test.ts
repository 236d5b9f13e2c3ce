// Staking and finance on the page (issue 19): what comes back by day, rates, the ticket's faults, changed terms.

import { asDecimal } from '@vitrine/contract';
import { describe, expect, test } from 'vitest';
import { changedTerms, type EarnFacts, mostOf, validateEarn, walletsAfter } from '../../src/features/earn/form.ts';
import { dailyRate, drawnDays, effectiveYearly, fewDays, type Offer, planOf } from '../../src/features/earn/offer.ts';
import { readFinanceSearch, readProductSearch } from '../../src/features/earn/search.ts';

const zero = asDecimal('0.000000');
const staking: Offer = {
  ...{ id: '2', version: 1, coin: 'USDT', state: 'open', kind: 'pledge', tab: 0, flexible: false, seq: 7 },
  ...{ min: asDecimal('100.000000'), max: asDecimal('50000.000000'), limit: asDecimal('20000000.000000') },
  ...{ remainingAmount: asDecimal('20000000.000000'), cycle: 30, vip: 0, early: true, penalty: asDecimal('0.010000') },
  ...{
    times: 3,
    remainingTimes: 2,
    sold: zero,
    promised: zero,
    paid: zero,
    returned: zero,
    reserved: zero,
    free: zero,
  },
  rate: '0.000160000',
};
const locked: Offer = {
  ...staking,
  kind: 'finance',
  tab: 1,
  cycle: 60,
  early: false,
  penalty: zero,
  rate: '0.060000000',
};
const flexible: Offer = { ...locked, tab: 3, cycle: 1, early: true, flexible: true, rate: '0.015000000' };
const DAY = 86_400_000;
const START = 1_700_000_000_000;

describe('the plan by day (money §6)', () => {
  test('staking: what is paid by each day is ⌊principal × rate × days⌋, and redeeming costs penalty and the rest', () => {
    const plan = planOf(staking, '1000', START);
    expect(plan).toMatchObject({ yield: '4.800000', back: '1004.800000', ends: START + 30 * DAY });
    expect(plan?.days).toHaveLength(31);
    expect(plan?.days[0]).toMatchObject({ paid: '0.000000', cost: '14.800000', end: '990.000000' });
    expect(plan?.days[10]).toMatchObject({ paid: '1.600000', cost: '13.200000', end: '991.600000' });
    expect(plan?.days[30]).toMatchObject({ paid: '4.800000', cost: null, end: '1004.800000' });
    for (const { cost, end } of plan?.days.slice(0, 30) ?? [])
      expect(Number(cost) + Number(end)).toBeCloseTo(1_004.8, 6);
  });

  test('locked finance: accrues, is paid on the last day, and cannot be redeemed', () => {
    const plan = planOf(locked, '3650', START);
    expect(plan).toMatchObject({ yield: '36.000000', back: '3686.000000' });
    expect(plan?.days[59]).toMatchObject({ earned: '35.400000', paid: '0.000000', cost: null, end: null });
    expect(plan?.days[60]).toMatchObject({ paid: '36.000000', end: '3686.000000' });
  });

  test('flexible finance: each day is a term of its own, rounded down, and the running day is given up', () => {
    const plan = planOf(flexible, '7300', START);
    expect(plan?.days[1]).toMatchObject({ paid: '0.300000', cost: '0.300000', end: '7300.300000' });
    const small = planOf(flexible, '0.03', START);
    // A day of 0.03 is 1.2 millionths: thirty days are 30 of them, not 36.
    expect(small?.yield).toBe('0.000030');
  });

  test('no amount, none that is a number, none the exchange could hold: no plan', () => {
    for (const amount of ['', '0', '.', 'x', '99999999999999'])
      expect(planOf(staking, amount, START), amount).toBeUndefined();
  });

  test('a short table keeps the first and the last days; a picture has at most so many steps, the last included', () => {
    const days = planOf({ ...staking, cycle: 365 }, '1000', START)?.days ?? [];
    expect(fewDays(days).map(({ day }) => day)).toEqual([0, 1, 91, 183, 364, 365]);
    const drawn = drawnDays(days, 60);
    expect(drawn.length).toBeLessThanOrEqual(60);
    expect(drawn.at(-1)?.day).toBe(365);
  });
});

test('the effective annual rate is that of buying again with the yield; finance has its daily share', () => {
  expect(dailyRate(staking)).toBe('0.000160000');
  expect(dailyRate(locked)).toBe('0.000164383');
  expect(Number(effectiveYearly(staking))).toBeCloseTo(1.0048 ** (365 / 30) - 1, 6);
  expect(Number(effectiveYearly(flexible))).toBeCloseTo((1 + 0.015 / 365) ** 365 - 1, 6);
});

describe('the ticket (calls §9)', () => {
  const facts: EarnFacts = { signedIn: true, vip: 0, available: '1000.000000', held: '50.000000' };
  const problem = (amount: string, offer: Partial<Offer> = {}, more: Partial<EarnFacts> = {}) =>
    validateEarn({ ...staking, ...offer }, amount, { ...facts, ...more })?.kind;

  test('names the first fault, in the order a user would fix them', () => {
    expect(problem('500')).toBeUndefined();
    for (const state of ['closed', 'soldOut', 'unfunded'] as const) expect(problem('500', { state })).toBe(state);
    expect(problem('500', {}, { signedIn: false })).toBe('login');
    expect(problem('500', { vip: 1 })).toBe('vip');
    expect(problem('500', { remainingTimes: 0 })).toBe('times');
    expect(problem('')).toBe('amount');
    expect(problem('0')).toBe('amount');
    expect(problem('.')).toBe('unreadable');
    expect(problem('99.999999')).toBe('least');
    expect(problem('50000.000001')).toBe('most');
    expect(problem('500', { remainingAmount: asDecimal('499.999999') })).toBe('left');
    expect(problem('1000.000001')).toBe('lack');
    expect(problem('500', {}, { available: undefined })).toBe('loading');
  });

  test('Max is the least of what is available, left and allowed; both wallets are shown before and after', () => {
    expect(mostOf(staking, '1000.000000')).toBe('1000');
    expect(mostOf({ ...staking, max: asDecimal('200.000000') }, '1000.000000')).toBe('200');
    expect(mostOf({ ...staking, remainingAmount: asDecimal('150.500000') }, '1000.000000')).toBe('150.5');
    expect(mostOf(staking, undefined)).toBe('');
    expect(walletsAfter(staking, '400', facts)).toEqual({ spot: '600.000000', finance: '450.000000' });
    expect(walletsAfter(staking, '1001', facts)).toEqual({ spot: undefined, finance: undefined });
  });

  test('compares the terms that a customer sees (4008)', () => {
    expect(changedTerms(staking, { ...staking, version: 2, sold: asDecimal('1.000000') } as Offer)).toEqual([]);
    expect(changedTerms(staking, { ...staking, version: 2, rate: '0.0001', penalty: zero })).toEqual([
      'rate',
      'penalty',
    ]);
  });
});

test('the pages’ search keeps what they know and drops the rest (§2)', () => {
  expect(readFinanceSearch({ tab: 'mine', other: 1 })).toEqual({ tab: 'mine' });
  expect(readFinanceSearch({ tab: 'all' })).toEqual({});
  expect(readProductSearch({ id: 7 })).toEqual({ id: 7 });
  for (const id of ['7', -1, 0, 1.5, null, {}]) expect(readProductSearch({ id })).toEqual({});
});
