// Contracts as a machine: ids of others, broken decisions (W07, W20; core §8).
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { breakAt } from '../kit/break.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, FOK, NO_KEY, STOP_LIMIT } from '../kit/world.ts';
import { CLOSE_LONG, COIN, ContractWorld, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U } from './kit.ts';

interface Scenario {
  readonly world: ContractWorld;
  readonly position: number;
  readonly short: number;
  readonly order: number;
  readonly bens: number;
}

/** A book with both sides, isolated positions, orders of Anna's and Ben's, guards. */
function stage(): Scenario {
  const world = new ContractWorld();
  world.pair(ANNA, BEN, 40, 100, { marginMode: ISOLATED });
  world.pair(BEN, ANNA, 10, 100, { market: COIN });
  world.quote(U, [
    [1, 99, 30],
    [1, 98, 30],
    [2, 101, 30],
    [2, 102, 30],
  ]);
  const order = world.go(ANNA, OPEN_LONG, 10, 97, { marginMode: ISOLATED });
  const bens = world.go(BEN, OPEN_SHORT, 10, 104, { marginMode: ISOLATED });
  const { position } = world.position(ANNA, LONG)!;
  const short = world.position(BEN, SHORT)!.position;
  world.guard(ANNA, position, { stopLoss: 90, stopProfit: 120 });
  return { world, position, short, order, bens };
}

const of = (user: number, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...{ user, ...NO_KEY, ...fields },
});

describe('core §8, W20: a decision about contracts broken off at any step', () => {
  const { world, position, order } = stage();
  const cases: [what: string, one: Command, least: number][] = [
    ['a limit through two levels', world.contractOf(CARL, { lots: 50, price: 102 }), 30],
    ['a market order', world.contractOf(CARL, { lots: 20, type: 2, timeInForce: 2, direction: OPEN_SHORT }), 30],
    ['a fill-or-kill', world.contractOf(CARL, { lots: 50, price: 102, timeInForce: FOK }), 30],
    ['one with a trigger', world.contractOf(CARL, { lots: 5, price: 104, type: STOP_LIMIT, trigger: 103 }), 20],
    ['a close', world.contractOf(ANNA, { direction: CLOSE_LONG, marginMode: ISOLATED, lots: 40, price: 99 }), 20],
    ['an amend', command('order.amend', of(ANNA, { order, price: 101, lots: 12 })), 20],
    ['a quick close', command('position.close', of(ANNA, { position })), 8],
    ['closing many', command('position.closeMany', of(ANNA, { type: 2, markets: [{ market: U }] })), 3],
    ['adding margin', command('position.margin', of(ANNA, { position, flag: 1, amount: 50 })), 5],
    [
      'a guard',
      command('position.guard', of(ANNA, { position, stopProfit: 110, stopLoss: 0, triggerBy: 1, lots: 3 })),
      8,
    ],
    ['a leverage', command('leverage.set', of(ANNA, { market: U, marginMode: ISOLATED, leverage: 5 })), 15],
  ];

  it.each(cases)('%s: the state is as it was, then it does what it does in an unbroken twin', (_, one, least) => {
    const broken = stage().world;
    const twin = stage().world;
    const words = encodeCommand(one);
    const before = broken.exchange.digest();
    let steps = 0;
    for (let n = 1; ; n += 1) {
      const outcome = breakAt(broken.exchange, n, () => broken.exchange.ask(words, 0));
      if (broken.exchange.digest() !== before) expect(broken.exchange.digest(), `step ${n}`).toBe(before);
      if (!outcome.broken) break;
      steps = n;
    }
    expect(steps).toBeGreaterThanOrEqual(least);
    const replies = [broken.send(one), twin.send(one)];
    expect(replies[0]!.code).toBe(200);
    expect(replies[0]).toEqual(replies[1]);
    expect(broken.events).toEqual(twin.events);
    expect(broken.exchange.digest()).toBe(twin.exchange.digest());
  });
});

describe('core §8, W07: every word of a command of contracts swapped', () => {
  const { world, position, short, order, bens } = stage();
  const sound: Command[] = [
    world.contractOf(ANNA, { lots: 5, price: 98, marginMode: ISOLATED }),
    world.contractOf(ANNA, { direction: CLOSE_LONG, marginMode: ISOLATED, lots: 5, price: 103 }),
    command('position.close', of(ANNA, { position })),
    command('position.closeMany', of(ANNA, { type: 2, markets: [{ market: U }] })),
    command('position.margin', of(ANNA, { position, flag: 1, amount: 50 })),
    command('position.guard', of(ANNA, { position, stopProfit: 110, stopLoss: 95, triggerBy: 1, lots: 0 })),
    command('leverage.set', of(ANNA, { market: U, marginMode: ISOLATED, leverage: 5 })),
    command('order.amend', of(ANNA, { order, price: 96, lots: 0 })),
    command('order.cancel', of(ANNA, { order })),
  ];
  const values = [0, -1, 2, 3, U, COIN, position, short, order, bens, 1.5, 2 ** 24, 2 ** 50, NaN];

  it('is refused with the state as it was, or does what the word says and breaks no invariant', () => {
    const saved = structuredClone(world.exchange.save());
    let twin = world.twin();
    twin.advance(world.time);
    const before = twin.digest();
    for (const one of sound) {
      const words = encodeCommand(one);
      for (let at = 2; at < words.length; at += 1)
        for (const value of values) {
          const changed = words.slice();
          changed[at] = value;
          const code = twin.apply(changed, 0);
          if (code === 200) {
            twin.audit();
            twin = world.twin();
            twin.advance(world.time);
          } else if (twin.digest() !== before) expect(code, `${one.name} word ${at} as ${value}`).toBe(200);
        }
    }
    expect(world.exchange.save()).toEqual(saved);
  });

  it("another's position is unknown, and another's order", () => {
    for (const one of [
      command('position.close', of(CARL, { position })),
      command('position.margin', of(CARL, { position, flag: 1, amount: 5 })),
      command('position.guard', of(CARL, { position, stopProfit: 110, stopLoss: 0, triggerBy: 1, lots: 0 })),
    ])
      expect(world.send(one), one.name).toMatchObject({ code: 2201 });
    expect(world.cancel(CARL, order)).toMatchObject({ code: 2101 });
    expect(world.free(CARL, USDT, 2)).toBe(20_000);
  });
});
