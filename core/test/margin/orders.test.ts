// Orders in wallets 4 and 5, what may leave them, leverage: nobody trades his way under what he owes (money §2, §4).
import { describe, expect, it } from 'vitest';
import { encodeCommand, NEWEST_RULES, RULE } from '../../src/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { agreed, grantAll } from '../desk/kit.ts';
import { ANNA, BEN, BUY, CARL, FOK, IOC, MARKET, NO_KEY, SELL, STOP_LIMIT, STOP_MARKET, World } from '../kit/world.ts';
import { assetsOf, CROSS, HOUR, ISOLATED, LEVELS, MarginWorld, setOf } from './kit.ts';

describe('money §2, §4 orders in a margin wallet', () => {
  it.each([CROSS, ISOLATED])('wallet %i: holds, fills and fees are that wallet’s; rebates go to spot', (wallet) => {
    const world = new MarginWorld();
    world.put(BEN, wallet, USDT, 2_000);
    const spot = world.free(BEN);
    const order = world.buy(BEN, 10, 99, { wallet });
    const held = world.audit.balance(BEN, USDT, wallet, wallet === ISOLATED ? 1 : 0);
    expect(held).toEqual({ available: 1_010, held: 990 });
    expect(world.amend(BEN, order, 98, 5)).toMatchObject({ code: 200 });
    world.sell(CARL, 5, 98);
    expect(world.in(BEN, wallet, BTC)).toBe(4);
    expect(world.in(BEN, wallet, USDT)).toBe(2_000 - 490);
    expect(world.free(BEN), 'a referrer’s share of Carl’s fee, nothing else').toBe(spot + 2);
    expect(world.place(BEN, { wallet, lots: 20, price: 99 })).toMatchObject({
      code: 3001,
      expected: 1_980,
      got: 1_510,
    });
  });

  it('an isolated wallet’s orders see that market’s money only; other wallets take none', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 2_000, 2);
    expect(world.place(ANNA, { wallet: ISOLATED, lots: 1, price: 99 })).toMatchObject({ code: 3001, got: 0 });
    expect(world.place(ANNA, { wallet: ISOLATED, market: 2, lots: 1, price: 49 })).toMatchObject({ code: 200 });
    for (const wallet of [2, 3, 6, 7, 8])
      expect(world.place(ANNA, { wallet, lots: 1, price: 99 })).toMatchObject({ code: 400, got: wallet });
  });

  it('waits for its trigger, and is cancelled, as any other', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 5_000);
    const stop = { wallet: ISOLATED, type: STOP_MARKET, trigger: 110, lots: 3 };
    const id = world.must(world.order(ANNA, stop));
    world.sell(BEN, 3, 111);
    world.tick(110);
    expect(world.closed(id)).toEqual([1, 0]);
    expect(world.in(ANNA, ISOLATED, BTC)).toBe(2);
    world.buy(ANNA, 1, 90, { wallet: ISOLATED });
    world.buy(ANNA, 1, 90);
    expect(world.cancelAll(ANNA)).toMatchObject({ code: 200, result: 2 });
  });
});

/** Anna owes 4,000 on her 1,000; her level is 1.237. */
function owing(rules: number = NEWEST_RULES): MarginWorld {
  const world = new MarginWorld({ rules });
  world.put(ANNA, ISOLATED, USDT, 1_000);
  world.must(world.borrowOf(ANNA, ISOLATED, USDT, 4_000));
  return world;
}

