import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import {
  exact,
  fundingOwed,
  maintenanceAt,
  shownTrigger,
  triggerOf,
  unrealisedAt,
  valueAt,
  wholeFee,
} from '@vitrine/core/formula';
import { describe, expect, test } from 'vitest';
import { noPosition, type Own } from '../../src/features/contract/ticket/form.ts';
import { leverageChange } from '../../src/features/contract/ticket/leverage.ts';
import { marginPlan } from '../../src/features/contract/dialogs/margin.ts';
import type { Holding } from '../../src/features/contract/calculate.ts';
import { priceRange, simulate } from '../../src/features/contract/dialogs/simulate.ts';
import { facts, inverse, linear } from './kit.ts';

const { rounds } = randomTests(import.meta.url);

const long: Holding = { lots: 1_000, cost: 100_000_000, margin: 5_000_000 };
const still = { cents: 10_000_000, hours: 0, rate: 0, added: 0 };

describe('the liquidation simulator, by the core’s formula', () => {
  test('nothing changed is the position as it is', () => {
    expect(simulate(linear, 1, long, still)).toEqual({
      funding: 0,
      margin: 5_000_000,
      unrealised: 0,
      equity: 5_000_000,
      maintenance: 400_000,
      ratio: 80_000,
      liquidation: 9_538_153,
      distance: 46_185,
      liquidated: false,
      left: 4_950_000,
    });
  });

  test('it is liquidated exactly from the trigger on, in both kinds and directions', () => {
    const worlds = fc.record({
      coin: fc.boolean(),
      side: fc.constantFrom(1, 2),
      // From here on a cent is more than the atoms that rounding takes.
      lots: fc.integer({ min: 2_000, max: 40_000 }),
      ticks: fc.integer({ min: 30_000, max: 300_000 }),
      leverage: fc.integer({ min: 2, max: 50 }),
    });
    fc.assert(
      fc.property(worlds, ({ coin, side, lots, ticks, leverage }) => {
        const terms = coin ? inverse : linear;
        const cost = valueAt(terms.type, terms.perLot, lots, ticks * 100, 1);
        const holding = { lots, cost, margin: Math.ceil(cost / leverage) };
        const trigger = triggerOf(terms, side, lots, cost, holding.margin);
        if (trigger <= 1) return;
        const at = (cents: number) => simulate(terms, side, holding, { ...still, cents });
        const beyond = side === 1 ? -2 : 2;
        expect(at(trigger + beyond).liquidated).toBe(true);
        expect(at(trigger - beyond).liquidated).toBe(false);
        expect(at(trigger + beyond).distance).toBe(0);
        expect(at(trigger - beyond).distance).toBeGreaterThan(0);
        expect(at(ticks * 100).liquidation).toBe(shownTrigger(terms, side, lots, cost, holding.margin));
      }),
      rounds(300),
    );
  });

  test('funding is paid by the side the rate says, rounded against it', () => {
    const scene = { ...still, hours: 24, rate: 100_000 };
    const owed = fundingOwed(exact.fraction(100_000_000), 100_000, 24);
    expect(simulate(linear, 1, long, scene).funding).toBe(0 - owed);
    expect(simulate(linear, 2, long, scene).funding).toBe(30_000);
    expect(simulate(linear, 2, long, { ...scene, rate: -100_000 }).funding).toBe(0 - owed);
  });

  test('added margin moves the liquidation away and is there at the end', () => {
    const more = simulate(linear, 1, long, { ...still, added: 1_000_000 });
    expect(more.liquidation).toBeLessThan(9_538_153);
    expect(more.left).toBe(5_950_000);
  });

  test('what is left is never below nothing', () => {
    const lost = simulate(linear, 1, long, { ...still, cents: 9_000_000 });
    expect(lost).toMatchObject({ liquidated: true, ratio: 1_000_000, left: 0 });
  });

  test('the slider goes from half to double', () =>
    expect(priceRange(10_000_000)).toEqual({ least: 5_000_000, most: 20_000_000 }));
});

describe('margin and leverage of what is open', () => {
  const own: Own = { ...noPosition, ...long, id: '1', marginMode: 'fixed', leverage: 20, canClose: 1_000 };

  test('adding is bounded by the wallet, taking back by the initial margin and what is lost', () => {
    expect(marginPlan(linear, 1, own, [10_000_000], 2_000_000, true, 2_000_001).flaw).toBe('tooMuch');
    const added = marginPlan(linear, 1, own, [10_000_000], 2_000_000, true, 2_000_000);
    expect(added).toMatchObject({ flaw: undefined, marginAfter: 7_000_000, availableAfter: 0 });
    expect(added.liquidationAfter).toBeLessThan(added.liquidationNow);
    expect(marginPlan(linear, 1, own, [10_000_000], 0, false, 1).most).toBe(0);
    const richer = { ...own, margin: 8_000_000 };
    expect(marginPlan(linear, 1, richer, [10_000_000], 0, false, 3_000_000)).toMatchObject({
      flaw: undefined,
      most: 3_000_000,
    });
    expect(marginPlan(linear, 1, richer, [9_900_000], 0, false, 1).most).toBe(8_000_000 - 4_950_000 - 1_000_000);
    expect(marginPlan(linear, 1, own, [10_000_000], 5, true, undefined).flaw).toBe('missing');
  });

  test('what may be taken back never leaves it below its maintenance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 9_600_000, max: 10_400_000 }),
        fc.integer({ min: 0, max: 50_000_000 }),
        (mark, extra) => {
          const richer = { ...own, margin: own.margin + extra };
          const { most } = marginPlan(linear, 1, richer, [mark], 0, false, undefined);
          const equity = richer.margin - most + unrealisedAt(2, 1, 1, own.lots, own.cost, mark);
          if (most > 0) expect(equity).toBeGreaterThan(maintenanceAt(2, 1, 0, linear.tiers, 0, 3, own.lots, mark));
        },
      ),
      rounds(100),
    );
  });

  test('less leverage takes margin from the wallet and moves the liquidation away; more gives it back', () => {
    const world = { ...facts, long: own };
    const less = leverageChange(world, 'fixed', 10);
    expect(less).toMatchObject({ moved: 5_000_000, most: 125 });
    expect(less?.sides[0]).toMatchObject({ marginNow: 5_000_000, marginAfter: 10_000_000 });
    expect(leverageChange(world, 'fixed', 40)?.moved).toBe(-2_500_000);
    expect(leverageChange(world, 'all', 10)?.sides).toEqual([]);
  });

  test('the fee of a close is the taker’s', () => expect(wholeFee(100_000_000, linear.taker)).toBe(50_000));
});
