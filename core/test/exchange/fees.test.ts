// Fees, shares, referral, tiers; and no profit from rounding, searched exhaustively (money §1, §2, §10; W13, W14).
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import { encodeCommand, openExchange } from '../../src/index.ts';
import { BTC, ETH, genesisOf, USDT, usual } from '../kit/genesis.ts';
import { runs } from '../kit/random-tests.ts';
import { ANNA, BEN, BUY, CARL, DORA, MARKET, NOON, SELL, World } from '../kit/world.ts';

const DAY = 86_400_000;
/** Rates searched: none, the least there is, the published one, one that is no power of ten. */
const RATES = [0, 1, 1_000, 33_333] as const;
const MOST = 100;
/** Of the sizes of a round trip each third; the deep run tries every one. */
const STEP = runs(1) >= 3 ? 1 : 3;

function worldAt(rate: number, users = 3): World {
  const tiers = [{ volume: 0, maker: rate, taker: rate }];
  return new World({ tiers, minValue: 1, maxValue: 10 ** 9, practice: [10_000, 10_000, 1_000_000] }, users);
}

/** What the two own together of each asset. */
function wealth(world: World, users: readonly number[]): number[] {
  return [BTC, ETH, USDT].map((asset) => users.reduce((sum, user) => sum + world.owns(user, asset), 0));
}

describe('money §2 fees', () => {
  for (const rate of RATES)
    it(`an order’s fee is ⌈rate × received⌉ however it is sliced: 0 to ${MOST} lots at ${rate} ppm`, () => {
      for (const market of [1, 2]) {
        const [price, goods] = market === 1 ? [97, 1] : [47, 10];
        const world = worldAt(rate, 2);
        for (let lots = 1; lots <= MOST; lots += market === 1 ? 3 : 13) {
          const maker = world.buy(ANNA, lots, price, { market });
          let left = lots;
          for (let slice = 1; left > 0; slice += 1) {
            const size = Math.min(left, slice);
            left -= size;
            world.sell(BEN, size, price, { market });
          }
          expect(world.audit.closed.get(maker)!.order.fee).toBe(Math.ceil((lots * goods * rate) / 1_000_000));
        }
      }
    });

  it('every slicing of 12 lots into two and three comes to the same fee', () => {
    const fees = new Set<number>();
    const world = worldAt(33_333, 2);
    for (let one = 1; one < 12; one += 1)
      for (let two = 0; two < 12 - one; two += 1) {
        const taker = world.sell(ANNA, 12, 97);
        for (const size of [one, two, 12 - one - two]) if (size > 0) world.buy(BEN, size, 97);
        fees.add(world.audit.closed.get(taker)!.order.fee);
      }
    expect([...fees]).toEqual([Math.ceil((12 * 97 * 33_333) / 1_000_000)]);
  });

  it('an order keeps the rates it was placed with, as taker and then as maker', () => {
    const world = new World();
    world.sell(BEN, 20, 100);
    const order = world.buy(ANNA, 40, 100);
    world.sell(BEN, 20, 100);
    // 20 at 2 % and 20 at 1 % of coins: 0.4 + 0.2, rounded up once.
    expect(world.audit.closed.get(order)!.order.fee).toBe(1);
  });
});

describe('money §12.10 no profit from rounding', () => {
  for (const rate of RATES)
    it(`no round trip of 1 to ${MOST} lots, at once or in parts, leaves two users with more: ${rate} ppm`, () => {
      for (const market of [1, 2]) {
        const world = worldAt(rate, 2);
        const price = market === 1 ? 97 : 47;
        for (let lots = 1; lots <= MOST; lots += STEP) {
          const before = wealth(world, [ANNA, BEN]);
          world.sell(BEN, lots, price, { market });
          world.must(world.order(ANNA, { market, type: MARKET, lots }));
          // Back again, sliced: one lot, then the rest, sold into a resting buy.
          world.buy(BEN, lots, price, { market });
          for (const size of lots > 1 ? [1, lots - 1] : [1])
            if (size <= world.free(ANNA, market === 1 ? BTC : ETH))
              world.must(world.order(ANNA, { market, side: SELL, type: MARKET, lots: size }));
          world.cancelAll(BEN);
          const after = wealth(world, [ANNA, BEN]);
          for (const [at, own] of after.entries()) expect(own).toBeLessThanOrEqual(before[at]!);
        }
      }
    });

  it('a market buy by amount never gets a lot it did not pay: 1 to 400 atoms', () => {
    for (const rate of [0, 1_000]) {
      const world = worldAt(rate, 2);
      world.sell(BEN, 9_000, 97);
      for (let amount = 1; amount <= 400; amount += 1) {
        const [coins, money] = [world.owns(ANNA, BTC), world.owns(ANNA, USDT)];
        const { code } = world.place(ANNA, { type: MARKET, amount });
        expect(code).toBe(amount < 97 ? 2111 : 200);
        const lots = Math.floor(amount / 97);
        expect(money - world.owns(ANNA, USDT)).toBe(lots * 97);
        expect(world.owns(ANNA, BTC) - coins).toBe(lots - Math.ceil((lots * rate) / 1_000_000));
      }
    }
  });

  it('trading with oneself through a second account costs, whatever the referrers get back (money §10)', () => {
    for (const rate of RATES) {
      const world = worldAt(rate, 4);
      // Four accounts of one person, each behind the one before: every share but the house’s comes home.
      const all = [ANNA, BEN, CARL, DORA];
      for (let lots = 1; lots <= 60; lots += 1) {
        const before = wealth(world, all);
        world.sell(CARL, lots, 97);
        world.buy(DORA, lots, 97);
        const after = wealth(world, all);
        for (const [at, own] of after.entries()) expect(own).toBeLessThanOrEqual(before[at]!);
        if (rate > 1) expect(after[0]! + after[2]!).toBeLessThan(before[0]! + before[2]!);
      }
    }
  });
});

