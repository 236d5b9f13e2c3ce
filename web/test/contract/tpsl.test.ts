import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, test } from 'vitest';
import { type TpslBasis, hitAtOnce, noTpsl, resultAt, typedTpsl } from '../../src/features/contract/dialogs/tpsl.ts';
import { reasonsToAsk, RISK_LIMITS } from '../../src/features/contract/positions/risk.ts';
import { whole } from '../../src/features/contract/terms.ts';
import { inverse, linear } from './kit.ts';

const { rounds } = randomTests(import.meta.url);

const long: TpslBasis = { terms: linear, side: 1, lots: 1_000, cost: 100_000_000, leverage: 20 };

describe('stop-profit and stop-loss: price, percent and profit are one thing', () => {
  test('a typed price tells percent of the margin and profit', () => {
    expect(typedTpsl(noTpsl, 'price', '10100', 'profit', long)).toEqual({
      meant: 'price',
      price: '10100',
      percent: '20',
      result: '1.000000',
    });
    expect(typedTpsl(noTpsl, 'price', '9900', 'loss', long)).toMatchObject({ percent: '20', result: '1.000000' });
  });

  test('a typed percent and a typed profit tell the price', () => {
    expect(typedTpsl(noTpsl, 'percent', '50', 'loss', long)).toMatchObject({ price: '9750.0', result: '2.500000' });
    expect(typedTpsl(noTpsl, 'result', '2.5', 'profit', long)).toMatchObject({ price: '10250.0', percent: '50' });
  });

  test('without a position there is only what was typed', () => {
    expect(typedTpsl(noTpsl, 'percent', '50', 'loss', undefined)).toEqual({
      meant: 'percent',
      price: '',
      percent: '50',
      result: '',
    });
  });

  test('a price computed from a profit makes that profit, to the tick', () => {
    const worlds = fc.record({
      coin: fc.boolean(),
      side: fc.constantFrom(1, 2),
      lots: fc.integer({ min: 10, max: 50_000 }),
      ticks: fc.integer({ min: 20_000, max: 200_000 }),
      part: fc.integer({ min: 1, max: 40 }),
      kind: fc.constantFrom('profit' as const, 'loss' as const),
    });
    fc.assert(
      fc.property(worlds, ({ coin, side, lots, ticks, part, kind }) => {
        const terms = coin ? inverse : linear;
        const cost = coin ? Math.ceil((lots * terms.perLot) / ticks) : lots * ticks;
        const basis: TpslBasis = { terms, side, lots, cost, leverage: 10 };
        const wanted = Math.trunc((cost * part) / 100);
        const guard = typedTpsl(
          noTpsl,
          'result',
          (wanted / 10 ** terms.settleScale).toFixed(terms.settleScale),
          kind,
          basis,
        );
        const at = whole(guard.price, 1);
        if (at === undefined) return;
        const sign = kind === 'profit' ? 1 : -1;
        const tick = Math.abs(resultAt(basis, at + 1) - resultAt(basis, at));
        expect(Math.abs(sign * resultAt(basis, at) - wanted)).toBeLessThanOrEqual(tick + 1);
      }),
      rounds(300),
    );
  });

  test('each is hit from its own side', () => {
    expect(hitAtOnce('profit', 1, 100, 10_000)).toBe(true);
    expect(hitAtOnce('profit', 1, 101, 10_000)).toBe(false);
    expect(hitAtOnce('loss', 1, 99, 10_000)).toBe(false);
    expect(hitAtOnce('loss', 2, 101, 10_000)).toBe(false);
    expect(hitAtOnce('profit', 2, 101, 10_000)).toBe(true);
  });
});

describe('confirmation by risk, never by habit', () => {
  const calm = { required: 10, equity: 1_000, price: 10_000, liquidation: 9_000, leverage: 10 };
  test('a calm order is not asked about', () => expect(reasonsToAsk(calm)).toEqual([]));

  test.each([
    ['liquidation nearer than 3 %', { ...calm, liquidation: 9_701 }, ['liquidation']],
    ['exactly 3 % away is not near', { ...calm, liquidation: 9_700 }, []],
    ['more than half of what one has', { ...calm, required: 501 }, ['share']],
    ['exactly half is not more', { ...calm, required: 500 }, []],
    ['a leverage above 50', { ...calm, leverage: 51 }, ['leverage']],
    ['exactly 50 is not above', { ...calm, leverage: 50 }, []],
    ['an empty wallet', { ...calm, equity: 0 }, ['share']],
    ['no liquidation at all', { ...calm, liquidation: 0 }, []],
    [
      'all of it',
      { required: 900, equity: 1_000, price: 10_000, liquidation: 9_950, leverage: 125 },
      ['liquidation', 'share', 'leverage'],
    ],
  ] as const)('%s', (_, risk, kinds) => {
    expect(reasonsToAsk(risk).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('the limits are data', () => expect(RISK_LIMITS).toEqual({ distance: 30_000, share: 500_000, leverage: 50 }));
});
