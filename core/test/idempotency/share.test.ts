// Issue 13 A.1, core §7: how many keys an account may have remembered; nobody takes the capacity of others, and cancels and
// closes always work (t17).
import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, RULE } from '../../src/index.ts';
import {
  FEW_KEYS,
  acceptsKey,
  KEY_BOUNDS,
  keysOf,
  MAX_KEYS,
  MAX_UNVERIFIED_KEYS,
  mostKeysOf,
  ACCEPTS,
} from '../../src/idempotency/index.ts';
import type { Parts } from '../../src/parts.ts';
import { command } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, World } from '../kit/world.ts';
import { CLOSE_LONG, ContractWorld, LONG, OPEN_LONG } from '../perpetual/kit.ts';

const HOUR = 3_600_000;
let serial = 0;

/** A command with a key of its own, or the one of `by`. */
function keyed(world: World, one: Command, by: object = keyOf(world)): Command {
  return { ...one, ...by } as Command;
}

function keyOf(world: World): object {
  serial += 1;
  return { keyTime: world.time, keyHigh: 2 ** 48 - serial, keyLow: serial, bodyHash: 77 };
}

function partsOf(world: World): Parts {
  return (world.exchange as unknown as { parts: Parts }).parts;
}

/** As if the user had sent so many keyed commands: keys are counted, no rows are made. */
function pretend(world: World, user: number, count: number): void {
  const { users } = partsOf(world);
  while (users.keysOf(user) < count) users.remembered(user);
}

function verify(world: World, user: number, stage: number): void {
  world.must(command('user.set', { user, stage, locks: 0 }));
}

const cancelOf = (user: number, order: number): Command => command('order.cancel', { user, order });

describe('issue 13 A.1 a cancel', () => {
  it('that is refused takes no key row, however often it is sent (t17)', () => {
    const world = new World();
    const other = world.buy(BEN, 5, 95);
    const over = world.buy(ANNA, 5, 95);
    world.cancel(ANNA, over);
    world.exchange.advance(world.time);
    for (let n = 0; n < 5_000; n += 1)
      for (const order of [5, other, over])
        expect(world.exchange.apply(encodeCommand(keyed(world, cancelOf(ANNA, order))), 0)).toBeGreaterThan(2_100);
    expect(partsOf(world).keys.count).toBe(0);
  });

  it('that cancelled answers the same to the same key; a voided key never cancels', () => {
    const world = new World();
    const order = world.buy(ANNA, 5, 95);
    const one = keyed(world, cancelOf(ANNA, order));
    const first = world.send(one);
    expect(first).toMatchObject({ code: 200, result: order, repeated: 0 });
    expect(world.send(one)).toMatchObject({ code: 200, result: order, repeated: 1 });
    const next = world.buy(ANNA, 5, 95);
    const by = keyOf(world);
    expect(world.send(keyed(world, cancelOf(ANNA, order), by)).code).toBe(rejects['order.final']);
    world.must(keyed(world, command('key.void', { user: ANNA }), by));
    expect(world.send(keyed(world, cancelOf(ANNA, next), by)).code).toBe(410);
  });

  it('works when the account has no capacity left; the order’s state answers its repetition', () => {
    const world = new World();
    const order = world.buy(ANNA, 5, 95);
    pretend(world, ANNA, mostKeysOf(0));
    const one = keyed(world, cancelOf(ANNA, order));
    expect(world.send(one)).toMatchObject({ code: 200, result: order });
    expect(world.send(one)).toMatchObject({ code: rejects['order.final'], repeated: 0 });
    expect(world.closed(order)).toEqual([2, 1]);
    expect(partsOf(world).users.keysOf(ANNA)).toBe(mostKeysOf(0));
    for (const more of [
      world.order(ANNA, { lots: 5, price: 95 }),
      command('order.cancelAll', { user: ANNA, market: 0 }),
    ])
      expect(world.send(keyed(world, more))).toMatchObject({
        code: rejects['request.tooFrequent'],
        expected: keysOf(0),
        got: mostKeysOf(0),
      });
  });
});

