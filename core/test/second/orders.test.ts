// Orders of second contracts, and the desk's terms of their markets (money §5).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { encodeCommand, rejects } from '../../src/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, World } from '../kit/world.ts';
import { DELAY, M1, M2, MOST, ODDS, PATIENCE, PERIODS, POOL, SecondWorld, setOf, STAKES, UP } from './kit.ts';

describe('money §5 an order', () => {
  it('locks the stake and, from the pool, the whole possible win', () => {
    const world = new SecondWorld();
    world.stake(ANNA, { amount: 101 });
    expect(world.contractWallet(ANNA)).toBe(STAKES - 101);
    expect(world.escrow, '101 and ⌊101 × 0.85⌋ = 85').toBe(101 + 85);
    expect(world.pool).toBe(POOL - 85);
    expect(world.emitted('second.waiting')).toMatchObject([
      { user: ANNA, market: M1, amount: 101, odds: ODDS, win: 85, version: 1, opensFrom: world.time + DELAY },
    ]);
  });

  it('is refused when the pool cannot pay its win: to the atom', () => {
    const world = new SecondWorld({}, {}, 1_000);
    const thousand = { seconds: 1, terms: 10_000_000 };
    expect(world.bet(ANNA, { ...thousand, amount: 101 })).toMatchObject({ code: 2403, expected: 1_010, got: 1_000 });
    world.stake(ANNA, { ...thousand, amount: 100 });
    expect(world.pool).toBe(0);
    expect(world.bet(BEN, { ...thousand, amount: 1 })).toMatchObject({ code: 2403, expected: 10, got: 0 });
    const poor = new SecondWorld({ funds: [] });
    expect(poor.bet(ANNA)).toMatchObject({ code: 2403, expected: 85, got: 0 });
  });

  it('takes the odds that are shown, or is refused with those in force', () => {
    const world = new SecondWorld();
    expect(world.bet(ANNA, { terms: ODDS + 1 })).toMatchObject({ code: 2404, expected: ODDS, got: ODDS + 1 });
    expect(world.bet(ANNA, { terms: ODDS - 1 }).code).toBe(2404);
    expect(world.bet(ANNA, { seconds: 60 })).toMatchObject({ code: 2404, expected: 333_333 });
  });

  it('is for a period that is sold', () => {
    const world = new SecondWorld();
    expect(world.bet(ANNA, { seconds: 31 })).toMatchObject({ code: 2401, got: 31 });
    expect(world.bet(ANNA, { market: 303 })).toMatchObject({ code: 2002, got: 303 });
    expect(world.bet(ANNA, { market: 1 }).code).toBe(2002);
    const none = new SecondWorld({}, { periods: [] });
    expect(none.bet(ANNA).code).toBe(2401);
  });

  it('has a stake between minimum and maximum, and no more open than allowed', () => {
    const world = new SecondWorld();
    expect(world.bet(ANNA, { amount: 9 })).toMatchObject({ code: 2402, expected: 10, got: 9 });
    expect(world.bet(ANNA, { amount: 5_001 })).toMatchObject({ code: 2402, expected: 5_000, got: 5_001 });
    for (let n = 0; n < 3; n += 1) world.stake(ANNA, { amount: 5_000 });
    world.stake(ANNA, { amount: 4_990, market: M2 });
    expect(world.bet(ANNA, { amount: 11 }), 'all markets of an asset together').toMatchObject({
      ...{ code: 2402, expected: 10, got: 11 },
    });
    world.stake(ANNA, { amount: 10 });
    expect(world.bet(ANNA, { amount: 10 })).toMatchObject({ code: 2402, expected: 0 });
    expect(world.bet(BEN, { amount: 5_000 }).code, 'each customer for himself').toBe(200);
    expect(MOST).toBe(20_000);
  });

  it('is paid from wallet 6 alone', () => {
    const world = new SecondWorld();
    world.transfer(ANNA, 6, 1, USDT, STAKES - 99);
    expect(world.bet(ANNA, { amount: 100 })).toMatchObject({ code: 3001, expected: 100, got: 99 });
    world.stake(ANNA, { amount: 99 });
    expect(world.contractWallet(ANNA)).toBe(0);
  });

  it('at most 200 open contracts a customer', () => {
    const world = new SecondWorld({}, { most: 10 ** 6 }, 10 ** 6);
    const many = Array.from({ length: 200 }, () => world.secondOf(ANNA, { amount: 10 }));
    expect(world.batch(many).every(({ code }) => code === 200)).toBe(true);
    expect(world.bet(ANNA, { amount: 10 })).toMatchObject({ code: 2110, expected: 200, got: 200 });
    expect(world.bet(BEN, { amount: 10 }).code).toBe(200);
    world.wait(DELAY + PATIENCE + 1);
    expect(world.bet(ANNA, { amount: 10 }).code, 'the price is too old').toBe(2004);
    world.tick();
    expect(world.bet(ANNA, { amount: 10 }).code).toBe(200);
  });

  it('previews its win and what it takes to break even: 1 ÷ (1 + odds)', () => {
    const world = new SecondWorld();
    const ask = (fields = {}): unknown => world.exchange.ask(encodeCommand(world.secondOf(ANNA, fields)), 0);
    expect(ask({ amount: 101 })).toMatchObject({ code: 200, numbers: [85, 540_541] });
    expect(ask({ amount: 5_001 })).toMatchObject({ code: 2402, expected: 5_000 });
  });

  it('of the house maker is refused: it cannot buy', () => {
    const world = new SecondWorld();
    expect(world.bet(MARKET_MAKER).code).toBe(403);
  });

  it('of a frozen customer is refused', () => {
    const world = new SecondWorld();
    world.must(command('user.set', { user: ANNA, stage: 0, locks: 1 }));
    expect(world.bet(ANNA).code).toBe(1011);
  });
});

