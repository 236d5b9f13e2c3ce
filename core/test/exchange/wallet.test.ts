// Wallets: transfers whole or not, practice money once a day, one answer to one key (money §1, §8, calls §1; W18).
import { describe, expect, it } from 'vitest';
import { WALLET } from '../../src/enum/index.ts';
import { type Command, encodeCommand, restoreExchange } from '../../src/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NOON, World } from '../kit/world.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('money §8 transfer', () => {
  it('moves between one’s own wallets at once, whole or not at all', () => {
    const world = new World();
    const all = world.owns(ANNA, USDT);
    expect(world.transfer(ANNA, 1, 2, USDT, 300).code).toBe(200);
    expect(world.emitted('transferred')).toMatchObject([{ user: ANNA, from: 1, to: 2, asset: USDT, amount: 300 }]);
    expect([world.free(ANNA, USDT, 1), world.free(ANNA, USDT, 2)]).toEqual([all - 300, 300]);
    expect(world.transfer(ANNA, 2, 4, USDT, 301)).toMatchObject({ code: 3001, expected: 301, got: 300 });
    expect(world.transfer(ANNA, 2, 4, USDT, 300).code).toBe(200);
    expect(world.owns(ANNA, USDT)).toBe(all);
  });

  it('never what orders hold', () => {
    const world = new World();
    world.sell(ANNA, 900, 105);
    expect(world.transfer(ANNA, 1, 2, BTC, 1)).toMatchObject({ code: 3001, expected: 1, got: 0 });
  });

  it('an isolated wallet belongs to a market and holds its two coins', () => {
    const world = new World();
    expect(world.transfer(ANNA, 1, WALLET.isolatedMargin, USDT, 10, 1).code).toBe(200);
    expect(world.audit.balance(ANNA, USDT, WALLET.isolatedMargin, 1).available).toBe(10);
    expect(
      world.transfer(ANNA, WALLET.isolatedMargin, 1, USDT, 10, 2).code,
      'that of the other market has nothing',
    ).toBe(3001);
    expect(world.transfer(ANNA, 1, WALLET.isolatedMargin, ETH, 10, 1).code).toBe(3003);
    expect(world.transfer(ANNA, 1, WALLET.isolatedMargin, USDT, 10, 0).code).toBe(2002);
    expect(world.transfer(ANNA, 1, WALLET.isolatedMargin, USDT, 10, 9).code).toBe(2002);
    expect(world.transfer(ANNA, 1, 2, USDT, 10, 1).code, 'a market where none belongs').toBe(400);
  });

  it('from a wallet to itself, and of those other commands move, is refused; so is an unlisted coin', () => {
    const world = new World();
    for (const [from, to] of [
      [1, 1],
      [1, 7],
      [8, 1],
      [7, 8],
    ] as const)
      expect(world.transfer(ANNA, from, to, USDT, 1).code).toBe(3003);
    expect(world.transfer(ANNA, 1, 2, 9, 1).code).toBe(3002);
  });
});

