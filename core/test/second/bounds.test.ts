// Second contracts within the tables' bounds: full ones refuse, and a known customer needs no new row of sums (core §7).

import { expect, it } from 'vitest';
import { Parts } from '../../src/parts.ts';
import { MAX_PERIODS, rejects } from '../../src/schema/index.ts';
import type { Registry } from '../../src/state/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, World } from '../kit/world.ts';
import { MAX_CONTRACTS } from '../../src/second/contracts.ts';
import { agreed } from '../desk/kit.ts';
import { M1, M2, ODDS, PERIODS, POOL, SecondWorld, setOf, UP } from './kit.ts';

/** Makes a table say that it is full. */
function fill(world: SecondWorld, name: string): void {
  const { registry } = (world.exchange as unknown as { readonly parts: { readonly registry: Registry } }).parts;
  registry.tables.find((table) => table.name === name)!.full = () => true;
}

const REFUSED = { code: rejects['order.tooMany'], expected: MAX_CONTRACTS, got: MAX_CONTRACTS };

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

it('a market that is none, or whose instrument was never sold on: unknown, however great its number', () => {
  const world = new World({ funds: [{ class: 13, asset: USDT, amount: POOL }] }, 0);
  world.must(setOf({ market: M2, instrument: 2 }));
  world.open();
  world.tick();
  const bet = (market: number) =>
    world.send(
      command('second.open', { user: ANNA, ...NO_KEY, market, direction: UP, seconds: 30, amount: 100, terms: ODDS }),
    );
  for (const market of [M1, 303, 300, 299, 1_300, 65_535])
    expect(bet(market)).toMatchObject({ code: 2002, expected: 0, got: market });
  expect(bet(M2).code, 'only the money is missing').toBe(3001);
});

it('every instrument may be sold on, each for as many periods as a command can name', () => {
  const most = (name: string) => new Parts().registry.tables.find((table) => table.name === name)!.most;
  expect(most('secondMarkets')).toBe(65_535 - 300);
  expect(most('periods')).toBe((65_535 - 300) * MAX_PERIODS);
  expect([most('seconds'), most('secondSums')]).toEqual([1_000_000, 4_000_000]);
});
