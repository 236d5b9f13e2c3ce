// Before a market with hours closes the page says what the exchange does (issue 13 A.8; money §3): the margin of openings,
// what may leave, what is reduced and the margin that avoids it; random positions in a real core.

import { closingRate } from '@vitrine/core/formula';
import { randomTests } from '@vitrine/core/test';
import {
  ANNA,
  BEN,
  command,
  ContractWorld,
  encodeCommand,
  HOURLY,
  HOURS,
  ISOLATED,
  LONG,
  NO_KEY,
  NOON,
  SHORT,
  TIERS,
} from '@vitrine/core/test/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coveredNow, excessAt, nearClose, rateNow } from '../../src/features/contract/closing.ts';
import { noPosition, type Own } from '../../src/features/contract/ticket/form.ts';
import { marginPlan } from '../../src/features/contract/dialogs/margin.ts';
import { needOf, valueAtTicks } from '../../src/features/contract/calculate.ts';
import type { ContractTerms } from '../../src/features/contract/terms.ts';
import { linear } from './kit.ts';

const { rounds, usual } = randomTests(import.meta.url);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CLOSES = NOON + 3 * HOUR;
const PRICE = 50;

/** Steps as the page has them: with the amounts that make maintenance continuous. */
function columns(): ContractTerms['tiers'] {
  const amount: number[] = [];
  for (const [at, { rate }] of TIERS.entries()) {
    const before = TIERS[at - 1];
    const more = before ? (before.cap * (rate - before.rate)) / 1_000_000 : 0;
    amount.push((amount[at - 1] ?? 0) + more);
  }
  return {
    cap: TIERS.map(({ cap }) => cap),
    rate: TIERS.map(({ rate }) => rate),
    leverage: TIERS.map(({ leverage }) => leverage),
    amount,
  };
}

/** A market that closes at CLOSES for `closed` ms, and its terms as the page has them at the world's time. */
class Closing extends ContractWorld {
  readonly shut: number;
  readonly base: number;

  constructor(closed: number, base: number) {
    super({ calendar: HOURS });
    this.shut = closed;
    this.base = base;
    const sessions = [
      { opens: NOON - HOUR, closes: CLOSES },
      { opens: CLOSES + closed, closes: CLOSES + closed + HOUR },
    ];
    this.must(command('hours.set', { calendar: HOURS, sessions }));
    this.tick();
  }

  get terms(): ContractTerms {
    const nextRate = closingRate(this.base, CLOSES, CLOSES + this.shut);
    const closing = { rate: this.base, nextRate, closesAt: CLOSES };
    const tiers = { ...linear, perLot: 10, tiers: columns(), count: TIERS.length };
    return {
      ...tiers,
      hours: true,
      closing,
      closingRate: rateNow(closing, this.time),
      coveredRate: coveredNow(closing, this.time),
    };
  }

  own(side: number): Own {
    const position = this.position(ANNA, side, HOURLY);
    if (position === undefined) return noPosition;
    const { lots, cost, margin, leverage } = position;
    return { ...noPosition, lots, cost, margin, leverage, marginMode: 'fixed' };
  }
}

const anyClose = fc.record({
  closed: fc.constantFrom(17 * HOUR, 25 * HOUR),
  side: fc.constantFrom(LONG, SHORT),
  leverage: fc.integer({ min: 2, max: 10 }),
  lots: fc.integer({ min: 5, max: 25 }),
  /** Minutes before the close at which the second order is placed. */
  before: fc.integer({ min: 15, max: 120 }),
  drift: fc.integer({ min: -150, max: 150 }),
  /** Ticks that the second order's price is above the mark. */
  off: fc.integer({ min: -2, max: 2 }),
});

