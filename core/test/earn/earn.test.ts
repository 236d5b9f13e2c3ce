// Staking and finance (money §6): what is sold, reserved and paid, and what an early way out costs.
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { encodeCommand } from '../../src/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, World } from '../kit/world.ts';
import { DAY, EarnWorld, FLEXIBLE, LOCKED, MEMBERS, OPENABLE, setOf, STAKING, type Terms, TREASURY } from './kit.ts';

describe('money §6 selling', () => {
  it('moves the principal to wallet 7, held, and reserves the whole promised yield from the treasury', () => {
    const world = new EarnWorld();
    const before = world.free(ANNA);
    world.stake(ANNA, STAKING, 1_001);
    expect(world.free(ANNA)).toBe(before - 1_001);
    expect(world.audit.balance(ANNA, USDT, 7)).toEqual({ available: 0, held: 1_001 });
    expect(world.reserve, '⌊1,001 × 1 % × 7⌋').toBe(70);
    expect(world.treasury).toBe(TREASURY - 70);
    expect(world.emitted('earn.opened')).toMatchObject([
      { product: STAKING, amount: 1_001, version: 1, starts: world.time, ends: world.time + 7 * DAY, reserved: 70 },
    ]);
  });

  it('no funds, no sale: to the atom', () => {
    const world = new EarnWorld({}, {}, 100);
    expect(world.take(ANNA, STAKING, 1_443)).toMatchObject({ code: 4005, expected: 101, got: 100 });
    world.stake(ANNA, STAKING, 1_442);
    expect([world.treasury, world.reserve]).toEqual([0, 100]);
    expect(world.take(BEN, LOCKED, 100)).toMatchObject({ code: 4005, expected: 1, got: 0 });
    expect(world.take(BEN, LOCKED, 71).code, 'what yields nothing needs no funds').toBe(200);
    expect(new EarnWorld({}, {}, 0).take(ANNA, STAKING, 100).code).toBe(4005);
  });

  const limits: readonly (readonly [what: string, product: number, amount: number, fields: Terms, reply: object])[] = [
    ['unknown', 99, 100, {}, { code: 4001, got: 99 }],
    ['under the least', STAKING, 9, {}, { code: 4002, expected: 10, got: 9 }],
    ['above the most', STAKING, 5_001, {}, { code: 4002, expected: 5_000, got: 5_001 }],
    ['of other terms than shown', STAKING, 100, { version: 2 }, { code: 4008, expected: 1, got: 2 }],
    ['for members only', MEMBERS, 100, {}, { code: 4006, expected: 1, got: 0 }],
  ];
  for (const [what, product, amount, fields, reply] of limits)
    it(`is refused: ${what}`, () => {
      expect(new EarnWorld().take(ANNA, product, amount, fields)).toMatchObject(reply);
    });

  it('so many times a customer and product, redeemed ones counted; others have their own', () => {
    const world = new EarnWorld();
    for (let n = 0; n < 2; n += 1) world.stake(ANNA, STAKING, 10);
    const third = world.stake(ANNA, STAKING, 100);
    expect(world.take(ANNA, STAKING, 10)).toMatchObject({ code: 4004, expected: 3, got: 3 });
    expect(world.redeem(ANNA, third, 99).code).toBe(200);
    expect(world.take(ANNA, STAKING, 10).code).toBe(4004);
    expect(world.take(BEN, STAKING, 10).code).toBe(200);
    for (let n = 0; n < 5; n += 1) world.stake(ANNA, LOCKED, 10);
  });

  it('so much of a product at a time: what comes back can be sold again', () => {
    const world = new EarnWorld({}, { [STAKING]: { total: 8_000 } });
    const first = world.stake(ANNA, STAKING, 5_000);
    expect(world.take(BEN, STAKING, 3_001)).toMatchObject({ code: 4003, expected: 3_000, got: 3_001 });
    world.stake(BEN, STAKING, 3_000);
    expect(world.take(BEN, STAKING, 10)).toMatchObject({ code: 4003, expected: 0, got: 10 });
    world.redeem(ANNA, first, 4_950);
    expect(world.take(BEN, STAKING, 5_000).code).toBe(200);
  });

  it('members buy once their turnover made them members', () => {
    const world = new EarnWorld();
    world.sell(BEN, 100, 100);
    world.buy(ANNA, 100, 100);
    expect(world.audit.users.get(ANNA)!.tier).toBe(1);
    expect(world.take(ANNA, MEMBERS, 100).code).toBe(200);
  });

  it('is paid from the spot wallet; the principal cannot be spent or moved (W06)', () => {
    const world = new EarnWorld();
    world.transfer(ANNA, 1, 2, USDT, world.free(ANNA) - 1_050);
    const replies = world.batch([1, 2, 3].map(() => world.buyOf(ANNA, LOCKED, 500)));
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 3001]);
    expect(replies[2]).toMatchObject({ expected: 500, got: 50 });
    expect(world.transfer(ANNA, 7, 1, USDT, 1).code).toBe(3003);
    expect(world.principal(ANNA)).toBe(1_000);
  });

  it('at most 200 stakes of a customer and product', () => {
    const world = new EarnWorld({}, { [LOCKED]: { min: 1 } });
    expect(world.batch(Array.from({ length: 200 }, () => world.buyOf(ANNA, LOCKED, 1))).at(-1)!.code).toBe(200);
    expect(world.take(ANNA, LOCKED, 1)).toMatchObject({ code: 2110, expected: 200 });
    expect(world.take(ANNA, OPENABLE, 10).code).toBe(200);
  });

  it('previews the whole yield and the end', () => {
    const world = new EarnWorld();
    const ask = world.exchange.ask(encodeCommand(world.buyOf(ANNA, LOCKED, 1_000)), 0);
    expect(ask).toMatchObject({ code: 200, numbers: [14, world.time + 14 * DAY] });
  });

  it('not to the house maker, nor to the frozen', () => {
    const world = new EarnWorld();
    expect(world.take(MARKET_MAKER, STAKING, 100).code).toBe(403);
    world.must(command('user.set', { user: ANNA, stage: 0, locks: 1 }));
    expect(world.take(ANNA, STAKING, 100).code).toBe(1011);
  });
});

