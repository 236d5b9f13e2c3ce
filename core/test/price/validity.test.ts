// money §11 as a table: each cell of it, through real commands where the product exists.
import { describe, expect, it } from 'vitest';
import {
  AGING,
  allows,
  CLOSED,
  LIMITS,
  NO,
  STALE,
  USE,
  type Use,
  VALID,
  VALIDITY,
  whyNot,
  YES,
} from '../../src/price/index.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { ANNA, BEN, MARKET, SELL, STOP_MARKET, World } from '../kit/world.ts';

type Row = readonly [second: number, leverage: number, close: number, settle: number, limit: number, market: number];

/** The table of the rules, written a second time. */
const RULES: readonly (readonly [name: string, state: number, row: Row])[] = [
  ['valid', VALID, [YES, YES, YES, YES, YES, YES]],
  ['aging', AGING, [NO, YES, YES, YES, YES, YES]],
  ['stale', STALE, [NO, NO, YES, NO, YES, NO]],
  ['closed', CLOSED, [NO, NO, LIMITS, NO, NO, NO]],
];

/** Market 2 of a world that has something to trade with, its index in that state. */
function worldIn(state: number): World {
  const world = new World({ calendar: HOURS });
  world.must(
    command('hours.set', { calendar: HOURS, sessions: [{ opens: world.time, closes: world.time + 100_000 }] }),
  );
  world.tick();
  world.sell(BEN, 20, 51, { market: 2 });
  if (state === AGING) world.wait(2_001);
  if (state === STALE) world.wait(10_001);
  if (state === CLOSED) world.wait(100_000);
  expect(world.audit.instruments.get(2)!.state).toBe(state);
  return world;
}

describe('money §11 the table of states and uses', () => {
  for (const [name, state, row] of RULES) {
    it(`${name}: every cell, and no cell beyond`, () => {
      expect(VALIDITY[state]).toEqual(row);
      for (const [at, use] of Object.values(USE).entries()) expect(allows(state, use)).toBe(row[at]);
      expect(Object.keys(USE)).toHaveLength(row.length);
    });

    const [, , , , limit, market] = row;
    it(`${name}: a limit order on spot is ${limit === YES ? 'taken' : 'refused'}`, () => {
      const reply = worldIn(state).place(ANNA, { market: 2, lots: 3, price: 50 });
      expect(reply.code).toBe(limit === YES ? 200 : whyNot(state));
    });

    it(`${name}: a market order on spot is ${market === YES ? 'taken' : 'refused'}`, () => {
      const reply = worldIn(state).place(ANNA, { market: 2, type: MARKET, lots: 3 });
      expect(reply.code).toBe(market === YES ? 200 : whyNot(state));
    });

    it(`${name}: cancelling is always allowed`, () => {
      const world = worldIn(state);
      expect(world.cancelAll(BEN)).toMatchObject({ code: 200, result: 1 });
    });

    it(`${name}: a trigger by index ${market === YES ? 'fires' : 'rests'}`, () => {
      const world = new World({ calendar: HOURS });
      const sessions = [
        { opens: world.time, closes: world.time + 1_000 },
        { opens: world.time + 50_000, closes: world.time + 90_000 },
      ];
      world.must(command('hours.set', { calendar: HOURS, sessions }));
      world.tick();
      world.must(world.order(ANNA, { market: 2, type: STOP_MARKET, side: SELL, lots: 2, trigger: 40 }));
      if (state === CLOSED) world.wait(1_000);
      world.must(world.ticks([10_000, 4_000], { used: state === STALE ? 1 : 3, spread: state === AGING ? 1_000 : 0 }));
      expect(world.told('tick')[1]!.state).toBe(state);
      expect(world.told('order.triggered')).toHaveLength(market === YES ? 1 : 0);
    });
  }

  it('an instrument nobody listed allows nothing', () => {
    for (const use of Object.values(USE) as Use[]) expect(allows(0, use)).toBe(NO);
    expect(VALIDITY).toHaveLength(5);
  });

  it('says why: closed 2001, aging 2004, stale 2005 (calls §9)', () => {
    expect([whyNot(CLOSED), whyNot(AGING), whyNot(STALE)]).toEqual([2_001, 2_004, 2_005]);
  });
});
