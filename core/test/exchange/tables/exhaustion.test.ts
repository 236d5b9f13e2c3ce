// Issue 13 A.1: the attacks that used up timers (t11) and keys (t17), with tables as narrow as a test can fill.
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, NEWEST_RULES, RULE, tighten } from '../../../src/index.ts';
import { LISTED_TIMERS } from '../../../src/clock/index.ts';
import { EarnWorld, FLEXIBLE } from '../../earn/kit.ts';
import { leaveRows, partsOf, tableOf } from '../../kit/full.ts';
import { command } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, World } from '../../kit/world.ts';
import { CLOSE_LONG, ContractWorld, LONG, OPEN_LONG } from '../../perpetual/kit.ts';

/** Rules under which the accounts that are not verified shared their half in the order in which they came. */
const BEFORE = RULE.fewUnverified - 1;
const HOURS = 6;
const PAIRS = 50;

describe('issue 13 A.1 t11: flexible finance bought and redeemed', () => {
  it('hundreds of pairs within a day leave no timer; with one timer left it goes on, and ticks and days too', () => {
    const world = new EarnWorld({}, { [FLEXIBLE]: { times: 0, penalty: 0 } }, 50_000);
    world.exchange.advance(world.time);
    const { timers } = partsOf(world.exchange);
    const now = (one: Command): number => world.exchange.apply(encodeCommand(one), 0);
    for (let hour = 0; hour < HOURS; hour += 1) {
      const before = timers.count;
      for (let pair = 0; pair < PAIRS; pair += 1)
        for (const user of [2, 3, 4]) {
          expect(now(world.buyOf(user, FLEXIBLE, 100))).toBe(200);
          expect(now(world.redeemOf(user, world.exchange.result, 100))).toBe(200);
        }
      expect(timers.count).toBe(before);
      world.audit.fold(world.exchange.takeEvents(), world.time);
      world.time += 3_600_000;
      world.exchange.advance(world.time);
    }
    leaveRows(world.exchange, 'timers', 'kept');
    expect(now(world.buyOf(2, FLEXIBLE, 100)), 'no timer is left').toBe(429);
    tableOf(world.exchange, 'timers').most = timers.count + LISTED_TIMERS + 1;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      expect(now(world.buyOf(2, FLEXIBLE, 100))).toBe(200);
      const stake = world.exchange.result;
      expect(now(world.buyOf(3, FLEXIBLE, 100))).toBe(429);
      expect(now(world.redeemOf(2, stake, 100))).toBe(200);
    }
    world.audit.fold(world.exchange.takeEvents(), world.time);
    world.tick();
    world.wait(2 * 86_400_000);
    world.tick();
    world.exchange.audit();
  });
});

describe('issue 13 A.1 t17: refused cancels under keys', () => {
  it('twenty accounts take no row; with real keys they stop at half, and the next account’s first key is taken', () => {
    const world = new World({ rules: BEFORE }, 0);
    const users = Array.from({ length: 21 }, () => world.open(0));
    for (const user of users) world.claim(user);
    const last = users[20]!;
    world.must(command('user.set', { user: last, stage: 1, locks: 0 }));
    world.tick();
    tighten(world.exchange, [], 0, { stages: [20, 200, 400], all: 400, few: 10 });
    const { keys } = partsOf(world.exchange);
    let serial = 0;
    const keyed = (one: Command): number => {
      serial += 1;
      const key = { keyTime: world.time, keyHigh: 2 ** 40 + serial, keyLow: serial, bodyHash: serial };
      return world.exchange.apply(encodeCommand({ ...one, ...key } as Command), 0);
    };
    world.exchange.advance(world.time);
    for (let turn = 0; turn < 50; turn += 1)
      for (const user of users.slice(0, 20)) expect(keyed(command('order.cancel', { user, order: 5 }))).toBe(2101);
    expect(keys.count).toBe(0);
    const orders = users.slice(0, 20).map((user) => {
      expect(keyed(world.order(user, { lots: 5, price: 95 }))).toBe(200);
      return world.exchange.result;
    });
    for (let turn = 0; turn < 50; turn += 1)
      for (const user of users.slice(0, 20)) keyed(command('order.cancelAll', { user, market: 2 }));
    expect(keys.count, 'half of all').toBe(200);
    for (const [at, user] of users.slice(0, 20).entries()) {
      expect(keyed(world.order(user, { lots: 5, price: 95 }))).toBe(429);
      expect(keyed(command('order.cancel', { user, order: orders[at]! })), 'a cancel works').toBe(200);
    }
    expect(keyed(world.order(last, { lots: 5, price: 95 }))).toBe(200);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    world.exchange.audit();
  });
});