describe('issue 13 A.8: before a close the page and the exchange agree', () => {
  test('on the margin of an opening, on what may leave, and on what is reduced', () => {
    const seen = { reduced: 0, covered: 0, doubled: 0, asked: 0, lost: 0 };
    fc.assert(
      fc.property(anyClose, ({ closed, side, leverage, lots, before, drift, off }) => {
        const world = new Closing(closed, 100_000);
        const other = side === LONG ? 2 : 1;
        const fields = { market: HOURLY, marginMode: ISOLATED };
        world.go(BEN, other, lots, PRICE, { ...fields, leverage: 2 });
        world.go(ANNA, side, lots, PRICE, { ...fields, leverage });
        world.time = CLOSES - before * MINUTE;
        world.must(world.ticks([10_000, PRICE * 100]));
        const { terms } = world;
        if (terms.closingRate > 100_000) seen.doubled += 1;
        // An opening order of as much again, near the price of the mark.
        const price = PRICE + off;
        const order = world.contractOf(ANNA, { ...fields, direction: side, lots, price, leverage });
        const asked = world.exchange.ask(encodeCommand(order), 0);
        const [mark, index] = [world.contracts.marks.get(HOURLY) ?? 0, world.contracts.indexes.get(HOURLY) ?? 0];
        const need = needOf(terms, side, lots, valueAtTicks(terms, lots, price), leverage, 5_000, [mark, index]);
        if (asked.code === 200) expect([asked.numbers[1], asked.numbers[3]]).toEqual([need.margin, need.loss]);
        if (asked.code === 200 && terms.coveredRate > 0 && need.loss < lots * 10 * Math.abs(off)) seen.lost += 1;
        if (asked.code === 200) seen.asked += 1;
        // What may leave.
        const position = world.position(ANNA, side, HOURLY)?.position ?? 0;
        const out = command('position.margin', { user: ANNA, ...NO_KEY, position, flag: 2, amount: 2 ** 50 });
        const plan = marginPlan(terms, side, world.own(side), [mark, index], 0, false, 1);
        expect(world.exchange.ask(encodeCommand(out), 0)).toMatchObject({ code: 2205, expected: plan.most });
        // What is reduced at ten minutes, and the margin that avoids it.
        world.time = CLOSES - 10 * MINUTE - 1;
        world.must(world.ticks([10_000, PRICE * 100 + drift]));
        const now = world.contracts.indexes.get(HOURLY) ?? 0;
        const own = world.own(side);
        const excess = excessAt(world.terms, { side, ...own }, now);
        world.time += 1;
        world.batch([]);
        const event = world.emitted('closing.excess').find(({ user, step }) => user === ANNA && step === 1);
        expect(event?.lots ?? 0).toBe(excess.lots);
        seen[excess.lots > 0 ? 'reduced' : 'covered'] += 1;
        expect(excessAt(world.terms, { side, ...own, margin: own.margin + excess.margin }, now).lots).toBe(0);
        if (excess.margin > 0)
          expect(excessAt(world.terms, { side, ...own, margin: own.margin + excess.margin - 1 }, now).lots).toBe(1);
      }),
      rounds(40),
    );
    if (!usual) return;
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3);
  });

  test('counts down whole minutes from sixty on, and to ten before it', () => {
    const closing = { rate: 50_000, nextRate: 100_000, closesAt: CLOSES };
    expect(nearClose(closing, CLOSES - HOUR - 1)).toBeUndefined();
    expect(rateNow(closing, CLOSES - HOUR - 1)).toBe(50_000);
    expect(nearClose(closing, CLOSES - HOUR)).toEqual({ minutes: 60, reducedIn: 50, rate: 100_000 });
    expect(rateNow(closing, CLOSES - HOUR)).toBe(100_000);
    expect(nearClose(closing, CLOSES - 10 * MINUTE)).toEqual({ minutes: 10, reducedIn: 0, rate: 100_000 });
    expect(nearClose(closing, CLOSES)).toBeUndefined();
    expect(nearClose(undefined, CLOSES)).toBeUndefined();
    expect(rateNow(undefined, CLOSES)).toBe(0);
  });
});
