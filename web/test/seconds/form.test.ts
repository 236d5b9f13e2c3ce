// §5 second contracts on the page: the ticket's pure functions.

import { asDecimal, type Period } from '@vitrine/contract';
import { expect, test } from 'vitest';
import {
  emptySecond,
  reduceSecond,
  type SecondConditions,
  type SecondFacts,
  summariseSecond,
  validateSecond,
} from '../../src/features/seconds/form.ts';

const period = (id: string, seconds: number, odds: string): Period => ({
  id,
  seconds,
  odds: asDecimal(odds),
  breakEven: asDecimal('0.5'),
  min: asDecimal('1'),
  max: asDecimal('5000'),
  coin: 'USDT',
  ruleVersion: 1,
});
const facts: SecondFacts = {
  periods: [period('30', 30, '0.8'), period('60', 60, '0.85')],
  scale: 6,
  available: '440.000001',
};
const open: SecondConditions = { signedIn: true, known: true, line: 'open', state: 'valid', opensAt: null };
const typed = (stake: string, periodId = '60') => ({ periodId, stake });
const problem = (stake: string, conditions: Partial<SecondConditions> = {}, other: Partial<SecondFacts> = {}) => {
  const all = { ...facts, ...other };
  const state = typed(stake);
  return validateSecond(state, all, summariseSecond(state, all), { ...open, ...conditions });
};

test('§5 a stake of 100 at 0.85 wins 85, pays back 185, breaks even at 54.0541 %, and a coin toss loses 7.50', () => {
  expect(summariseSecond(typed('100'), facts)).toMatchObject({
    win: '85.000000',
    back: '185.000000',
    breakEven: 540_541,
    tossLoss: '7.500000',
    before: '440.000001',
    after: '340.000001',
  });
});

test('§5 the win of an odd stake rounds down to the atom', () => {
  expect(summariseSecond(typed('0.000001'), facts)).toMatchObject({ win: '0.000000', back: '0.000001' });
  expect(summariseSecond(typed('33.333333', '30'), facts).win).toBe('26.666666');
});

test('the first period on sale is chosen until another is; one that is sold no more falls back to it', () => {
  expect(summariseSecond(emptySecond, facts).period?.id).toBe('30');
  expect(summariseSecond({ periodId: '90', stake: '' }, facts).period?.id).toBe('30');
});

test('parts of what is available are floored to the atom and end at the greatest stake', () => {
  const part = (percent: number, available: string) =>
    reduceSecond(typed(''), { type: 'part', percent }, { ...facts, available }).stake;
  expect(part(25, '440.000001')).toBe('110');
  expect(part(100, '440.000001')).toBe('440.000001');
  expect(part(100, '9000')).toBe('5000');
  expect(part(100, '0')).toBe('');
});

test.each([
  [
    'closed before anything else',
    '',
    { state: 'closed', signedIn: false, opensAt: 7 } as const,
    { kind: 'closed', opensAt: 7 },
  ],
  ['a guest logs in', '10', { signedIn: false } as const, { kind: 'login' }],
  ['a cut line', '10', { line: 'cut' } as const, { kind: 'cut' }],
  ['§11 an aging index', '10', { state: 'aging' } as const, { kind: 'aging' }],
  ['§11 a stale index', '10', { state: 'stale' } as const, { kind: 'stale' }],
  ['nothing heard yet', '10', { known: false } as const, { kind: 'loading' }],
  ['no stake', '', {}, { kind: 'stake' }],
  ['a stake of nothing', '0', {}, { kind: 'stake' }],
  ['more digits than the coin', '1.0000001', {}, { kind: 'unreadable' }],
  ['below the least', '0.999999', {}, { kind: 'least', bound: '1' }],
  ['above the most', '5000.000001', {}, { kind: 'most', bound: '5000' }],
  ['more than the wallet', '440.000002', {}, { kind: 'lack', lack: '0.000001' }],
])('%s is shown first', (_name, stake, conditions, expected) => {
  expect(problem(stake, conditions)).toEqual(expected);
});

test('an empty wallet is said before a stake is asked for', () => {
  expect(problem('', {}, { available: '0' })).toEqual({ kind: 'empty' });
  expect(problem('10', {}, { available: '0.000000' })).toEqual({ kind: 'empty' });
  expect(problem('', {}, { available: undefined })).toEqual({ kind: 'stake' });
});

test('all that is there is taken; nothing on sale is said', () => {
  expect(problem('440.000001')).toBeUndefined();
  expect(problem('10.')).toBeUndefined();
  expect(problem('10', {}, { periods: [] })).toEqual({ kind: 'noPeriods' });
});
