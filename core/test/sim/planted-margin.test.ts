// The simulator's auditor would have caught a breach of each rule of margin wallets since version 35: the bug that is planted is the rule
// before, or that nobody looks.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RULE } from '../../src/index.ts';
import { Bounds } from '../../src/margin/bounds.ts';
import { Ledger } from '../../src/ledger/index.ts';
import { Margin } from '../../src/margin/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, SELL } from '../kit/world.ts';
import { assetsOf, CROSS, ISOLATED, MarginWorld } from '../margin/kit.ts';
import { found, itFinds, type Planted } from './listen.ts';

const SILENCE = 11_000;

function only(world: MarginWorld, instrument: number, cents: number): void {
  world.must(command('ticks', { ticks: [{ instrument, price: cents, spread: 0, used: 3, total: 3 }], quotes: [] }));
}

/** BTC's feed falls silent, ETH's goes on. */
function silent(world: MarginWorld): void {
  world.time += SILENCE;
  only(world, 2, 5_000);
}

/** Borrowed money buys the stale coin of an accomplice. */
function staleBuy(rules: number): void {
  const world = new MarginWorld({ rules });
  world.put(ANNA, ISOLATED, USDT, 4_500);
  world.must(world.borrowOf(ANNA, ISOLATED, USDT, 5_000));
  silent(world);
  world.place(BEN, { side: SELL, lots: 50, price: 100 });
  world.place(ANNA, { wallet: ISOLATED, lots: 50, price: 100 });
}

/** Who owes a stale coin buys another one dear. */
function besideStale(rules: number): void {
  const world = new MarginWorld({ rules });
  world.put(ANNA, CROSS, USDT, 30_000);
  world.must(world.borrowOf(ANNA, CROSS, BTC, 150));
  silent(world);
  world.place(BEN, { market: 2, side: SELL, lots: 45, price: 60 });
  world.place(ANNA, { wallet: CROSS, market: 2, lots: 45, price: 60 });
}

/** Anna owes nine times what is hers, and 9,900 lots of BTC. */
function tenfold(rules: number): MarginWorld {
  const asset = { rate: 10, limit: 1_000_000_000 };
  const world = new MarginWorld(
    {
      ...{ rules, practice: [10_000_000, 10_000_000, 100_000_000], house: 1_000_000_000, maxValue: 1_000_000_000 },
      ...{ lending: 1_000_000_000, insurance: 10_000_000, tiers: [{ volume: 0, maker: 800, taker: 1_000 }] },
    },
    { assets: assetsOf({ [BTC]: asset, [ETH]: asset, [USDT]: asset }) },
  );
  world.tick(1_000);
  world.put(ANNA, ISOLATED, USDT, 1_000_000);
  world.must(world.borrowOf(ANNA, ISOLATED, USDT, 9_000_000));
  world.sell(BEN, 9_900, 1_000);
  world.must(world.order(ANNA, { wallet: ISOLATED, lots: 9_900, price: 1_000 }));
  return world;
}

/** Somebody bids at a price, then the index comes there, `gap` ms later. */
const sold =
  (bid: number, index: number, gap = 1_000) =>
  (rules: number): void => {
    const world = tenfold(rules);
    world.time += gap;
    world.buy(BEN, 10_000, bid);
    world.tick(index);
  };

/** 19 atoms of a coin, half a lot more than can be sold, secure a debt; the fall leaves `price` × 9 of it. */
const lessThanALot =
  (price: number) =>
  (rules: number): void => {
    const world = new MarginWorld({ rules, tiers: [{ volume: 0, maker: 0, taker: 0 }] });
    world.put(ANNA, ISOLATED, ETH, 9, 2);
    world.put(ANNA, ISOLATED, USDT, 20, 2);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 480, 2));
    world.sell(BEN, 1, 50, { market: 2 });
    world.must(world.order(ANNA, { wallet: ISOLATED, market: 2, lots: 1, price: 50 }));
    world.quote(2, [[BUY, price, 5]]);
    for (let time = 0; time < 2; time += 1) world.tick(100, price);
  };