describe('money §1 practice money', () => {
  it('tops up to the amounts, what orders hold counted, and says what came in', () => {
    const world = new World();
    world.sell(ANNA, 100, 105);
    world.buy(BEN, 60, 105);
    world.wait(DAY);
    expect(world.claim(ANNA)).toMatchObject({ code: 200, result: 1 });
    expect(world.emitted('practice')).toMatchObject([{ user: ANNA, asset: BTC, amount: 60 }]);
    expect(world.owns(ANNA, BTC)).toBe(900);
  });

  it('once a UTC day: to the millisecond', () => {
    const world = new World();
    world.transfer(ANNA, 1, 2, USDT, 100);
    world.time = NOON + DAY / 2 - 1;
    expect(world.claim(ANNA).code).toBe(3006);
    world.time += 1;
    expect(world.claim(ANNA).code).toBe(200);
    world.transfer(ANNA, 1, 2, USDT, 100);
    expect(world.claim(ANNA).code).toBe(3006);
  });

  it('at the cap it is refused, and the day is not used up', () => {
    const world = new World();
    world.wait(DAY);
    expect(world.claim(ANNA).code).toBe(3006);
    world.transfer(ANNA, 1, 2, USDT, 100);
    expect(world.claim(ANNA).code).toBe(200);
  });

  it('is only there in practice; a live house begins with nothing', () => {
    const world = new World({ mode: 2 });
    expect(world.claim(ANNA).code).toBe(403);
    for (const account of world.audit.accounts.values()) expect(account.available).toBe(0);
  });

  it('cannot lift what is outside beyond 2^52', () => {
    const cap = 2 ** 52;
    const world = new World({ practice: [0, 0, cap - 1_000_000 - 10], house: 1_000_000 }, 1);
    expect(world.audit.balance(ANNA, USDT).available).toBe(cap - 1_000_010);
    const ben = world.open();
    expect(world.claim(ben).code).toBe(200);
    expect(world.free(ben)).toBe(10);
    expect(world.claim(world.open()).code, 'nothing is left to give').toBe(3006);
  });
});