describe('issue 13 A.1 an account that sent as much as it may', () => {
  it.each([0, 1, 2])('stage %i: opens nothing more, but cancels and closes', (stage) => {
    const world = new ContractWorld();
    verify(world, ANNA, stage);
    world.pair(ANNA, BEN, 100, 100);
    const position = world.position(ANNA, LONG)!.position;
    pretend(world, ANNA, keysOf(stage) - 1);
    const open = (): Command => world.contractOf(ANNA, { direction: OPEN_LONG, lots: 10, price: 95 });
    const order = world.must(keyed(world, open()));
    expect(world.send(keyed(world, open())).code).toBe(rejects['request.tooFrequent']);
    expect(
      world.send(
        keyed(world, command('wallet.transfer', { user: ANNA, from: 1, to: 2, asset: 3, amount: 1, market: 0 })),
      ).code,
    ).toBe(rejects['request.tooFrequent']);
    expect(world.send(keyed(world, cancelOf(ANNA, order))).code).toBe(200);
    world.go(BEN, OPEN_LONG, 200, 100);
    expect(world.send(keyed(world, world.contractOf(ANNA, { direction: CLOSE_LONG, lots: 40, price: 100 }))).code).toBe(
      200,
    );
    expect(world.send(keyed(world, open())).code, 'nothing more').toBe(rejects['request.tooFrequent']);
    pretend(world, ANNA, mostKeysOf(stage));
    expect(world.send(keyed(world, command('position.close', { user: ANNA, position }))).code).toBe(200);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.send(keyed(world, { ...open(), user: CARL } as unknown as Command)).code).toBe(200);
  });

  it('may go on when its keys are over, or it is verified', () => {
    const world = new World();
    const order = (): Command => keyed(world, world.order(ANNA, { lots: 5, price: 95 }));
    world.exchange.advance(world.time);
    for (let n = 0; n < keysOf(0); n += 1)
      world.exchange.apply(encodeCommand(keyed(world, world.order(ANNA, { lots: 5, price: 500 }))), 0);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    expect(partsOf(world).keys.count).toBe(keysOf(0));
    expect(partsOf(world).users.unverifiedKeys).toBe(keysOf(0));
    expect(world.send(order()).code).toBe(rejects['request.tooFrequent']);
    const twin = world.twin();
    expect((twin as unknown as { parts: Parts }).parts.users.unverifiedKeys).toBe(keysOf(0));
    verify(world, ANNA, 1);
    expect(partsOf(world).users.unverifiedKeys).toBe(0);
    expect(world.send(order()).code).toBe(200);
    verify(world, ANNA, 0);
    expect(partsOf(world).users.unverifiedKeys).toBe(keysOf(0) + 1);
    expect(world.send(order()).code).toBe(rejects['request.tooFrequent']);
    world.wait(26 * HOUR);
    world.tick();
    expect(partsOf(world).users.unverifiedKeys).toBe(0);
    expect(world.send(order()).code).toBe(200);
  });

  it('under earlier rules a million keys are capacity for anything, and a refused cancel takes one', () => {
    const world = new World({ rules: RULE.keyCapacity - 1 });
    pretend(world, ANNA, mostKeysOf(0));
    expect(world.send(keyed(world, cancelOf(ANNA, 5))).code).toBe(2101);
    expect(partsOf(world).keys.count).toBe(1);
    expect(world.send(keyed(world, world.order(ANNA, { lots: 5, price: 95 }))).code).toBe(200);
  });
});