describe('money §5 second.set', () => {
  it('a market is 300 + its instrument, of a listed asset; periods once each, in bounds', () => {
    const world = new World({}, 0);
    const [period] = PERIODS;
    const wrong: readonly (readonly [object, number])[] = [
      [{ market: 300 }, 400],
      [{ market: M2 }, 400],
      [{ instrument: 3, market: 303 }, 404],
      [{ asset: 9 }, 3002],
      [{ periods: [{ ...period, min: 5_001 }] }, 400],
      [{ periods: [{ ...period, max: MOST + 1 }] }, 400],
      [{ periods: [period, { ...period, odds: 1 }] }, 400],
      [{ periods: [{ ...period, odds: 0 }] }, 400],
      [{ delay: 0 }, 400],
      [{ patience: 0 }, 400],
    ];
    for (const [terms, code] of wrong) {
      const before = world.exchange.digest();
      expect([terms, world.send(setOf(terms as never)).code]).toEqual([terms, code]);
      expect(world.exchange.digest()).toBe(before);
    }
    expect(world.must(setOf()), 'gives the version').toBe(1);
    expect(world.must(setOf({ delay: 1_500 }))).toBe(2);
    expect(world.emitted('second.changed')).toMatchObject([{ version: 2, delay: 1_500, periods: PERIODS, state: 1 }]);
  });

  it('after the first customer it takes two people', () => {
    expect(new SecondWorld().send(setOf()).code).toBe(rejects['request.forbidden']);
  });

  it('stakes and wins of another asset have their own escrow, pool and cap', () => {
    const world = new World({ funds: [{ class: 13, asset: 2, amount: 500 }] }, 0);
    world.must(setOf({ asset: 2 }));
    world.must(setOf({ market: M2, instrument: 2 }));
    world.open();
    world.claim(ANNA);
    world.tick();
    for (const asset of [2, USDT]) world.transfer(ANNA, 1, 6, asset, 3_000);
    const bet = (market: number, amount: number): number =>
      world.send(
        command('second.open', { user: ANNA, ...NO_KEY, market, direction: UP, seconds: 30, amount, terms: ODDS }),
      ).code;
    expect(bet(M1, 500)).toBe(200);
    expect(bet(M1, 500)).toBe(2403);
    expect(bet(M2, 500), 'no pool of that asset').toBe(2403);
    expect([world.audit.house(4, 2), world.audit.house(13, 2)]).toEqual([925, 75]);
  });
});
