// What freezing an account does to its orders, and what a frozen customer may still do (rules `frozenReduces`).

import { CLOSE_REASON } from '../../src/enum/index.ts';
import { type Command, encodeCommand } from '../../src/index.ts';
import { RULE } from '../../src/rules.ts';
import { describe, expect, it } from 'vitest';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, NO_KEY, SELL } from '../kit/world.ts';

import { CLOSE_LONG, ContractWorld, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from './kit.ts';

const MINUTE = 60_000;
const NO_FIELDS = {};

function spotBid(user: number): Command {
  return command('order.place', {
    ...{ user, ...NO_KEY, market: 1, wallet: 1, side: BUY, type: 1, timeInForce: 1, price: 80, lots: 1 },
    ...{ amount: 0, trigger: 0, triggerBy: 1, selfTrade: 1 },
  });
}

/** Anna is long 50 lots against Ben at 100. */
function opened(fields: Readonly<Record<string, unknown>> = NO_FIELDS, rules?: number): ContractWorld {
  const world = new ContractWorld(rules === undefined ? {} : { rules });
  world.pair(ANNA, BEN, 50, 100, fields);
  return world;
}

function freeze(world: ContractWorld, user = ANNA, locks = 1): void {
  world.must(command('user.set', { user, stage: 0, locks }));
}

function positionOf(world: ContractWorld, user = ANNA): number {
  return world.position(user, LONG)?.position ?? 0;
}

function proven(world: ContractWorld, user: number, position: number, at = world.time) {
  return world.send(command('position.closeProven', { user, ...NO_KEY, position, proven: at }));
}

describe('freezing an account', () => {
  it('cancels its opening orders of every product at once; closing orders and stops stay', () => {
    const world = opened();
    const position = positionOf(world);
    const spot = world.buy(ANNA, 5, 95);
    const stop = world.must(
      command('order.place', {
        ...{ user: ANNA, ...NO_KEY, market: 1, wallet: 1, side: BUY, type: 4, timeInForce: 2, price: 0, lots: 2 },
        ...{ amount: 0, trigger: 105, triggerBy: 1, selfTrade: 1 },
      }),
    );
    const opening = world.go(ANNA, OPEN_LONG, 5, 98);
    const closing = world.go(ANNA, CLOSE_LONG, 20, 104);
    world.must(
      command('position.guard', {
        user: ANNA,
        ...NO_KEY,
        position,
        stopProfit: 120,
        stopLoss: 90,
        triggerBy: 1,
        lots: 0,
      }),
    );
    freeze(world);
    const closed = world.emitted('order.closed');
    expect(closed.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual(
      [spot, stop, opening].toSorted((a, b) => a - b),
    );
    expect(new Set(closed.map(({ reason }) => reason))).toEqual(new Set([CLOSE_REASON.frozen]));
    expect(world.cancel(ANNA, closing).code).toBe(200);
    expect(world.cancel(ANNA, spot).code, 'final').toBe(2102);
  });

  it('leaves nothing for an accomplice to fill (t19)', () => {
    const world = new ContractWorld();
    world.buy(ANNA, 50, 100);
    freeze(world);
    world.sell(BEN, 50, 100);
    expect(world.emitted('fill')).toEqual([]);
  });

  it('by the desk does the same; other locks do not', () => {
    const world = new ContractWorld();
    const order = world.buy(ANNA, 5, 95);
    freeze(world, ANNA, 2);
    expect(world.emitted('order.closed')).toEqual([]);
    freeze(world, ANNA, 3);
    expect(world.emitted('order.closed')).toMatchObject([{ order, reason: CLOSE_REASON.frozen }]);
  });

  it('goes on in the next batch where there are more orders than a batch has steps', () => {
    const users = [ANNA, BEN, BEN + 1];
    const world = new ContractWorld();
    const { exchange } = world;
    exchange.advance(world.time);
    for (let order = 0; order < 190; order += 1)
      for (const user of users) {
        const contract = { direction: OPEN_LONG, lots: 1, price: 80, leverage: 50 };
        for (const one of [world.contractOf(user, contract), spotBid(user)])
          expect(exchange.apply(encodeCommand(one), 0)).toBe(200);
      }
    world.audit.fold(exchange.takeEvents(), world.time);
    world.batch(users.map((user) => command('user.set', { user, stage: 0, locks: 1 })));
    expect(world.emitted('order.closed').length).toBeLessThan(1_001);
    expect(world.exchange.hasWork()).toBe(true);
    expect(world.twin().digest()).toBe(world.exchange.digest());
    const first = world.emitted('order.closed').length;
    world.batch([]);
    expect(first + world.emitted('order.closed').length).toBe(3 * 380);
    expect(world.exchange.hasWork()).toBe(false);
  });

  it('before the rule cancels nothing; its activation cancels what the frozen have open', () => {
    const world = opened({}, RULE.frozenReduces - 1);
    const order = world.buy(ANNA, 5, 95);
    const closing = world.go(ANNA, CLOSE_LONG, 20, 104);
    freeze(world);
    expect(world.emitted('order.closed')).toEqual([]);
    const guard = { position: positionOf(world), stopProfit: 0, stopLoss: 90, triggerBy: 1, lots: 0 };
    expect(world.send(command('position.guard', { user: ANNA, ...NO_KEY, ...guard })).code).toBe(1011);
    world.must(command('rules.activate', { version: RULE.frozenReduces }));
    expect(world.emitted('order.closed')).toMatchObject([{ order, reason: CLOSE_REASON.frozen }]);
    expect(world.send(command('position.guard', { user: ANNA, ...NO_KEY, ...guard })).code).toBe(200);
    expect(world.cancel(ANNA, closing).code).toBe(200);
  });
});

describe('a frozen customer (t20)', () => {
  it('sets stops and adds margin, from the spot wallet too; takes nothing out and opens nothing', () => {
    const world = opened({ marginMode: ISOLATED });
    const position = positionOf(world);
    freeze(world);
    const guard = { position, stopProfit: 0, stopLoss: 90, triggerBy: 1, lots: 0 };
    expect(world.send(command('position.guard', { user: ANNA, ...NO_KEY, ...guard })).code).toBe(200);
    const side = { position, guard: 1, trigger: 120, triggerBy: 1, lots: 0 };
    expect(world.send(command('position.guardSide', { user: ANNA, ...NO_KEY, ...side })).code).toBe(200);
    expect(world.margin(ANNA, position, 1, 10).code).toBe(200);
    expect(world.margin(ANNA, position, 2, 10).code).toBe(1011);
    expect(world.transfer(ANNA, 1, U_WALLET, USDT, 10).code).toBe(200);
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, 10).code).toBe(1011);
    expect(world.transfer(ANNA, 1, 6, USDT, 10).code).toBe(1011);
    expect(world.order2(ANNA, OPEN_LONG, 5, 98, { marginMode: ISOLATED }).code).toBe(1011);
    expect(world.order2(ANNA, CLOSE_LONG, 5, 98, { marginMode: ISOLATED }).code).toBe(1011);
    expect(world.send(command('position.close', { user: ANNA, ...NO_KEY, position })).code).toBe(1011);
    expect(
      world.send(command('position.closeMany', { user: ANNA, ...NO_KEY, type: 2, markets: [{ market: U }] })).code,
    ).toBe(1011);
  });

  it('sets no stop of another customer, and closes no other’s position', () => {
    const world = opened();
    const position = positionOf(world);
    freeze(world, BEN);
    const guard = { position, stopProfit: 0, stopLoss: 90, triggerBy: 1, lots: 0 };
    expect(world.send(command('position.guard', { user: BEN, ...NO_KEY, ...guard })).code).toBe(2201);
    expect(proven(world, BEN, position).code).toBe(2201);
  });

  it('closes a position after a proof of the last five minutes, and no earlier or later one', () => {
    const world = opened();
    const position = positionOf(world);
    world.go(BEN, OPEN_LONG, 60, 100);
    freeze(world);
    expect(proven(world, ANNA, position, world.time + 1).code).toBe(1011);
    expect(proven(world, ANNA, position, world.time - 5 * MINUTE - 1).code).toBe(1011);
    expect(proven(world, ANNA, position, world.time - 5 * MINUTE).code).toBe(200);
    expect(world.position(ANNA, LONG)).toBeUndefined();
  });

  it('closes at most 1 % from the index: long and short', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const long = positionOf(world);
    const short = world.position(BEN, SHORT)?.position ?? 0;
    freeze(world);
    freeze(world, BEN);
    const carl = BEN + 1;
    world.go(carl, OPEN_LONG, 20, 98);
    const ask = world.go(carl, OPEN_SHORT, 20, 102);
    expect(proven(world, ANNA, long).code).toBe(2111);
    expect(proven(world, BEN, short).code).toBe(2111);
    world.go(carl, OPEN_LONG, 20, 99);
    expect(proven(world, ANNA, long).code).toBe(200);
    expect(world.emitted('fill').map(({ price, lots }) => [price, lots])).toEqual([[99, 20]]);
    expect(world.position(ANNA, LONG)?.lots).toBe(30);
    expect(world.cancel(carl, ask).code).toBe(200);
    world.go(carl, OPEN_SHORT, 50, 101);
    expect(proven(world, BEN, short).code).toBe(200);
    expect(world.position(BEN, SHORT)).toBeUndefined();
  });

  /** Anna is long 50 lots, frozen, with a stop a tick below the index of 100; her accomplice bids 50 lots at `bid`. */
  function stopped(bid: number, rules?: number): ContractWorld {
    const world = opened({}, rules);
    freeze(world);
    world.go(BEN + 1, OPEN_LONG, 50, bid);
    expect(world.guard(ANNA, positionOf(world), { stopLoss: 99 }).code).toBe(200);
    world.tick(99);
    return world;
  }

  it('sells by a stop at most 1 % from the index too, which needs no proof; the stop waits', () => {
    const world = stopped(98);
    expect(world.dealt()).toEqual([]);
    expect(world.position(ANNA, LONG)?.lots).toBe(50);
    world.go(BEN, OPEN_LONG, 20, 99);
    world.tick(99);
    expect(world.dealt()).toEqual([[99, 20]]);
    freeze(world, ANNA, 0);
    world.tick(99);
    expect(world.dealt()).toEqual([[98, 30]]);
  });

  it('before rules `frozenStops` sold as far from the index as anybody', () => {
    const world = stopped(98, RULE.frozenStops - 1);
    expect(world.dealt()).toEqual([[98, 50]]);
  });

  it('closes nothing at a stale price', () => {
    const world = opened();
    const position = positionOf(world);
    world.go(BEN, OPEN_LONG, 60, 100);
    freeze(world);
    world.wait(20_000);
    expect(proven(world, ANNA, position).code).toBe(2005);
  });

  it('who is no longer frozen trades as before', () => {
    const world = opened();
    freeze(world);
    freeze(world, ANNA, 0);
    expect(world.place(ANNA, { lots: 5, price: 95, side: SELL }).code).toBe(200);
  });
});