describe('money §12, 15: no fill leaves the wallet at its liquidation level', () => {
  it('an order that would at its limit is refused (2303); without debts nobody asks', () => {
    const world = owing();
    world.sell(BEN, 40, 119);
    expect(world.place(ANNA, { wallet: ISOLATED, lots: 41, price: 119 })).toMatchObject({ code: 2303 });
    expect(world.place(ANNA, { wallet: ISOLATED, lots: 38, price: 119, timeInForce: FOK })).toMatchObject({
      code: 2303,
    });
    expect(world.place(ANNA, { wallet: ISOLATED, type: MARKET, timeInForce: IOC, lots: 40 })).toMatchObject({
      code: 2303,
    });
    world.put(CARL, ISOLATED, USDT, 6_000);
    expect(world.place(CARL, { wallet: ISOLATED, lots: 40, price: 119 })).toMatchObject({ code: 200 });
  });

  it('a resting order is taken out (reason margin) when the index has moved and a fill would', () => {
    const world = owing();
    const order = world.buy(ANNA, 45, 100, { wallet: ISOLATED });
    world.must(world.ticks([8_400, 5_000]));
    expect(world.margin.steps, 'nothing bought yet').toEqual([]);
    world.sell(BEN, 45, 100);
    expect(world.dealt()).toEqual([]);
    expect(world.closed(order)).toEqual([2, 7]);
    expect(world.in(ANNA, ISOLATED, USDT)).toBe(5_000);
  });

  it('a fill-or-kill of another meets it whole or not at all (before `RULE.killChangesNothing` it took orders out)', () => {
    const world = owing(RULE.loanScore);
    const first = world.buy(ANNA, 22, 100, { wallet: ISOLATED });
    const second = world.buy(ANNA, 22, 100, { wallet: ISOLATED });
    world.buy(CARL, 25, 99);
    world.must(world.ticks([8_600, 5_000]));
    const whole = { side: SELL, price: 99, timeInForce: FOK };
    const id = world.must(world.order(BEN, { ...whole, lots: 60 }));
    expect([world.closed(id), world.dealt()], 'one of Anna’s is taken out, and then there are not enough').toEqual([
      [2, 4],
      [],
    ]);
    expect([world.closed(first), world.closed(second)]).toEqual([undefined, [2, 7]]);
    world.must(world.order(BEN, { ...whole, lots: 40 }));
    expect(world.dealt()).toEqual([
      [100, 22],
      [99, 18],
    ]);
  });

  it('a fill-or-kill that does not trade changes nothing in the book (issue 13 A.11)', () => {
    const world = owing();
    const first = world.buy(ANNA, 22, 100, { wallet: ISOLATED });
    const second = world.buy(ANNA, 22, 100, { wallet: ISOLATED });
    world.buy(CARL, 25, 99);
    world.must(world.ticks([8_600, 5_000]));
    const book = world.audit.book(1, BUY);
    const whole = { side: SELL, price: 99, timeInForce: FOK };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const id = world.must(world.order(BEN, { ...whole, lots: 60 }));
      expect([world.closed(id), world.dealt(), world.audit.book(1, BUY)]).toEqual([[2, 4], [], book]);
    }
    expect([world.closed(first), world.closed(second)]).toEqual([undefined, undefined]);
    const done = world.must(world.order(BEN, { ...whole, lots: 47 }));
    expect([world.closed(done), world.dealt()]).toEqual([
      [1, 0],
      [
        [100, 22],
        [99, 25],
      ],
    ]);
    expect(world.closed(second), 'what its wallet cannot bear goes when the order trades').toEqual([2, 7]);
  });

  it('a triggered order deals as far as the wallet bears (before `RULE.stops`: as far as its limit), or not at all where it must be whole', () => {
    const world = owing(RULE.first);
    const base = { wallet: ISOLATED, side: BUY, trigger: 101, price: 119 };
    const whole = world.must(world.order(ANNA, { ...base, type: STOP_LIMIT, lots: 20, timeInForce: FOK }));
    const part = world.must(world.order(ANNA, { ...base, type: STOP_LIMIT, lots: 20, timeInForce: IOC }));
    world.sell(BEN, 10, 118);
    world.sell(BEN, 40, 119);
    world.tick(101);
    expect([world.closed(whole), world.closed(part)].map((one) => one?.[1])).not.toContain(undefined);
    const { principal, interest } = world.margin.owed({ user: ANNA, wallet: ISOLATED, market: 1, asset: USDT });
    const worth = world.in(ANNA, ISOLATED, USDT) + world.in(ANNA, ISOLATED, BTC) * 101;
    expect(worth * 100, 'above 1.05').toBeGreaterThan((principal + interest) * 105);
  });

  it('attack: bought dear from oneself, sold cheap to oneself, again and again: insurance never pays', () => {
    const world = owing();
    const fund = world.audit.house(10, USDT);
    for (let round = 0; round < 12; round += 1) {
      world.place(BEN, { side: SELL, lots: 30, price: 119 });
      world.place(ANNA, { wallet: ISOLATED, lots: 30, price: 119 });
      world.cancelAll(BEN);
      world.cancelAll(ANNA);
      world.place(BEN, { side: BUY, lots: 30, price: 81 });
      world.place(ANNA, { wallet: ISOLATED, side: SELL, lots: 30, price: 81 });
      world.cancelAll(BEN);
      world.tick();
    }
    expect(world.audit.house(10, USDT)).toBe(fund);
    const worth = world.in(ANNA, ISOLATED, USDT) + world.in(ANNA, ISOLATED, BTC) * 100;
    expect(worth).toBeGreaterThan(4_040);
  });
});

