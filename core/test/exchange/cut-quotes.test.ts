// Rules `cutQuotes` (issue 13, money §2): tiny orders that use up the budget of the market maker's quotes keep its quotes out of the
// book for a slot. What a tick causes then waits for its next quotes, and does not meet the thief's orders behind.
import { describe, expect, it } from 'vitest';
import { ORDER_TYPE } from '../../src/enum/index.ts';
import { activations, type Command, decodeEvents, encodeCommand, restoreExchange, RULE } from '../../src/index.ts';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { CUT_TIME } from '../../src/order/index.ts';
import { crowd, EACH } from '../kit/crowd.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { partsOf } from '../kit/full.ts';
import { SLOT_END } from '../kit/slots.ts';
import { ANNA, BEN, BUY, CARL, FOK, IOC, NO_KEY, SELL, World } from '../kit/world.ts';
import { assetsOf, ISOLATED as MARGIN_ISOLATED, MarginWorld } from '../margin/kit.ts';
import { CLOSE_SHORT, ISOLATED, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../perpetual-risk/kit.ts';

const BEFORE = RULE.cutQuotes - 1;
const LOTS = 100;

type Level = readonly [side: number, price: number, lots: number];
const quoteOf = (market: number, levels: readonly Level[]): Command =>
  command('maker.quote', { market, levels: levels.map(([side, price, lots]) => ({ side, price, lots })) });
const rulesOf = (rules?: number) => (rules === undefined ? {} : { rules });

/** Runs commands as one batch: each trade in the market as price and lots, of the last one alone. */
function batch(world: World, ...commands: Command[]): [price: number, lots: number][] {
  const { exchange } = world;
  exchange.advance(world.time);
  exchange.takeEvents();
  let fills: [number, number][] = [];
  for (const one of commands) {
    expect([one.name, exchange.apply(encodeCommand(one), 0)]).toEqual([one.name, 200]);
    fills = [...decodeEvents(exchange.takeEvents())].flatMap((event) =>
      event.name === 'fill' ? [[event.price, event.lots] as [number, number]] : [],
    );
  }
  exchange.audit();
  return fills;
}

/**
 * Anna is short since 101, and takes profit at 99. The thief (Ben) offers at 100, and his accounts bid for a lot each at 99, where
 * the market maker will offer next.
 */
function contractWorld(tiny: number, order: Readonly<Record<string, unknown>> = {}, rules?: number): RiskWorld {
  const terms = { maxValue: 1_000_000_000, tiers: [{ cap: 1_000_000_000, rate: 10_000, leverage: 50 }] };
  const shape = { practice: [900, 5_000, 1_000_000_000] as const, ...rulesOf(rules) };
  const world = riskWorld(1_000_000, { users: 2, money: 500_000_000, terms }, shape);
  world.isolatedPair(BEN, ANNA, LOTS, 101, 2);
  world.quoteAround(95, 102, 1_000);
  const own = { market: U, marginMode: ISOLATED, leverage: 2 };
  const into = { from: 1, to: U_WALLET, asset: USDT, amount: 1_000_000, market: 0 };
  crowd(
    world,
    tiny,
    (user) => world.contractOf(user, { ...own, direction: OPEN_LONG, lots: 1, price: 99 }),
    (user) => command('wallet.transfer', { user, ...NO_KEY, ...into }),
  );
  // A market order that buys once the index has fallen.
  const takes = {
    direction: CLOSE_SHORT,
    lots: LOTS,
    type: ORDER_TYPE.takeProfitMarket,
    timeInForce: IOC,
    trigger: 99,
    leverage: 0,
  };
  batch(
    world,
    world.contractOf(BEN, { ...own, direction: OPEN_SHORT, lots: 1_000, price: 100 }),
    world.contractOf(ANNA, { ...own, ...takes, ...order }),
  );
  return world;
}

const FALL = 9_900;
const ASKS: readonly Level[] = [
  [SELL, 102, 0],
  [SELL, 99, 500],
];
const again = quoteOf(U, [[SELL, 99, 500]]);

/** A slot a second later: what is traded at its end. */
function slot(world: World, cents: number, ...quotes: Command[]): [price: number, lots: number][] {
  world.time += CUT_TIME;
  return batch(world, world.ticks([cents, 5_000]), ...quotes, SLOT_END);
}

const stops = [
  { name: 'market' },
  { name: 'limit', order: { type: 5, timeInForce: 1, price: 100 } },
  { name: 'fill or kill', order: { timeInForce: FOK } },
];

describe('what a take profit of contracts pays behind 250 tiny orders that the quotes meet first', () => {
  it('without them: the market maker’s price', () => {
    expect(slot(contractWorld(0), FALL, quoteOf(U, ASKS))).toEqual([[99, LOTS]]);
  });

  it('before the rule: the thief’s, up to 2 or 5 % from the index', () => {
    expect(slot(contractWorld(2 * EACH, {}, BEFORE), FALL, quoteOf(U, ASKS))).toEqual([[100, LOTS]]);
  });

  it.each(stops)('since the rule: the market maker’s, with its next quotes ($name)', ({ order = {} }) => {
    const world = contractWorld(2 * EACH, order);
    expect(slot(world, FALL, quoteOf(U, ASKS))).toEqual([]);
    const twin = restoreExchange(structuredClone(world.exchange.save()));
    // 150 of the tiny orders are left.
    expect(slot(world, FALL, again)).toEqual([[99, LOTS]]);
    twin.advance(world.time);
    for (const one of [world.ticks([FALL, 5_000]), again, SLOT_END]) twin.apply(encodeCommand(one), 0);
    expect(twin.digest()).toBe(world.exchange.digest());
  });

  it('without further quotes it waits a second, and trades as it does without a market maker', () => {
    const world = contractWorld(2 * EACH);
    expect(slot(world, FALL, quoteOf(U, ASKS))).toEqual([]);
    expect(slot(world, FALL), 'at a second').toEqual([]);
    world.time += 1 - CUT_TIME;
    expect(slot(world, FALL), 'a millisecond later').toEqual([[100, LOTS]]);
  });

  it('sales, the other markets and customers themselves are not concerned', () => {
    const world = contractWorld(2 * EACH);
    slot(world, FALL, quoteOf(U, ASKS));
    const own = { market: U, marginMode: ISOLATED, leverage: 2, direction: OPEN_LONG, lots: 1, price: 100 };
    expect(batch(world, world.contractOf(ANNA, own))).toEqual([[100, 1]]);
  });

  it('one that waits at the activation meets the next quotes; nothing is converted', () => {
    const world = contractWorld(2 * EACH, {}, BEFORE);
    batch(world, ...activations(BEFORE, RULE.cutQuotes));
    expect(slot(world, FALL, quoteOf(U, ASKS))).toEqual([]);
    expect(slot(world, FALL, again)).toEqual([[99, LOTS]]);
  });
});

describe('a liquidation', () => {
  /** Ben's short since 100 is liquidated at 104 and has nothing left at 105, where the thief offers. */
  function shortWorld(rules?: number): RiskWorld {
    const terms = { maxValue: 1_000_000_000, tiers: [{ cap: 1_000_000_000, rate: 10_000, leverage: 50 }] };
    const shape = { practice: [900, 5_000, 1_000_000_000] as const, ...rulesOf(rules) };
    const world = riskWorld(1_000_000, { users: 3, money: 300_000_000, terms }, shape);
    const own = { market: U, marginMode: ISOLATED };
    world.go(BEN, OPEN_SHORT, LOTS, 100, { ...own, leverage: 20 });
    world.go(ANNA, OPEN_LONG, LOTS, 100, { ...own, leverage: 2 });
    const into = { from: 1, to: U_WALLET, asset: USDT, amount: 1_000_000, market: 0 };
    crowd(
      world,
      2 * EACH,
      (user) => world.contractOf(user, { ...own, leverage: 2, direction: OPEN_LONG, lots: 1, price: 104 }),
      (user) => command('wallet.transfer', { user, ...NO_KEY, ...into }),
    );
    batch(world, world.contractOf(CARL, { ...own, leverage: 2, direction: OPEN_SHORT, lots: 1_000, price: 105 }));
    return world;
  }
  const offer = quoteOf(U, [[SELL, 104, 500]]);
  const prices = (fills: readonly (readonly [number, number])[]) => [...new Set(fills.map(([price]) => price))];

  it('of what is solvent takes the market maker’s price with its next quotes; before, the thief’s', () => {
    expect(prices(slot(shortWorld(BEFORE), 10_400, offer))).toEqual([105]);
    const world = shortWorld();
    expect(slot(world, 10_400, offer)).toEqual([]);
    expect(prices(slot(world, 10_400, offer))).toEqual([104]);
  });

  it('of what is bankrupt does not wait: no order costs the fund anything', () => {
    const world = shortWorld();
    expect(prices(slot(world, 10_500, quoteOf(U, [[SELL, 104, 500]])))).toEqual([105]);
  });
});

describe('on spot', () => {
  const TINY = 2_200;
  const sell = { user: 0, ...NO_KEY, market: 1, wallet: 1, side: BUY, type: 1, timeInForce: 1, price: 99, lots: 1 };

  /** Ben's order buys at 99 and below; the thief offers at 100. */
  function spotWorld(rules?: number): World {
    const world = new World({ practice: [900, 5_000, 10_000_000], ...rulesOf(rules) });
    crowd(world, TINY, (user) =>
      command('order.place', { ...sell, user, amount: 0, trigger: 0, triggerBy: 1, selfTrade: 1 }),
    );
    batch(
      world,
      quoteOf(1, [[SELL, 102, 100]]),
      world.order(ANNA, { side: SELL, lots: 100, price: 100 }),
      world.order(BEN, { side: BUY, type: ORDER_TYPE.takeProfitMarket, timeInForce: IOC, lots: 10, trigger: 99 }),
    );
    return world;
  }
  const offers = quoteOf(1, [
    [SELL, 102, 0],
    [SELL, 99, 2_100],
  ]);

  it('a triggered order waits in the same way', () => {
    expect(slot(spotWorld(BEFORE), FALL, offers)).toEqual([[100, 10]]);
    const world = spotWorld();
    expect(slot(world, FALL, offers)).toEqual([]);
    expect(slot(world, FALL, quoteOf(1, [[SELL, 99, 2_100]]))).toEqual([[99, 10]]);
  });
});

describe('a liquidation of a margin wallet (money §4)', () => {
  const OWED = 100;
  const RISEN = 10_900;
  const TINY = 2_200;

  /** Anna owes 100 lots and has 11,400: below her level at 109, at 108 not. The tiny orders bid 108; the thief (Carl) offers at 110. */
  function marginWorld(rules?: number): MarginWorld {
    const free = { rate: 0 };
    const world = new MarginWorld(
      { practice: [900, 5_000, 10_000_000], tiers: [{ volume: 0, maker: 0, taker: 0 }], ...rulesOf(rules) },
      { assets: assetsOf({ [BTC]: free, [ETH]: free, [USDT]: free }) },
    );
    const own = { wallet: MARGIN_ISOLATED, side: SELL, lots: OWED, price: 100 };
    world.put(ANNA, MARGIN_ISOLATED, USDT, 1_400);
    world.must(world.borrowOf(ANNA, MARGIN_ISOLATED, BTC, OWED));
    world.buy(BEN, OWED, 100);
    world.must(world.order(ANNA, own));
    batch(world, world.ticks([10_800, 5_000]), SLOT_END);
    crowd(world, TINY, (user) => world.order(user, { side: BUY, lots: 1, price: 108 }));
    batch(world, world.order(CARL, { side: SELL, lots: 200, price: 110 }));
    return world;
  }
  const offers = quoteOf(1, [[SELL, 108, 2_100]]);
  const again = quoteOf(1, [[SELL, 108, 500]]);
  const fundOf = (world: MarginWorld) => {
    const { ledger } = partsOf(world.exchange);
    return [BTC, USDT].map((asset) => ledger.accounts.available[ledger.find(ACCOUNT_CLASS.insurance, 0, 0, asset, 0)]);
  };

  it('buys from the thief before the rule, and since then from the market maker’s next quotes', () => {
    expect(slot(marginWorld(BEFORE), RISEN, offers)).toEqual([[110, OWED]]);
    const world = marginWorld();
    expect(slot(world, RISEN, offers)).toEqual([]);
    expect(slot(world, RISEN, again)).toEqual([[108, OWED]]);
  });

  it('waits for a second at most', () => {
    const world = marginWorld();
    expect(slot(world, RISEN, offers)).toEqual([]);
    expect(slot(world, RISEN), 'at a second').toEqual([]);
    world.time += 1 - CUT_TIME;
    expect(slot(world, RISEN), 'a millisecond later').toEqual([[110, OWED]]);
  });

  it('waits without equity too, and the insurance fund pays nothing meanwhile', () => {
    const world = marginWorld();
    const fund = fundOf(world);
    expect(slot(world, 11_500, offers)).toEqual([]);
    expect(fundOf(world)).toEqual(fund);
    expect(slot(world, 11_500, again)).toEqual([[108, OWED]]);
    expect(fundOf(world)).toEqual(fund);
  });

  it('only the side that was cut counts, until the next quotes begin', () => {
    const world = marginWorld();
    slot(world, RISEN, offers);
    const { cutQuotes } = partsOf(world.exchange).orderBooks;
    expect([cutQuotes.isCut(1, SELL), cutQuotes.isCut(1, BUY)]).toEqual([true, false]);
    batch(world, quoteOf(1, []));
    expect(cutQuotes.isCut(1, SELL)).toBe(false);
  });
});