describe('calls §1, W18 keys', () => {
  let serial = 0;
  const key = (world: World, change = {}): { keyTime: number; keyHigh: number; keyLow: number; bodyHash: number } => {
    serial += 1;
    return { keyTime: world.time, keyHigh: 2 ** 48 - serial, keyLow: serial * 2 ** 30, bodyHash: 77, ...change };
  };
  const keyed = (one: Command, by: object): Command => ({ ...one, ...by }) as Command;

  it('two identical commands in one batch are one effect with one answer, whatever the kind', () => {
    const world = new World();
    const order = world.buy(ANNA, 5, 90);
    const kinds: Command[] = [
      world.order(ANNA, { lots: 5, price: 95 }),
      command('order.amend', { user: ANNA, order, price: 91, lots: 0 }),
      command('order.cancel', { user: ANNA, order }),
      command('order.cancelAll', { user: ANNA, market: 0 }),
      command('wallet.transfer', { user: ANNA, from: 1, to: 2, asset: USDT, amount: 100, market: 0 }),
      command('practice.claim', { user: ANNA }),
      world.order(ANNA, { lots: 5, price: 500 }),
    ];
    world.time += DAY;
    world.tick();
    for (const kind of kinds) {
      const by = key(world);
      const seq = world.exchange.seq;
      const [one, two] = world.batch([keyed(kind, by), keyed(kind, by)]) as [object, object];
      expect(two).toEqual({ ...one, repeated: 1, first: seq + 2 });
      const later = world.send(keyed(kind, by));
      expect(later).toEqual(two);
    }
  });

  it('the same key with another body is a conflict, for refusals too; another user’s is another key', () => {
    const world = new World();
    for (const price of [95, 500]) {
      const by = key(world);
      const one = world.send(keyed(world.order(ANNA, { lots: 5, price }), by));
      expect(world.send(keyed(world.order(ANNA, { lots: 6, price }), { ...by, bodyHash: 78 })).code).toBe(409);
      const other = world.send(keyed(world.order(BEN, { lots: 5, price }), by));
      expect([other.code, other.repeated]).toEqual([one.code, 0]);
    }
  });

  it('every part of a key counts: its time, its high and its low bits', () => {
    const world = new World();
    const by = key(world);
    const ids = new Set<number>();
    for (const change of [
      {},
      { keyTime: by.keyTime - 1 },
      { keyHigh: by.keyHigh - 2 ** 40 },
      { keyLow: by.keyLow + 2 ** 40 },
      { keyTime: by.keyTime - 60_000 },
    ])
      ids.add(world.must(keyed(world.order(ANNA, { lots: 5, price: 95 }), { ...by, ...change })));
    expect(ids.size).toBe(5);
  });

  it('is answered for 24 h, to the millisecond; then it is too old; a minute ahead is too young', () => {
    const world = new World();
    const by = key(world);
    const order = world.must(keyed(world.order(ANNA, { lots: 5, price: 95 }), by));
    world.wait(24 * HOUR);
    expect(world.send(keyed(world.order(ANNA, { lots: 5, price: 95 }), by))).toMatchObject({
      code: 200,
      result: order,
      repeated: 1,
    });
    world.wait(1);
    expect(world.send(keyed(world.order(ANNA, { lots: 5, price: 95 }), by))).toMatchObject({
      code: 410,
      expected: world.time,
      got: by.keyTime,
    });
    world.tick();
    const ahead = key(world, { keyTime: world.time + 60_000 });
    expect(world.send(keyed(world.order(ANNA, { lots: 5, price: 95 }), ahead)).code).toBe(200);
    const further = key(world, { keyTime: world.time + 60_001 });
    expect(world.send(keyed(world.order(ANNA, { lots: 5, price: 95 }), further)).code).toBe(410);
  });

  it('a voided key never runs, whatever the body; one that ran cannot be voided any more', () => {
    const world = new World();
    const by = key(world);
    expect(world.send(command('key.void', { user: ANNA, ...by })).code).toBe(200);
    for (const bodyHash of [77, 78])
      expect(world.send(keyed(world.order(ANNA, { lots: 5, price: 95 }), { ...by, bodyHash })).code).toBe(410);
    const ran = key(world);
    const order = world.must(keyed(world.order(ANNA, { lots: 5, price: 95 }), ran));
    const seq = world.exchange.seq;
    expect(world.send(command('key.void', { user: ANNA, ...ran }))).toMatchObject({
      code: 200,
      result: order,
      repeated: 1,
      first: seq,
    });
    expect(world.closed(order)).toBeUndefined();
    expect(world.send(command('key.void', { user: ANNA, keyTime: 0, keyHigh: 1, keyLow: 1, bodyHash: 0 })).code).toBe(
      400,
    );
  });

  it('a command without a key runs each time', () => {
    const world = new World();
    expect(world.buy(ANNA, 5, 95)).not.toBe(world.buy(ANNA, 5, 95));
  });

  it('keys survive a snapshot: the restored exchange repeats the answer', () => {
    const world = new World();
    const by = key(world);
    const one = keyed(world.order(CARL, { lots: 5, price: 95 }), by);
    const order = world.must(one);
    const twin = restoreExchange(structuredClone(world.exchange.save()));
    twin.advance(world.time);
    expect(twin.apply(encodeCommand(one), 0)).toBe(200);
    expect([twin.result, twin.repeated]).toEqual([order, 1]);
    expect(twin.digest()).toBe(world.exchange.digest());
  });

  it('10,000 keys of 30 hours: each is answered while it may be, and forgotten by the minute', () => {
    const world = new World();
    const kept: { by: object; time: number }[] = [];
    let most = 0;
    for (let n = 0; n < 10_000; n += 1) {
      world.time += 10_800;
      if (n % 100 === 0) world.tick();
      const by = key(world);
      world.exchange.advance(world.time);
      expect(
        world.exchange.apply(encodeCommand(keyed(command('order.cancelAll', { user: ANNA, market: 0 }), by)), 0),
      ).toBe(200);
      world.audit.fold(world.exchange.takeEvents(), world.time);
      kept.push({ by, time: world.time });
      if (n % 500 === 0) {
        const parts = world.exchange.save().tables.filter((part) => part.name.startsWith('keys.'));
        most = Math.max(most, parts.length);
      }
    }
    expect(most).toBeLessThanOrEqual(25 * 60 + 2);
    for (const { by, time } of kept.filter((_, n) => n % 97 === 0)) {
      const reply = world.send(keyed(command('order.cancelAll', { user: ANNA, market: 0 }), by));
      expect([reply.code, reply.repeated]).toEqual(time >= world.time - 24 * HOUR ? [200, 1] : [410, 0]);
    }
  });
});