describe('issue 13 A.1 capacity for keys of all accounts together', () => {
  const most = MAX_KEYS;
  /** The fewest keys with which an account that is not verified has many. */
  const many = FEW_KEYS / 4;

  it('those that are not verified have at most half of it', () => {
    for (const sharesFairly of [false, true]) {
      const accepts = (stage: number, unverified: number): number =>
        acceptsKey(0, stage, unverified, MAX_UNVERIFIED_KEYS, 0, KEY_BOUNDS, sharesFairly);
      expect(accepts(0, MAX_UNVERIFIED_KEYS)).toBe(ACCEPTS.none);
      expect(accepts(0, MAX_UNVERIFIED_KEYS - 1)).toBe(ACCEPTS.reducing);
      expect(accepts(0, (MAX_UNVERIFIED_KEYS * 15) / 16)).toBe(ACCEPTS.reducing);
      expect(accepts(0, (MAX_UNVERIFIED_KEYS * 15) / 16 - 1)).toBe(ACCEPTS.any);
      expect(accepts(1, MAX_UNVERIFIED_KEYS)).toBe(ACCEPTS.any);
    }
  });

  it('of that half, and of a minute’s, the last part is for those of them with few keys (rules fewUnverified)', () => {
    for (const [sixteenths, few, others] of [
      [11, ACCEPTS.any, ACCEPTS.any],
      [12, ACCEPTS.any, ACCEPTS.reducing],
      [13, ACCEPTS.any, ACCEPTS.none],
      [14, ACCEPTS.any, ACCEPTS.none],
      [15, ACCEPTS.reducing, ACCEPTS.none],
    ] as const) {
      const used = (MAX_UNVERIFIED_KEYS * sixteenths) / 16;
      expect([acceptsKey(many - 1, 0, used, used, 0), acceptsKey(many, 0, used, used, 0)]).toEqual([few, others]);
      expect(acceptsKey(many, 0, used, used, 0, KEY_BOUNDS, false), 'before').toBe(few);
      const rows = (4_000_000 * Math.min(sixteenths, 14)) / 16;
      expect([acceptsKey(many - 1, 0, 0, 0, rows), acceptsKey(many, 0, 0, 0, rows)], 'of a minute').toEqual([
        ACCEPTS.any,
        others,
      ]);
      expect(acceptsKey(many, 0, 0, 0, rows, KEY_BOUNDS, false), 'of a minute, before').toBe(ACCEPTS.any);
    }
  });

  it('to reduce, one with many keys is bound by all keys too where few are left of its half (rules fewUnverified)', () => {
    const [used, total] = [(MAX_UNVERIFIED_KEYS * 15) / 16, (most * 13) / 16];
    expect(acceptsKey(FEW_KEYS, 0, used, total, 0, KEY_BOUNDS, false)).toBe(ACCEPTS.reducing);
    expect(acceptsKey(FEW_KEYS, 0, used, total, 0)).toBe(ACCEPTS.none);
  });

  it('four hundred accounts filled the half; now three hundred and 5,000 more with few keys', () => {
    expect(MAX_UNVERIFIED_KEYS / mostKeysOf(0)).toBe(400);
    expect((MAX_UNVERIFIED_KEYS * 12) / 16 / mostKeysOf(0)).toBe(300);
    expect((MAX_UNVERIFIED_KEYS * 4) / 16 / many).toBe(5_000);
  });

  it('its last part is for accounts with few keys, and of that the last for what only reduces', () => {
    for (const [sixteenths, few, many] of [
      [11, ACCEPTS.any, ACCEPTS.any],
      [12, ACCEPTS.any, ACCEPTS.reducing],
      [13, ACCEPTS.any, ACCEPTS.none],
      [14, ACCEPTS.any, ACCEPTS.none],
      [15, ACCEPTS.reducing, ACCEPTS.none],
      [16, ACCEPTS.none, ACCEPTS.none],
    ] as const) {
      const used = (most * sixteenths) / 16;
      expect([acceptsKey(FEW_KEYS - 1, 2, 0, used, 0), acceptsKey(FEW_KEYS, 2, 0, used, 0)]).toEqual([few, many]);
      const rows = (8_000_000 * sixteenths) / 16;
      expect([acceptsKey(FEW_KEYS - 1, 2, 0, 0, rows), acceptsKey(FEW_KEYS, 2, 0, 0, rows)], 'of a minute').toEqual([
        few,
        many,
      ]);
    }
  });

  it('those that are not verified have at most three quarters of a minute', () => {
    expect(acceptsKey(0, 0, 0, 0, 4_000_000)).toBe(ACCEPTS.reducing);
    expect(acceptsKey(0, 0, 0, 0, 6_000_000)).toBe(ACCEPTS.none);
    expect(acceptsKey(0, 2, 0, 0, 8_000_000 - 1), 'a key takes two rows').toBe(ACCEPTS.none);
  });

  it('thirty accounts with all they may have leave the others’ part, which takes a thousand more to fill', () => {
    expect((most * 12) / 16 / mostKeysOf(2)).toBe(30);
    expect((most * 3) / 16 / FEW_KEYS).toBeGreaterThan(1_000);
  });
});
