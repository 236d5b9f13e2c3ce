// §7 borrowing on the page: what may be borrowed, what a repayment does (money §4).

import { asDecimal, type CanBorrow } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { danger } from '../../src/features/margin/level.tsx';
import { isAll, mostRepaid, summariseRepay, validateBorrow, validateRepay } from '../../src/features/margin/form.ts';

const limits = (most: string): CanBorrow => ({
  coin: 'USDT',
  symbolName: null,
  canBorrow: asDecimal(most),
  borrowed: asDecimal('0.000000'),
  interest: asDecimal('0.000000'),
  hourRate: asDecimal('0.00001'),
  level: null,
});

test.each([
  ['nothing read yet', '1', undefined, { kind: 'loading' }],
  ['nothing lent', '1', limits('0.000000'), { kind: 'nothingLent' }],
  ['no amount', '', limits('10.000000'), { kind: 'amount' }],
  ['an amount of nothing', '0.0', limits('10.000000'), { kind: 'amount' }],
  ['more digits than the coin', '1.0000001', limits('10.000000'), { kind: 'unreadable' }],
  ['an atom too much', '10.000001', limits('10.000000'), { kind: 'beyond', by: '0.000001' }],
  ['all of it', '10', limits('10.000000'), undefined],
  ['a point at the end', '9.', limits('10.000000'), undefined],
])('borrowing: %s', (_name, amount, most, expected) => {
  expect(validateBorrow(amount, most)).toEqual(expected);
});

const owed = { principal: '100.000000', interest: '0.500000', available: '60.000000' };

test('§4 interest is repaid first, then principal; what is left is exact', () => {
  expect(summariseRepay('0.3', owed)).toEqual({
    interest: '0.300000',
    principal: '0.000000',
    left: '100.200000',
    availableAfter: '59.700000',
  });
  expect(summariseRepay('60', owed)).toEqual({
    interest: '0.500000',
    principal: '59.500000',
    left: '40.500000',
    availableAfter: '0.000000',
  });
  expect(summariseRepay('60.000001', owed)).toBeUndefined();
});

test('all is what is owed, or what is there of it', () => {
  expect(mostRepaid(owed)).toBe('60');
  expect(mostRepaid({ ...owed, available: '500.000000' })).toBe('100.5');
  expect(mostRepaid({ ...owed, available: '0.000000' })).toBe('');
  expect(isAll('100.50', owed)).toBe(true);
  expect(isAll('100.499999', owed)).toBe(false);
});

test.each([
  ['nothing read yet', '1', undefined, { kind: 'loading' }],
  ['nothing owed', '1', { ...owed, principal: '0.000000', interest: '0.000000' }, { kind: 'nothingOwed' }],
  ['no amount', '', owed, { kind: 'amount' }],
  ['more than owed', '100.500001', { ...owed, available: '500.000000' }, { kind: 'beyond', by: '0.000001' }],
  ['more than there', '60.000001', owed, { kind: 'lack', by: '0.000001' }],
  ['what is there', '60', owed, undefined],
])('repaying: %s', (_name, amount, of, expected) => {
  expect(validateRepay(amount, of)).toEqual(expected);
});

test('§4 the level is dangerous at the call, at its end at liquidation', () => {
  const levels = {
    borrowLevel: asDecimal('1.50'),
    callLevel: asDecimal('1.30'),
    liquidationLevel: asDecimal('1.10'),
    transferOutLevel: asDecimal('2'),
  };
  const at = (level: string | null) => danger({ ...levels, level: level === null ? null : asDecimal(level) });
  expect([at(null), at('1.300001'), at('1.3'), at('1.100001'), at('1.1')]).toEqual([
    'none',
    'safe',
    'call',
    'call',
    'end',
  ]);
});
