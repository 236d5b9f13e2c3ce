// A decision broken off at any of its steps leaves no trace: state before or after, never between (W20).
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, type Exchange } from '../../src/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, FOK, IOC, LIMIT, MARKET, NO_KEY, SELL, STOP_MARKET, World } from '../kit/world.ts';

const PLANTED = 'planted';

/** Every object that a walk over own fields reaches, but arrays and plain data. */
function reach(root: object): Set<object> {
  const found = new Set<object>();
  const open: object[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one) || ArrayBuffer.isView(one)) continue;
    found.add(one);
    for (const key of Object.getOwnPropertyNames(one)) {
      const value: unknown = Object.getOwnPropertyDescriptor(one, key)?.value;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return found;
}

/** Makes the n-th call of any method of any object of the exchange throw while `work` runs; gives the calls it saw. */
function breakAt(exchange: Exchange, n: number, work: () => void): { calls: number; broken: boolean } {
  const undo: (() => void)[] = [];
  const seen = new Set<object>();
  let calls = 0;
  for (const one of reach((exchange as unknown as { parts: object }).parts)) {
    const prototype = Object.getPrototypeOf(one) as object | null;
    if (prototype === null || seen.has(prototype) || prototype === Object.prototype || prototype === Array.prototype)
      continue;
    seen.add(prototype);
    for (const [name, described] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const method: unknown = described.value;
      if (name === 'constructor' || typeof method !== 'function' || described.configurable !== true) continue;
      Object.defineProperty(prototype, name, {
        ...described,
        value: function (this: unknown, ...args: unknown[]): unknown {
          calls += 1;
          if (calls === n) throw new Error(PLANTED);
          return Reflect.apply(method, this, args);
        },
      });
      undo.push(() => Object.defineProperty(prototype, name, described));
    }
  }
  try {
    work();
    return { calls, broken: false };
  } catch (error) {
    if (!(error instanceof Error) || error.message !== PLANTED) throw error;
    return { calls, broken: true };
  } finally {
    for (const back of undo) back();
  }
}

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