describe('money §4 what may leave', () => {
  it('down to level 2 with debts, all without; the wallets take coins on margin only', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, USDT, 4_000);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 2_000));
    // Owes 2,020: 4,040 must stay of 6,000.
    expect(world.out(ANNA, ISOLATED, USDT, 1_961)).toMatchObject({ code: 3001, expected: 1_961, got: 1_960 });
    expect(world.out(ANNA, ISOLATED, USDT, 1_960)).toMatchObject({ code: 200 });
    expect(world.out(ANNA, ISOLATED, USDT, 1)).toMatchObject({ code: 3001, got: 0 });
    world.must(world.repayOf(ANNA, ISOLATED, USDT));
    expect(world.out(ANNA, ISOLATED, USDT, 2_020)).toMatchObject({ code: 200 });
    expect(world.put(ANNA, ISOLATED, ETH, 10, 1)).toMatchObject({ code: 3003 });
  });

  it('of a cross wallet a coin by its factor', () => {
    const world = new MarginWorld();
    world.put(ANNA, CROSS, ETH, 400);
    world.must(world.borrowOf(ANNA, CROSS, BTC, 40));
    // 400 × 50 × 0.8 + 40 × 100 × 0.95 − 2 × 41 × 100 = 11,600: 290 of ETH.
    expect(world.out(ANNA, CROSS, ETH, 291)).toMatchObject({ code: 3001, got: 290 });
    expect(world.out(ANNA, CROSS, ETH, 290)).toMatchObject({ code: 200 });
  });

  it('after money left, the call comes at the new level', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, BTC, 120);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 4_000));
    world.out(ANNA, ISOLATED, USDT, 4_000);
    world.tick(70);
    world.out(ANNA, ISOLATED, BTC, 4);
    expect(world.margin.steps).toEqual([]);
    world.tick(38);
    expect(world.steps()).toEqual([]);
    world.must(world.ticks([3_762, 5_000]));
    expect(world.steps(), '116 × 37.62 is 4,364: above 1.08 × 4,040 = 4,363.2').toEqual([]);
    world.must(world.ticks([3_761, 5_000]));
    expect(world.steps()).toEqual([1]);
  });
});

describe('money §4 leverage', () => {
  it('is one that is offered; with debts lower only while the level after borrowing is met', () => {
    const world = owing();
    expect(world.leverage(ANNA, ISOLATED, 11)).toMatchObject({ code: 400 });
    expect(world.leverage(ANNA, ISOLATED, 4)).toMatchObject({ code: 2203 });
    expect(world.leverage(ANNA, CROSS, 5)).toMatchObject({ code: 2203, expected: 3 });
    expect(world.leverage(ANNA, ISOLATED, 5)).toMatchObject({ code: 2303, expected: 1_250_000, got: 1_237_623 });
    world.must(world.repayOf(ANNA, ISOLATED, USDT, 1_000));
    expect(world.leverage(ANNA, ISOLATED, 5)).toMatchObject({ code: 200 });
    expect(world.borrow(ANNA, ISOLATED, USDT, 1_300)).toMatchObject({ code: 2303, expected: 1_250_000 });
    expect(world.leverage(BEN, ISOLATED, 3)).toMatchObject({ code: 200 });
  });
});