describe('money §10 shares of every fee', () => {
  it('10 % to safety; 20, 10, 5 % to the referrers who exist; each of the whole fee, down; the rest is fee', () => {
    // Dora’s referrers: Carl, Ben, Anna. Carl’s: Ben, Anna. Ben’s: Anna.
    for (const [seller, generations] of [
      [ANNA, []],
      [BEN, [ANNA]],
      [CARL, [BEN, ANNA]],
      [DORA, [CARL, BEN, ANNA]],
    ] as const) {
      const world = worldAt(33_333, 4);
      world.quote(1, [[BUY, 99, 83]]);
      world.sell(seller, 83, 99);
      const fee = Math.ceil((83 * 99 * 33_333) / 1_000_000);
      const shares = [0.2, 0.1, 0.05].slice(0, generations.length).map((share) => Math.floor(fee * share + 1e-9));
      const fill = world.emitted('fill')[0]!;
      expect(fill.takerFee).toBe(fee);
      const rebates = world.emitted('rebate').filter((rebate) => rebate.from === seller);
      expect(
        rebates.map(({ to, generation, amount, trade, market, asset }) => [
          to,
          generation,
          amount,
          trade,
          market,
          asset,
        ]),
      ).toEqual(generations.map((to, at) => [to, at + 1, shares[at], fill.trade, 1, USDT]));
      expect(world.audit.house(ACCOUNT_CLASS.safety, USDT)).toBe(Math.floor(fee / 10));
      expect(world.audit.house(ACCOUNT_CLASS.fee, USDT)).toBe(
        fee - Math.floor(fee / 10) - shares.reduce((a, b) => a + b, 0),
      );
    }
  });

  it('a fee of one atom leaves nothing to share; nothing is made of it', () => {
    const world = worldAt(1, 4);
    world.sell(BEN, 5, 97);
    world.buy(DORA, 5, 97);
    expect(world.emitted('rebate')).toEqual([]);
    expect([world.audit.house(ACCOUNT_CLASS.safety, BTC), world.audit.house(ACCOUNT_CLASS.fee, BTC)]).toEqual([0, 1]);
  });

  it('shares above 70 % in all are refused at genesis', () => {
    for (const [third, code] of [
      [300_001, 400],
      [300_000, 200],
    ] as const) {
      const exchange = openExchange();
      exchange.advance(NOON);
      expect(exchange.apply(encodeCommand(genesisOf({ ...usual, third })), 0)).toBe(code);
    }
  });
});

describe('money §2 fee tiers', () => {
  const trade = (world: World, lots: number): void => {
    world.sell(BEN, lots, 100);
    world.buy(ANNA, lots, 100);
  };
  const tierOf = (world: World, user: number): number => world.audit.users.get(user)!.tier;

  it('follow the 30-day turnover: up with the trade that reaches it, for both sides', () => {
    const world = new World();
    trade(world, 59);
    expect([tierOf(world, ANNA), tierOf(world, BEN)]).toEqual([0, 0]);
    trade(world, 1);
    expect([tierOf(world, ANNA), tierOf(world, BEN)]).toEqual([1, 1]);
    const order = world.buy(ANNA, 3, 90);
    expect(world.audit.order(order)).toMatchObject({ makerRate: 8_000, takerRate: 15_000 });
  });

  it('down when the day leaves the window, at that day’s end, without a trade', () => {
    const world = new World();
    trade(world, 70);
    world.wait(29 * DAY);
    expect(tierOf(world, ANNA)).toBe(1);
    world.wait(DAY);
    expect(tierOf(world, ANNA)).toBe(0);
    expect(world.exchange.hasWork()).toBe(false);
    world.tick();
    expect(world.audit.order(world.buy(ANNA, 3, 90))).toMatchObject({ makerRate: 10_000, takerRate: 20_000 });
  });

  it('count parts of a whole unit until they make one', () => {
    const world = new World({ minValue: 1 });
    for (let n = 0; n < 6_000 / 50; n += 1) {
      expect(tierOf(world, ANNA)).toBe(0);
      world.sell(BEN, 1, 99);
      world.buy(ANNA, 1, 99);
      if (world.audit.fills.reduce((sum, fill) => sum + fill.value, 0) >= 6_000) break;
    }
    expect(tierOf(world, ANNA)).toBe(1);
  });

  it('the market maker’s quotes earn tiers as any user’s orders do', () => {
    const world = new World();
    world.quote(1, [[SELL, 100, 60]]);
    world.buy(ANNA, 60, 100);
    expect(tierOf(world, MARKET_MAKER)).toBe(1);
  });
});