describe('issue 13 A.1 t17: others’ cancels and closes while twenty accounts have taken all the keys they may', () => {
  /**
   * Anna, not verified, and Ben, verified, with a position, an order and no key each; then twenty others take all they
   * may, which leaves so many of 400 in use.
   */
  function taken(
    rules = BEFORE,
    used = 200,
  ): {
    readonly world: ContractWorld;
    readonly send: (one: Command, again?: number) => number;
    readonly last: () => number;
  } {
    const world = new ContractWorld({ rules }, { users: 4 });
    world.must(command('user.set', { user: BEN, stage: 1, locks: 0 }));
    const users = Array.from({ length: 20 }, () => world.open(0));
    world.pair(ANNA, CARL, 20, 100);
    world.pair(BEN, CARL, 20, 100);
    world.go(DORA, OPEN_LONG, 60, 100);
    tighten(world.exchange, [], 0, { stages: [20, 200, 400], all: 400, few: 10 });
    let serial = 0;
    const send = (one: Command, again = 0): number => {
      if (again === 0) serial += 1;
      const number = again === 0 ? serial : again;
      const key = { keyTime: world.time, keyHigh: 2 ** 40 + number, keyLow: number, bodyHash: number };
      return world.exchange.apply(encodeCommand({ ...one, ...key } as Command), 0);
    };
    world.exchange.advance(world.time);
    for (let turn = 0; turn < 30; turn += 1)
      for (const user of users) send(command('order.cancelAll', { user, market: 2 }));
    expect(partsOf(world.exchange).keys.count, 'of the half of accounts that are not verified').toBe(used);
    for (const user of users) expect(send(command('order.cancelAll', { user, market: 2 }))).toBe(429);
    return { world, send, last: () => serial };
  }

  it('an account that is not verified cancels and closes without a row; a repetition is answered by what it named', () => {
    const { world, send, last } = taken();
    world.exchange.apply(encodeCommand(world.contractOf(ANNA, { lots: 5, price: 95 })), 0);
    const live = world.exchange.result;
    expect(send(command('order.cancel', { user: ANNA, order: live }))).toBe(200);
    expect(send(command('order.cancel', { user: ANNA, order: live }), last())).toBe(2102);
    const position = world.position(ANNA, LONG)!.position;
    const part = world.contractOf(ANNA, { direction: CLOSE_LONG, lots: 10, price: 100 });
    expect(send(part), 'a part by an order needs a row: repeated it would close once more').toBe(429);
    expect(send(command('position.close', { user: ANNA, position }))).toBe(200);
    expect(send(command('position.close', { user: ANNA, position }), last()), 'it is closed').not.toBe(200);
    expect(partsOf(world.exchange).keys.count).toBe(200);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    world.exchange.audit();
  });

  it('since rules fewUnverified they leave the last part of their half: one with few keys does all it may', () => {
    // Of 200 three sixteenths: who has a quarter of ten keys or more stops there.
    const { world, send, last } = taken(NEWEST_RULES, 163);
    const position = world.position(ANNA, LONG)!.position;
    expect(send(world.contractOf(ANNA, { lots: 5, price: 95 }))).toBe(200);
    const part = world.contractOf(ANNA, { direction: CLOSE_LONG, lots: 10, price: 100 });
    expect(send(part)).toBe(200);
    expect(send(part, last()), 'the same again').toBe(200);
    expect(send(world.contractOf(ANNA, { lots: 5, price: 95 })), 'a third key').toBe(200);
    expect(send(world.contractOf(ANNA, { lots: 5, price: 95 })), 'she has three').toBe(429);
    expect(send(command('position.close', { user: ANNA, position }))).toBe(200);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    world.exchange.audit();
  });

  it('a verified one does all it may, parts of a position and stops too', () => {
    const { world, send, last } = taken();
    const position = world.position(BEN, LONG)!.position;
    expect(send(world.contractOf(BEN, { lots: 5, price: 95 }))).toBe(200);
    expect(send(command('order.cancel', { user: BEN, order: world.exchange.result }))).toBe(200);
    const guard = { position, stopProfit: 0, stopLoss: 90, triggerBy: 1, lots: 0 };
    expect(send(command('position.guard', { user: BEN, ...guard }))).toBe(200);
    const part = world.contractOf(BEN, { direction: CLOSE_LONG, lots: 10, price: 100 });
    expect(send(part)).toBe(200);
    expect(send(part, last()), 'the same again').toBe(200);
    expect(send(command('position.close', { user: BEN, position }))).toBe(200);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    expect(world.position(BEN, LONG)).toBeUndefined();
    world.exchange.audit();
  });
});