describe('money §1, §4 settings', () => {
  const wrong: Record<string, object> = {
    'an asset nobody listed': { assets: assetsOf({ [BTC]: { asset: 9 } }) },
    'an asset twice': { assets: assetsOf({ [BTC]: { asset: ETH, instrument: 2 } }) },
    'W07: the index of another coin': { assets: assetsOf({ [BTC]: { instrument: 2 } }) },
    'no USDT': { assets: assetsOf({ [USDT]: { instrument: 1 } }) },
    'a call above the level after borrowing': { levels: [{ ...LEVELS[0], call: 1_600_000 }] },
    'a liquidation at nothing': { levels: [{ ...LEVELS[0], liquidation: 1_000_000 }] },
    'a leverage twice': { levels: [...LEVELS, LEVELS[0]] },
    'a market nobody listed': { markets: [{ market: 9, leverage: 5 }] },
    'a market twice': { markets: [1, 1].map((market) => ({ market, leverage: 5 })) },
    'a leverage without levels': { cross: 7 },
    'out below the level after borrowing': { transferOut: 1_400_000 },
  };
  it.each(Object.entries(wrong))('%s is refused whole', (_, change) => {
    const world = new World({}, 0);
    const before = world.exchange.digest();
    expect(world.send(setOf(change as never))).toMatchObject({ code: 400 });
    expect(world.exchange.digest()).toBe(before);
    expect(world.send(setOf())).toMatchObject({ code: 200, result: 1 });
  });

  it('what tightens waits a day; a raised rate counts from the hour after; bounds are made again', () => {
    const world = new DeskMargin();
    world.put(ANNA, ISOLATED, BTC, 100);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 4_000));
    world.out(ANNA, ISOLATED, USDT, 4_000);
    expect(world.owes(ANNA, ISOLATED, USDT)).toEqual([4_000, 40]);
    const dear = { ...setOf({ assets: assetsOf({ [USDT]: { rate: 20_000_000 } }) }) };
    expect(agreed(world, dear)).toMatchObject({ code: 200 });
    for (let hour = 0; hour < 24; hour += 1) world.wait(HOUR);
    const [, before] = world.owes(ANNA, ISOLATED, USDT);
    expect(before, '24 hours at the old rate').toBe(24 * 40);
    world.wait(HOUR);
    world.wait(HOUR);
    expect(world.owes(ANNA, ISOLATED, USDT)[1]).toBeGreaterThan(24 * 40 + 60);
    const strict = LEVELS.map((row) => ({ ...row, call: row.call + 20_000, borrow: row.borrow + 20_000 }));
    world.tick(60);
    expect(world.margin.steps).toEqual([]);
    expect(agreed(world, setOf({ levels: strict }))).toMatchObject({ code: 200 });
  });

  it('a market that is taken off takes no new orders, debts or money; what is owed goes on', () => {
    const world = new DeskMargin();
    world.put(ANNA, ISOLATED, USDT, 1_000);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 100));
    expect(agreed(world, setOf({ markets: [{ market: 2, leverage: 5 }] }))).toMatchObject({ code: 200 });
    world.wait(24 * HOUR + 1);
    world.tick();
    expect(world.borrow(ANNA, ISOLATED, USDT, 1)).toMatchObject({ code: 2002 });
    expect(world.place(ANNA, { wallet: ISOLATED, lots: 1, price: 99 })).toMatchObject({ code: 400 });
    expect(world.put(ANNA, ISOLATED, USDT, 1)).toMatchObject({ code: 3003 });
    expect(world.repay(ANNA, ISOLATED, USDT)).toMatchObject({ code: 200 });
  });

  /** With a desk of two persons a role. */
  class DeskMargin extends MarginWorld {
    override open(referrer = 0): number {
      if (this.audit.users.size <= 1) grantAll(this);
      return super.open(referrer);
    }
  }

  it('nobody else sets it', () => {
    const world = new MarginWorld();
    expect(world.send(setOf())).toMatchObject({ code: 403 });
    expect(world.exchange.ask(encodeCommand(command('margin.set', setOf() as never)), 0).code).toBe(403);
    expect(
      world.send(command('debt.leverage', { user: 99, ...NO_KEY, wallet: 4, market: 0, leverage: 3 })),
    ).toMatchObject({
      code: 403,
    });
  });
});

describe('issue 13, money §2: a fill-or-kill order meets at most 50 orders of margin wallets, before rules `wholeSweep` 200', () => {
  /** Sells of a lot each out of Anna's and Ben's cross wallets. */
  const resting = (orders: number, rules: number = NEWEST_RULES): MarginWorld => {
    const world = new MarginWorld({ rules });
    for (const user of [ANNA, BEN]) world.put(user, CROSS, BTC, 200);
    for (let at = 0; at < orders; at += 1) world.sell(at < 101 ? ANNA : BEN, 1, 101, { wallet: CROSS });
    return world;
  };
  const whole = (lots: number) => ({ side: BUY, price: 101, lots, timeInForce: FOK });

  it('is refused beyond, and the book stays', () => {
    const now = resting(51);
    expect(now.place(CARL, whole(51))).toMatchObject({ code: 2111, expected: 50, got: 51 });
    expect(now.place(CARL, whole(50)).code).toBe(200);
    const world = resting(201, RULE.wholeSweep - 1);
    expect(world.place(CARL, whole(201))).toMatchObject({ code: 2111, expected: 200, got: 201 });
    expect(world.dealt()).toEqual([]);
    expect(world.place(CARL, whole(200)).code).toBe(200);
    expect(world.dealt().length).toBe(200);
    expect(resting(201, RULE.workInSteps - 1).place(CARL, whole(201)).code).toBe(200);
  });

  it('a triggered one closes as refused', () => {
    const world = resting(51);
    const stop = { ...whole(51), type: STOP_LIMIT, trigger: 101 };
    const order = world.must(world.order(CARL, stop));
    world.tick(101);
    expect([world.closed(order), world.dealt()]).toEqual([[5, 3], []]);
  });
});