describe('money §6 staking', () => {
  it('pays daily, at the millisecond after a day: after day n, ⌊n days⌋ in all; the principal at the end', () => {
    const world = new EarnWorld();
    const before = world.free(ANNA);
    const start = world.time;
    // 55 atoms at 1 %: 0.55 a day.
    const id = world.stake(ANNA, STAKING, 55);
    const days: number[] = [];
    for (let day = 1; day <= 7; day += 1) {
      world.time = start + day * DAY;
      world.batch([]);
      expect(world.emitted('earn.paid'), 'not before the day is over').toEqual([]);
      world.wait(1);
      days.push(world.emitted('earn.paid')[0]!.amount);
    }
    expect(days).toEqual([0, 1, 0, 1, 0, 1, 0]);
    expect(world.emitted('earn.closed')).toMatchObject([{ stake: id, reason: 1, paid: 55, yield: 0 }]);
    expect([world.free(ANNA), world.reserve, world.treasury]).toEqual([before + 3, 0, TREASURY - 3]);
    expect(world.running(id)).toBeUndefined();
  });

  it('an outage of days pays every day it missed, each at its time', () => {
    const world = new EarnWorld();
    const start = world.time;
    const id = world.stake(ANNA, STAKING, 1_000);
    world.wait(3.5 * DAY);
    expect(world.emitted('earn.paid').map(({ day, amount }) => [day, amount])).toEqual([
      [1, 10],
      [2, 10],
      [3, 10],
    ]);
    world.wait(100 * DAY);
    expect(world.emitted('earn.paid').map(({ day }) => day)).toEqual([4, 5, 6, 7]);
    expect(world.emitted('earn.closed')).toMatchObject([{ stake: id, reason: 1, paid: 1_000 }]);
    expect(world.exchange.nextDue(), 'no timer of it is left').toBeGreaterThan(start + 8 * DAY);
  });

  it('redeemed early: 1 % of the principal to the treasury, yield not yet paid forfeited, what was paid stays', () => {
    const world = new EarnWorld();
    const before = world.free(ANNA);
    const id = world.stake(ANNA, STAKING, 1_001);
    world.wait(2 * DAY + 1);
    expect(world.free(ANNA)).toBe(before - 1_001 + 20);
    const price = world.redeem(ANNA, id, 1_001);
    expect(price, '1 % rounded up: it is owed').toMatchObject({ code: 4008, expected: 990, got: 1_001 });
    expect(world.exchange.ask(encodeCommand(world.redeemOf(ANNA, id, 990)), 0).numbers).toEqual([990, 11, 50]);
    expect(world.redeem(ANNA, id, 990)).toMatchObject({ code: 200, result: id });
    expect(world.emitted('earn.closed')).toMatchObject([{ reason: 2, paid: 990, yield: 0, unused: 50, penalty: 11 }]);
    expect([world.free(ANNA), world.treasury, world.reserve]).toEqual([before + 20 - 11, TREASURY - 20 + 11, 0]);
    world.wait(30 * DAY);
    expect(world.emitted('earn.paid'), 'its timers are spent').toEqual([]);
  });

  it('a redemption is for exactly the price; one of anybody else, or a second one, finds nothing', () => {
    const world = new EarnWorld();
    const id = world.stake(ANNA, STAKING, 100);
    for (const wrong of [0, 98, 100, 101]) expect(world.redeem(ANNA, id, wrong).code).toBe(4008);
    expect(world.redeem(BEN, id, 99)).toMatchObject({ code: 404, got: id });
    expect(world.redeem(ANNA, id, 99).code).toBe(200);
    expect(world.redeem(ANNA, id, 99).code).toBe(404);
    const next = world.stake(ANNA, STAKING, 100);
    expect(next, 'an id is never given twice').not.toBe(id);
  });
});

