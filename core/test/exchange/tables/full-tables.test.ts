// Issue 13 A.1: with the tables of accounts and places in markets full, an order is refused or does without; commit never
// throws, and cancels and closes work.
import { rejects } from '../../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeCommand } from '../../../src/index.ts';
import { leaveRows } from '../../kit/full.ts';
import { FIRST } from '../../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, SELL, World } from '../../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  ContractWorld,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  U,
} from '../../perpetual/kit.ts';

/** No row more than there are in any of these tables. */
function fill(world: World): void {
  for (const name of ['accounts', 'seats', 'holdings', 'purses']) leaveRows(world.exchange, name, 'none');
}

describe('issue 13 A.1 full tables', () => {
  it('spot: who has a place goes on, who has none is refused', () => {
    const world = new World();
    const order = world.buy(BEN, 5, 95);
    world.sell(ANNA, 50, 100);
    fill(world);
    expect(world.place(CARL, { lots: 5, price: 95 }).code).toBe(rejects['order.tooMany']);
    expect(world.place(BEN, { lots: 50, price: 100 }).code).toBe(200);
    expect(world.cancel(BEN, order).code).toBe(200);
  });

  it.each(['accounts', 'seats', 'holdings', 'purses'])(
    'the market maker quotes where it never did: %s full',
    (table) => {
      const levels = [
        [BUY, 99, 10],
        [SELL, 101, 10],
      ] as const;
      const world = new ContractWorld();
      leaveRows(world.exchange, table, 'kept');
      const before = world.exchange.digest();
      if (table === 'accounts' || table === 'seats') {
        expect(world.quote(FIRST.market, levels).code).toBe(rejects['order.tooMany']);
        expect(world.exchange.digest()).toBe(before);
      }
      expect(world.quote(U, levels).code).toBe(rejects['order.tooMany']);
      expect(world.quote(U, [[BUY, 99, 0]]).code).toBe(rejects['order.tooMany']);
      expect(world.exchange.digest()).toBe(before);
    },
  );

  it('a rebate to who has no account stays with the fee', () => {
    const rebates = (full: boolean): number => {
      const world = new World({}, 0);
      world.open(0);
      for (const user of [BEN, CARL]) {
        world.open(user === BEN ? ANNA : 0);
        world.claim(user);
      }
      world.tick();
      world.buy(BEN, 5, 90);
      world.buy(CARL, 300, 100);
      if (full) fill(world);
      // Not by the auditor of events: it owes a rebate to everyone who has a referrer.
      const { exchange } = world;
      exchange.advance(world.time);
      expect(exchange.apply(encodeCommand(world.order(BEN, { side: SELL, lots: 300, price: 100 })), 0)).toBe(200);
      exchange.audit();
      return [...decodeEvents(exchange.takeEvents())].filter(({ name }) => name === 'rebate').length;
    };
    expect(rebates(false)).toBe(1);
    expect(rebates(true)).toBe(0);
  });

  it('contracts: positions close, new places and isolated margins are refused', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    fill(world);
    expect(world.order2(CARL, OPEN_LONG, 10, 100).code).toBe(rejects['order.tooMany']);
    world.go(BEN, CLOSE_SHORT, 50, 100);
    world.go(ANNA, CLOSE_LONG, 50, 100);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.order2(BEN, OPEN_SHORT, 20, 100, { marginMode: ISOLATED }).code).toBe(rejects['order.tooMany']);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });
});