/** Two debts, and less than a lot of a third coin, which is worth more than either of them and less than both. */
function twoDebts(): MarginWorld {
  const free = { rate: 0 };
  const world = new MarginWorld(
    { insurance: 50_000, tiers: [{ volume: 0, maker: 0, taker: 0 }] },
    { assets: assetsOf({ [BTC]: free, [ETH]: free, [USDT]: free }) },
  );
  world.put(ANNA, CROSS, ETH, 9);
  world.put(ANNA, CROSS, USDT, 20);
  world.must(world.borrowOf(ANNA, CROSS, USDT, 380));
  world.must(world.borrowOf(ANNA, CROSS, BTC, 1));
  world.buy(BEN, 1, 100);
  world.must(world.order(ANNA, { wallet: CROSS, side: SELL, lots: 1, price: 100 }));
  world.sell(BEN, 1, 50, { market: 2 });
  world.must(world.order(ANNA, { wallet: CROSS, market: 2, lots: 1, price: 50 }));
  world.quote(2, [[BUY, 24, 5]]);
  world.tick(100, 24);
  return world;
}

const breaches: readonly Planted[] = [
  ['a stale coin bought with borrowed money', RULE.marginStale, staleBuy, /user 2 deals in market 1 while it is stale/],
  [
    'another coin bought dear beside a stale one',
    RULE.marginStale,
    besideStale,
    /beside asset \d+, whose price is stale/,
  ],
  ['a forced sale 5 % below the index', RULE.marginStale, sold(893, 940), /more than 2 % from the index/],
  ['a forced sale below what is owed', RULE.marginStale, sold(890, 905), /leaves user 2 -/],
  [
    'a forced sale at the first tick after a silence',
    RULE.marginStale,
    sold(940, 940, SILENCE),
    /at the first tick after a silence/,
  ],
  [
    'the insurance fund paying while equity is left',
    RULE.marginForced,
    lessThanALot(26),
    /who has 0\.0[89]\d* USDT at the index/,
  ],
  ['the insurance fund paying without bound', RULE.marginStale, sold(784, 800), /the fund paid/],
];

afterEach(() => vi.restoreAllMocks());

describe('issue 13: the auditor knows a breach of each rule of margin wallets', () => {
  itFinds(breaches);

  it('the insurance fund paying for a wallet whose coins its book could still take', () => {
    const story = () => sold(600, 800)(RULE.marginForced);
    expect(found(RULE.marginForced, story)).toBeUndefined();
    const { availableOf } = Ledger.prototype;
    vi.spyOn(Ledger.prototype, 'availableOf').mockImplementation(function (this: Ledger, user, wallet, asset, market) {
      return wallet === ISOLATED && asset === BTC ? 0 : availableOf.call(this, user, wallet, asset, market);
    });
    expect(found(RULE.marginForced, story)).toMatch(/the fund pays for user 2, who has 9890 of asset 1 to trade/);
  });

  it('and that two debts paid at once are one payment: less than a lot stays, and was less than both (seed 22)', () => {
    const paid: unknown[] = [];
    const story = () => {
      const world = twoDebts();
      paid.push(world.emitted('debt.changed').map(({ asset, type, amount }) => [asset, type, amount]));
      paid.push(world.in(ANNA, CROSS, ETH), world.owes(ANNA, CROSS, USDT), world.owes(ANNA, CROSS, BTC));
    };
    expect(found(RULE.marginForced, story)).toBeUndefined();
    expect(paid).toEqual([
      [
        [USDT, 3, -240],
        [BTC, 4, -1],
        [USDT, 4, -140],
      ],
      ...[9, [0, 0], [0, 0]],
    ]);
  });

  it('a wallet below its level that nobody looks at', () => {
    const story = () => {
      const world = tenfold(RULE.marginTurns);
      for (let second = 0; second < 65; second += 1) {
        world.time += 1_000;
        world.tick(940);
      }
    };
    expect(found(RULE.marginTurns, story)).toBeUndefined();
    vi.spyOn(Bounds.prototype, 'hit').mockReturnValue(0);
    // The core's own audit, which looks inside, would say so at once.
    vi.spyOn(Margin.prototype, 'audit').mockImplementation(() => undefined);
    expect(found(RULE.marginTurns, story)).toMatch(/wallet 5 of user 2 has been below its level for 61 ticks/);
  });
});