describe('money §6 finance', () => {
  it('pays yield and principal at the end', () => {
    const world = new EarnWorld();
    const before = world.free(ANNA);
    const start = world.time;
    const id = world.stake(ANNA, LOCKED, 1_000);
    world.time = start + 14 * DAY;
    world.batch([]);
    expect(world.running(id)).toBeDefined();
    world.wait(1);
    expect(world.emitted('earn.paid')).toEqual([]);
    expect(world.emitted('earn.closed')).toMatchObject([{ reason: 1, paid: 1_014, yield: 14, unused: 0, penalty: 0 }]);
    expect([world.free(ANNA), world.reserve, world.treasury]).toEqual([before + 14, 0, TREASURY - 14]);
  });

  it('locked is locked until its last millisecond: 4007 with the end', () => {
    const world = new EarnWorld();
    const id = world.stake(ANNA, LOCKED, 1_000);
    const ends = world.time + 14 * DAY;
    world.time = ends;
    world.batch([]);
    expect(world.redeem(ANNA, id, 1_000)).toMatchObject({ code: 4007, expected: ends, got: ends });
    world.wait(1);
    expect(world.redeem(ANNA, id, 1_000).code).toBe(404);
  });

  it('where the product says so it can be redeemed: the principal whole, the yield forfeited', () => {
    const world = new EarnWorld();
    const before = world.free(ANNA);
    const id = world.stake(ANNA, OPENABLE, 1_000);
    world.wait(13 * DAY);
    expect(world.redeem(ANNA, id, 1_000).code).toBe(200);
    expect([world.free(ANNA), world.reserve, world.treasury]).toEqual([before, 0, TREASURY]);
  });
});

