// Issue 13 A.1, core §10: each order and position keeps from its opening on the rows that its end needs, so that nobody who
// fills a table keeps others from closing, guarding or being liquidated.
import { rejects } from '../../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { restoreExchange } from '../../../src/index.ts';
import { SIDE_ORDERS } from '../../../src/perpetual/position/kept-rows.ts';
import { leaveRows, partsOf, tableOf } from '../../kit/full.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, World } from '../../kit/world.ts';
import { CROSS, MarginWorld } from '../../margin/kit.ts';
import { CLOSE_LONG, ContractWorld, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT } from '../../perpetual/kit.ts';

const kept = (world: World, name: string): number => partsOf(world.exchange).keptOf(name);
const positionOf = (world: ContractWorld, user: number, side: number): number => world.position(user, side)!.position;

describe('core §10 contracts: rows kept for the end', () => {
  it('a side with an opening order or a position keeps three orders, less its guards; without it none', () => {
    const world = new ContractWorld();
    const order = world.go(ANNA, OPEN_LONG, 10, 95);
    expect([kept(world, 'orders'), tableOf(world.exchange, 'positions').keptRows]).toEqual([SIDE_ORDERS, 1]);
    world.cancel(ANNA, order);
    expect([kept(world, 'orders'), tableOf(world.exchange, 'positions').keptRows]).toEqual([0, 0]);
    world.pair(ANNA, BEN, 50, 100);
    expect([kept(world, 'orders'), tableOf(world.exchange, 'positions').keptRows]).toEqual([2 * SIDE_ORDERS, 0]);
    world.guard(ANNA, positionOf(world, ANNA, LONG), { stopProfit: 120, stopLoss: 90 });
    expect(kept(world, 'orders')).toBe(2 * SIDE_ORDERS - 2);
    const twin = restoreExchange(world.exchange.save());
    expect([partsOf(twin).keptOf('orders'), partsOf(twin).keptOf('fundingClaims')]).toEqual([2 * SIDE_ORDERS - 2, 2]);
    world.go(BEN, 4, 50, 100);
    world.go(ANNA, CLOSE_LONG, 50, 100);
    expect(kept(world, 'orders')).toBe(0);
  });

  it('with all orders in use: no opening, no order that rests; closes, guards and fills work', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    world.go(CARL, OPEN_LONG, 40, 99);
    world.go(CARL, OPEN_SHORT, 30, 101, { marginMode: ISOLATED, stopLoss: 110, stopProfit: 90 });
    leaveRows(world.exchange, 'orders', 'kept');
    for (const table of ['positions', 'fundingClaims', 'accounts']) leaveRows(world.exchange, table, 'kept');
    expect(world.order2(ANNA, OPEN_SHORT, 10, 101).code, 'a new side').toBe(rejects['order.tooMany']);
    expect(world.order2(ANNA, OPEN_LONG, 10, 95).code, 'an order more').toBe(rejects['order.tooMany']);
    expect(world.order2(ANNA, CLOSE_LONG, 10, 120).code, 'a close that rests').toBe(rejects['order.tooMany']);
    const long = positionOf(world, ANNA, LONG);
    expect(world.guard(ANNA, long, { stopProfit: 120, stopLoss: 90 }).code).toBe(200);
    // Carl's orders fill: one of them opens a position with two guards.
    expect(
      world.send(world.contractOf(ANNA, { direction: CLOSE_LONG, lots: 20, price: 99, timeInForce: 2 })).code,
    ).toBe(200);
    expect(world.position(CARL, LONG)?.lots).toBe(20);
    world.exchange.audit();
    expect(world.closePosition(ANNA, long).code).toBe(200);
    expect(world.position(CARL, LONG)?.lots).toBe(40);
    expect(world.position(ANNA, LONG)?.lots ?? 0).toBe(10);
  });

  it('an order waits with the rows of its position and its guards: it fills with every table full', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    world.go(CARL, OPEN_SHORT, 30, 101, { marginMode: ISOLATED, stopLoss: 110, stopProfit: 90 });
    for (const table of ['orders', 'positions', 'fundingClaims', 'accounts']) leaveRows(world.exchange, table, 'kept');
    expect(world.closePosition(BEN, positionOf(world, BEN, SHORT)).code).toBe(200);
    const short = world.position(CARL, SHORT)!;
    expect(short.lots).toBe(30);
    const { rows } = partsOf(world.exchange).perpetual.context.positions;
    const slot = rows.find(short.position);
    expect([rows.stopProfit[slot] !== 0, rows.stopLoss[slot] !== 0]).toEqual([true, true]);
    world.exchange.audit();
  });
});

describe('core §10 orders of customers that are not verified', () => {
  it('are at most half of all; closes, cancels and the orders of others go on', () => {
    const world = new ContractWorld();
    world.must(command('user.set', { user: CARL, stage: 1, locks: 0 }));
    world.pair(ANNA, BEN, 50, 100);
    for (let n = 0; n < 5; n += 1) world.buy(BEN, 5, 90);
    const order = world.buy(ANNA, 5, 90);
    const { orders, orderAccounts } = partsOf(world.exchange).orderBooks;
    expect(orderAccounts.unverified).toBe(6);
    orders.bound(12);
    expect(world.place(ANNA, { lots: 5, price: 90 }).code).toBe(rejects['order.tooMany']);
    expect(world.order2(BEN, OPEN_SHORT, 5, 105).code).toBe(rejects['order.tooMany']);
    expect(world.closePosition(ANNA, positionOf(world, ANNA, LONG)).code, 'nobody buys').toBe(2111);
    orders.most = 100;
    expect(world.order2(CARL, OPEN_LONG, 50, 100).code).toBe(200);
    orders.most = 12;
    expect(world.closePosition(ANNA, positionOf(world, ANNA, LONG)).code).toBe(200);
    expect(world.cancel(ANNA, order).code).toBe(200);
    expect(orderAccounts.unverified).toBe(5);
    orders.most = 10;
    expect(world.place(ANNA, { lots: 5, price: 90 }).code).toBe(rejects['order.tooMany']);
    world.must(command('user.set', { user: BEN, stage: 2, locks: 0 }));
    expect(orderAccounts.unverified).toBe(0);
    expect(partsOf(restoreExchange(world.exchange.save())).orderBooks.orderAccounts.unverified).toBe(0);
    world.must(command('user.set', { user: BEN, stage: 0, locks: 0 }));
    expect(orderAccounts.unverified).toBe(5);
    world.exchange.audit();
  });
});

describe('core §10 margin: rows kept for the liquidation', () => {
  it('a wallet with a debt keeps an order and places in markets; without capacity for them nothing is lent', () => {
    const world = new MarginWorld();
    const before = [kept(world, 'orders'), kept(world, 'seats')];
    world.put(ANNA, CROSS, USDT, 1_000);
    world.borrow(ANNA, CROSS, USDT, 10);
    expect(kept(world, 'orders')).toBe((before[0] ?? 0) + 1);
    expect(kept(world, 'seats')).toBeGreaterThan(before[1] ?? 0);
    expect(partsOf(world.twin()).keptOf('seats')).toBe(kept(world, 'seats'));
    leaveRows(world.exchange, 'seats', 'kept');
    world.put(BEN, CROSS, USDT, 1_000);
    expect(world.borrow(BEN, CROSS, USDT, 10)).toMatchObject({ code: 429 });
  });
});
