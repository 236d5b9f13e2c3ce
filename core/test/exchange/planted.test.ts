// A decision broken off at any of its steps leaves no trace: state before or after, never between (W20).
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { breakAt } from '../kit/break.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, FOK, IOC, LIMIT, MARKET, NO_KEY, SELL, STOP_MARKET, World } from '../kit/world.ts';

/** A book with both sides, an order of Anna's to change, one that waits. */
function stage(): { world: World; own: number } {
  const world = new World();
  world.quote(1, [
    [1, 95, 20],
    [1, 94, 30],
    [2, 105, 20],
    [2, 106, 30],
  ]);
  const own = world.buy(ANNA, 5, 90);
  world.sell(BEN, 5, 104);
  world.place(ANNA, { type: STOP_MARKET, side: BUY, lots: 2, trigger: 110 });
  return { world, own };
}

describe('core §8, W20: an exception planted at each step of decide', () => {
  const { world, own } = stage();
  const cases: [what: string, one: Command, least: number][] = [
    ['a limit buy through three levels', world.order(ANNA, { type: LIMIT, side: BUY, price: 106, lots: 40 }), 20],
    ['a limit sell that rests', world.order(BEN, { type: LIMIT, side: SELL, price: 120, lots: 3 }), 5],
    ['a market buy', world.order(ANNA, { type: MARKET, timeInForce: IOC, side: BUY, lots: 10 }), 10],
    ['a fill-or-kill sell', world.order(BEN, { type: LIMIT, timeInForce: FOK, side: SELL, price: 95, lots: 10 }), 10],
    ['an order with a trigger', world.order(BEN, { type: STOP_MARKET, side: BUY, lots: 2, trigger: 115 }), 5],
    ['an amend into the book', command('order.amend', { user: ANNA, ...NO_KEY, order: own, price: 105, lots: 9 }), 5],
    ['a cancel', command('order.cancel', { user: ANNA, ...NO_KEY, order: own }), 2],
    ['cancel all', command('order.cancelAll', { user: ANNA, ...NO_KEY, market: 0 }), 1],
    [
      'a transfer',
      command('wallet.transfer', { user: ANNA, ...NO_KEY, from: 1, to: 2, asset: USDT, amount: 1, market: 0 }),
      2,
    ],
  ];

  it.each(cases)(
    '%s: the state is as it was, and the command then does what it does in an unbroken twin',
    (_, one, least) => {
      const broken = stage().world;
      const twin = stage().world;
      const words = encodeCommand(one);
      const before = [broken.exchange.digest(), broken.exchange.keyDigest()];
      let steps = 0;
      for (let n = 1; ; n += 1) {
        const outcome = breakAt(broken.exchange, n, () => broken.exchange.ask(words, 0));
        expect([broken.exchange.digest(), broken.exchange.keyDigest()], `step ${n}`).toEqual(before);
        if (!outcome.broken) break;
        steps = n;
      }
      expect(steps).toBeGreaterThanOrEqual(least);
      const replies = [broken.send(one), twin.send(one)];
      expect(replies[0]!.code).toBe(200);
      expect(replies[0]).toEqual(replies[1]);
      expect(broken.events).toEqual(twin.events);
      expect(broken.exchange.digest()).toBe(twin.exchange.digest());
    },
  );
});