describe('money §6 flexible finance', () => {
  it('is a one-day term that renews itself', () => {
    const world = new EarnWorld();
    const before = world.free(ANNA);
    const start = world.time;
    const id = world.stake(ANNA, FLEXIBLE, 1_500);
    expect(world.reserve, 'one day only').toBe(1);
    for (let day = 1; day <= 40; day += 1) {
      world.wait(day === 1 ? DAY + 1 : DAY);
      expect(world.emitted('earn.paid')).toMatchObject([
        { stake: id, amount: 1, day, reserved: 1, ends: start + (day + 1) * DAY },
      ]);
      expect([world.reserve, world.free(ANNA)]).toEqual([1, before - 1_500 + day]);
    }
    expect(world.redeem(ANNA, id, 1_500).code).toBe(200);
    expect([world.free(ANNA), world.reserve, world.treasury]).toEqual([before + 40, 0, TREASURY - 40]);
  });

  it('ends with its day when the treasury cannot reserve the next', () => {
    const world = new EarnWorld({}, {}, 5);
    const before = world.free(ANNA);
    world.stake(ANNA, FLEXIBLE, 2_000);
    expect([world.treasury, world.reserve]).toEqual([3, 2]);
    world.wait(DAY + 1);
    expect([world.treasury, world.reserve]).toEqual([1, 2]);
    world.wait(DAY);
    expect(world.emitted('earn.closed')).toMatchObject([{ reason: 1, paid: 2_002, yield: 2, unused: 0 }]);
    expect([world.free(ANNA), world.reserve, world.treasury]).toEqual([before + 4, 0, 1]);
    world.wait(10 * DAY);
    expect(world.emitted('earn.paid')).toEqual([]);
  });

  it('two that want the same last atoms: the one whose day ends first has them', () => {
    const world = new EarnWorld({}, {}, 6);
    const first = world.stake(ANNA, FLEXIBLE, 2_000);
    world.time += 5;
    const second = world.stake(BEN, FLEXIBLE, 2_000);
    world.wait(DAY + 1);
    expect(world.running(first)!.day).toBe(1);
    expect(world.emitted('earn.closed')).toMatchObject([{ stake: second, paid: 2_002 }]);
  });
});

describe('money §6 earn.set', () => {
  it('gives the version; unsound terms are refused and change nothing', () => {
    const world = new World({}, 0);
    const wrong: readonly (readonly [Terms, number])[] = [
      [{ asset: 9 }, 3002],
      [{ min: 5_001 }, 400],
      [{ tab: 1 }, 400],
      [{ kind: 2, tab: 0 }, 400],
      [{ flexible: 1 }, 400],
      [{ kind: 2, tab: 3, flexible: 1, days: 2 }, 400],
      [{ kind: 2, tab: 3, flexible: 1, days: 1, early: 0 }, 400],
      [{ rate: 1_000_000_000, days: 9 }, 400],
    ];
    for (const [terms, code] of wrong) {
      const before = world.exchange.digest();
      expect([terms, world.send(setOf(STAKING, terms)).code]).toEqual([terms, code]);
      expect(world.exchange.digest()).toBe(before);
    }
    expect(world.must(setOf(STAKING, { rate: 1_000_000_000, days: 8, max: 2 ** 48, total: 2 ** 50 }))).toBe(1);
    expect(world.must(setOf(STAKING))).toBe(2);
    expect(world.emitted('earn.product')).toMatchObject([{ product: STAKING, version: 2, sold: 0, open: 1 }]);
    expect(world.send(setOf(STAKING, { asset: 1 })).code, 'the asset of a product stays').toBe(400);
    expect(world.send(setOf(STAKING, { kind: 2, tab: 1 })).code, 'so does its kind').toBe(400);
  });

  it('the greatest principal at the greatest yield is refused for funds, not by an exception', () => {
    const world = new EarnWorld({}, { [STAKING]: { rate: 1_000_000_000, days: 8, max: 2 ** 48, total: 2 ** 50 } });
    expect(world.take(ANNA, STAKING, 2 ** 48).code).toBe(3001);
    expect(world.take(ANNA, STAKING, 2 ** 50).code).toBe(4002);
  });

  it('sold no more: 4001; what was sold runs on', () => {
    const world = new EarnWorld({}, { [LOCKED]: { open: 0 } });
    expect(world.take(ANNA, LOCKED, 100)).toMatchObject({ code: 4001 });
  });

  it('after the first customer it takes two people', () => {
    expect(new EarnWorld().send(setOf(STAKING)).code).toBe(403);
  });
});
