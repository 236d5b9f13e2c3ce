// A close is judged by all that stands on its wallet: what other cross positions have lost counts (money §3).

import { expect, it } from 'vitest';
import { ANNA, BEN, CARL, DORA } from '../kit/world.ts';
import { CLOSE_SHORT, ContractWorld, LONG, OPEN_LONG, OPEN_SHORT, SHORT } from './kit.ts';

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
