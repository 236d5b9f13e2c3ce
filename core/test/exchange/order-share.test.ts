// Issue 13 A.1, core §10: those who fill the table of orders leave capacity for those who come later (rules `orderShare`).

import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { restoreExchange, RULE } from '../../src/index.ts';
import { ORDER_SHARES, orderShare } from '../../src/order/order-share.ts';
import { command } from '../kit/genesis.ts';
import { partsOf } from '../kit/full.ts';
import { ANNA, BEN, CARL, MARKET, World } from '../kit/world.ts';

const ROWS = 4_000_000;
/** Rows that an opening order takes at most: its own, and three that its side keeps. */
const ROWS_EACH = 4;

describe('core §10 the share of a customer in the table of orders', () => {
  it.each([
    [0, 500],
    [1, 2_000],
    [2, 4_000],
    [3, 4_000],
  ])(
    'stage %i: %i while the table is empty, a quarter when half is free, and one for who is verified while a row is',
    (stage, most) => {
      expect(orderShare(stage, ROWS, ROWS)).toBe(most);
      expect(orderShare(stage, ROWS / 2, ROWS)).toBe(most / 4);
      expect(orderShare(stage, ROWS / 10, ROWS)).toBe(most / 100);
      expect(orderShare(stage, 1, ROWS)).toBe(stage === 0 ? 0 : 1);
      expect(orderShare(stage, 0, ROWS)).toBe(0);
      expect(orderShare(stage, -5, ROWS)).toBe(0);
    },
  );

  it.each([
    [2, 3_000, 11],
    [2, 15_000, 1],
    [0, 100_000, 3],
  ])(
    'accounts of stage %i, %i of them, one after the other, each all it may: a newcomer has %i',
    (stage, count, left) => {
      let free = ROWS;
      for (let account = 0; account < count; account += 1) {
        let own = 0;
        for (; own < orderShare(stage, free, ROWS); own += 1) free -= ROWS_EACH;
      }
      expect(orderShare(1, free, ROWS)).toBeGreaterThanOrEqual(left);
    },
  );

  it('is of all markets and wallets together', () => {
    expect(ORDER_SHARES.length).toBe(3);
    const world = new World();
    world.buy(ANNA, 5, 95);
    world.buy(ANNA, 5, 48, { market: 2 });
    const { orderAccounts } = partsOf(world.exchange).orderBooks;
    expect([orderAccounts.openOf(ANNA), orderAccounts.openOf(BEN)]).toEqual([2, 0]);
    expect(partsOf(restoreExchange(world.exchange.save())).orderBooks.orderAccounts.openOf(ANNA)).toBe(2);
  });
});

describe('core §10 a table that a few customers fill', () => {
  /** Anna, verified, places what she can; the table has 240 rows. */
  function hoarded(rules?: number): World {
    const world = new World(rules === undefined ? {} : { rules });
    world.must(command('user.set', { user: ANNA, stage: 2, locks: 0 }));
    world.must(command('user.set', { user: CARL, stage: 1, locks: 0 }));
    partsOf(world.exchange).orderBooks.orders.bound(240);
    for (const [market, price] of [
      [1, 90],
      [2, 45],
    ] as const)
      while (world.place(ANNA, { market, lots: 1, price }).code === 200);
    return world;
  }

  it('before, nobody else could place an order', () => {
    const world = hoarded(RULE.orderShare - 1);
    expect(partsOf(world.exchange).orderBooks.orderAccounts.openOf(ANNA)).toBe(240);
    expect(world.place(CARL, { lots: 5, price: 95 }).code).toBe(rejects['order.tooMany']);
  });

  it('before rules shareInRefusal, a refusal for the share named the size of the table', () => {
    const world = hoarded(RULE.shareInRefusal - 1);
    expect(world.place(ANNA, { lots: 5, price: 91 })).toMatchObject({ code: rejects['order.tooMany'], expected: 240 });
  });

  it('a newcomer places his first orders; who has his share goes on at the market, cancels and amends', () => {
    const world = hoarded();
    const { orderAccounts } = partsOf(world.exchange).orderBooks;
    expect(orderAccounts.openOf(ANNA)).toBeGreaterThanOrEqual(orderAccounts.shareOf(ANNA));
    expect(orderAccounts.openOf(ANNA)).toBeLessThan(200);
    const order = world.sell(CARL, 5, 100);
    for (let count = 0; count < 9; count += 1) world.buy(BEN, 5, 90);
    const [share, open] = [orderAccounts.shareOf(ANNA), orderAccounts.openOf(ANNA)];
    const refusal = { code: rejects['order.tooMany'], expected: share, got: open };
    expect(world.place(ANNA, { lots: 5, price: 91 }), 'and the refusal names the share').toMatchObject(refusal);
    world.must(world.order(ANNA, { type: MARKET, timeInForce: 2, lots: 5 }));
    expect(world.closed(order)).toEqual([1, 0]);
    const { slot } = { slot: orderAccounts.rows.oldest[orderAccounts.find(ANNA, 1, 1)] as number };
    const id = partsOf(world.exchange).orderBooks.orders.id(slot);
    expect(world.amend(ANNA, id, 90, 1).code).toBe(200);
    expect(world.cancel(ANNA, id).code).toBe(200);
    world.exchange.audit();
  });
});
