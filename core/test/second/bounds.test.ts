// Second contracts within the tables' bounds: full ones refuse, and a known customer needs no new row of sums (core §7).

import { expect, it } from 'vitest';
import type { Registry } from '../../src/state/index.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { MAX_CONTRACTS } from '../../src/second/contracts.ts';
import { agreed } from '../desk/kit.ts';
import { PERIODS, POOL, SecondWorld, setOf } from './kit.ts';

/** Makes a table say that it is full. */
function fill(world: SecondWorld, name: string): void {
  const { registry } = (world.exchange as unknown as { readonly parts: { readonly registry: Registry } }).parts;
  registry.tables.find((table) => table.name === name)!.full = () => true;
}

const REFUSED = { code: 2110, expected: MAX_CONTRACTS, got: MAX_CONTRACTS };

it('no further contract of anybody when a million are open, and nothing has changed', () => {
  const world = new SecondWorld();
  world.stake(ANNA);
  fill(world, 'seconds');
  const before = world.exchange.digest();
  for (const user of [ANNA, BEN]) expect(world.bet(user)).toMatchObject(REFUSED);
  expect(world.exchange.digest()).toBe(before);
});

it('no further customer when all rows of sums are taken; who has one goes on', () => {
  const world = new SecondWorld();
  world.stake(ANNA);
  fill(world, 'secondSums');
  expect(world.bet(BEN)).toMatchObject(REFUSED);
  expect(world.bet(ANNA).code).toBe(200);
});

it.each([
  [1_150, 50],
  [1_100, 0],
  [1_000, 0],
])('of %d atoms at most, 1,100 of them open already, %d are left: never less than none', (most, left) => {
  const world = new SecondWorld({}, {}, POOL, true);
  world.stake(ANNA, { amount: 500 });
  world.stake(ANNA, { amount: 600 });
  const periods = PERIODS.map((period) => ({ ...period, max: 1_000 }));
  expect(agreed(world, setOf({ most, periods })).code).toBe(200);
  expect(world.bet(ANNA, { amount: 100 })).toMatchObject({ code: 2402, expected: left, got: 100 });
  expect(world.bet(BEN, { amount: 100 }).code).toBe(200);
});
