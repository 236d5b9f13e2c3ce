// A close is judged by all that stands on its wallet: what other cross positions have lost counts (money §3).

import { expect, it } from 'vitest';
import { ANNA, BEN, CARL, DORA } from '../kit/world.ts';
import { USDT } from '../kit/genesis.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  ContractWorld,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  type Terms,
  U_WALLET,
} from './kit.ts';

const EMIL = DORA + 1;
const FIFTY = { leverage: 50 };

it('a close far from the mark that would leave less than nothing, with what the other position has lost, is not filled', () => {
  const world = new ContractWorld({}, { money: 400, users: 5 });
  // Anna is long 60 and short 50 at 100, with 400 atoms behind both; then the mark falls to 85.
  world.go(BEN, OPEN_SHORT, 60, 100, FIFTY);
  world.go(ANNA, OPEN_LONG, 60, 100, FIFTY);
  for (const [user, lots] of [
    [CARL, 17],
    [DORA, 17],
    [EMIL, 16],
  ] as const)
    world.go(user, OPEN_LONG, lots, 100, FIFTY);
  world.go(ANNA, OPEN_SHORT, 50, 100, FIFTY);
  world.tick(85);
  // 400 less 55 of fees, +550 by the close at 89, −22 of fee, −900 of the long: below zero.
  world.go(BEN, OPEN_SHORT, 50, 89, FIFTY);
  world.go(ANNA, CLOSE_SHORT, 50, 89);
  expect(world.dealt()).toEqual([]);
  expect(world.position(ANNA, SHORT)).toMatchObject({ lots: 50 });
  // At a price that leaves something it is.
  world.go(BEN, OPEN_SHORT, 50, 86, FIFTY);
  world.go(ANNA, CLOSE_SHORT, 50, 86);
  expect(world.dealt()).toEqual([[86, 50]]);
  expect(world.position(ANNA, LONG)).toMatchObject({ lots: 60 });
});

/** Anna is long that many at 100 of Ben's; then the mark is that of `tick`, and Ben buys some of it back at `price`. */
function baited(terms: Terms, money: number, lots: number, tick: number, part: number, price: number): ContractWorld {
  const world = new ContractWorld({}, { money, users: 3 });
  world.go(BEN, OPEN_SHORT, lots, 100, FIFTY);
  world.go(ANNA, OPEN_LONG, lots, 100, terms);
  world.tick(tick);
  world.go(BEN, CLOSE_SHORT, part, price);
  return world;
}

it.each([
  // 500 less 60 of fees; −360 and some 25 of fee by the close leave 50 or so, but the other half has lost 120 at 98.
  [94, []],
  [97, [[97, 60]]],
])('a part of a cross position is judged with what the rest has lost: at %d', (price, dealt) => {
  const world = baited(FIFTY, 500, 120, 98, 60, price);
  world.go(ANNA, CLOSE_LONG, 60, price);
  expect(world.dealt()).toEqual(dealt);
});

it('a part of an isolated position takes its share of the margin, and what that lacks from the rest of it', () => {
  const world = baited({ leverage: 20, marginMode: ISOLATED }, 2_000, 60, 99, 20, 95);
  expect(world.position(ANNA, LONG)).toMatchObject({ margin: 300 });
  const before = world.free(ANNA, USDT, U_WALLET);
  world.go(ANNA, CLOSE_LONG, 20, 95, { marginMode: ISOLATED });
  // −100 and a fee of 8 (of the second tier by now) against a share of 100: 8 come from the other 200.
  expect(world.dealt()).toEqual([[95, 20]]);
  expect(world.position(ANNA, LONG)).toMatchObject({ lots: 40, margin: 192 });
  expect(world.free(ANNA, USDT, U_WALLET)).toBe(before);
});

it('what the share leaves of its margin goes back to the wallet', () => {
  const world = baited({ leverage: 20, marginMode: ISOLATED }, 2_000, 60, 99, 20, 98);
  const before = world.free(ANNA, USDT, U_WALLET);
  world.go(ANNA, CLOSE_LONG, 20, 98, { marginMode: ISOLATED });
  // 100 less a loss of 40 and a fee of 8.
  expect(world.position(ANNA, LONG)).toMatchObject({ lots: 40, margin: 200 });
  expect(world.free(ANNA, USDT, U_WALLET)).toBe(before + 52);
});

it('an isolated position is not closed for less than its margin bears, however full the wallet is', () => {
  const world = baited({ leverage: 20, marginMode: ISOLATED }, 2_000, 60, 97, 60, 93);
  world.go(ANNA, CLOSE_LONG, 60, 93, { marginMode: ISOLATED });
  expect(world.dealt()).toEqual([]);
  expect(world.position(ANNA, LONG)).toMatchObject({ lots: 60, margin: 300 });
});

it('what an isolated position has lost is its own margin’s affair, not the wallet’s', () => {
  const world = new ContractWorld({}, { money: 800, users: 3 });
  world.go(BEN, OPEN_SHORT, 60, 100, FIFTY);
  world.go(ANNA, OPEN_LONG, 60, 100, { leverage: 10, marginMode: ISOLATED });
  world.go(CARL, OPEN_LONG, 50, 100, FIFTY);
  world.go(ANNA, OPEN_SHORT, 50, 100, FIFTY);
  world.tick(95);
  world.go(BEN, OPEN_SHORT, 50, 99, FIFTY);
  // 800 less a margin of 600 and fees leave some 145: with the 300 that the long has lost it would be less than nothing.
  world.go(ANNA, CLOSE_SHORT, 50, 99);
  expect(world.dealt()).toEqual([[99, 50]]);
});
