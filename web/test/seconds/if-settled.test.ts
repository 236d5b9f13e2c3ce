// §5, §4 second order list: what a running contract would bring at the index of now.

import { asDecimal, type Second } from '@vitrine/contract';
import { SECOND_RESULT } from '@vitrine/core/enum';
import { expect, test } from 'vitest';
import { ifSettled } from '../../src/features/seconds/if-settled.ts';

const row = (direction: number, openPrice: string | null): Second =>
  ({
    ...{ direction, openPrice, amount: asDecimal('10'), expectedProfit: asDecimal('8.5') },
  }) as Second;

test('§5 ahead it brings stake and win, behind nothing, equal the stake', () => {
  expect(ifSettled(row(1, '100.00'), '100.01', 2)).toEqual({ stands: SECOND_RESULT.won, back: '18.5', result: '8.5' });
  expect(ifSettled(row(2, '100.00'), '100.01', 2)).toEqual({ stands: SECOND_RESULT.lost, back: '0', result: '-10' });
  expect(ifSettled(row(2, '100.00'), '100', 2)).toEqual({ stands: SECOND_RESULT.tied, back: '10', result: '0' });
});

test('§5 nothing is shown before it has opened, or without an index', () => {
  expect(ifSettled(row(1, null), '100', 2)).toBeUndefined();
  expect(ifSettled(row(1, '100'), undefined, 2)).toBeUndefined();
});
