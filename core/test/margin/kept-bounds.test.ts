// What seed 41237761 of the simulator found: a table of bounds that is narrowed while wallets have debts keeps the rows that they may
// need (core §10).
import { expect, it } from 'vitest';
import { tighten } from '../../src/index.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { CROSS, MarginWorld } from './kit.ts';

it('core §10: wallets with debts keep capacity for a bound of each coin', () => {
  const world = new MarginWorld();
  for (const user of [ANNA, BEN, CARL]) {
    world.put(user, CROSS, BTC, 200);
    world.must(world.borrowOf(user, CROSS, USDT, 12_000));
    world.out(user, CROSS, USDT, 6_000);
  }
  tighten(world.exchange, ['margin.bounds'], 1, { stages: [1_000, 1_000, 1_000], all: 10_000, few: 10 });
  const codes = [ANNA, BEN, CARL].map((user) => {
    world.sell(user === ANNA ? BEN : ANNA, 11, 50, { market: 2 });
    return world.place(user, { wallet: CROSS, market: 2, lots: 11, price: 50 }).code;
  });
  expect(codes).toEqual([200, 200, 200]);
});
