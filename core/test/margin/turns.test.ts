// Called wallets are looked at in turn with everything else (core §6; money §4): many of them hold nobody's stop up.
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand, RULE } from '../../src/index.ts';
import { partsOf } from '../kit/full.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, SELL, STOP_MARKET } from '../kit/world.ts';
import { assetsOf, HOUR, ISOLATED, MarginWorld } from './kit.ts';

const BEFORE = RULE.marginTurns - 1;
/** More than a batch has steps for. */
const CROWD = 1_100;
const CALLED = 1;
const LIQUIDATING = 2;
const SPOT_MARKET = 1;

/** A batch without the audits of so many wallets: they cost half a minute here. */
function quietly({ exchange, time }: MarginWorld, commands: readonly Command[] = []): void {
  exchange.advance(time);
  for (const one of commands) expect(exchange.apply(encodeCommand(one), 0)).toBe(200);
  exchange.takeEvents();
}

function rest(world: MarginWorld): void {
  do {
    world.time += 1;
    quietly(world);
  } while (world.exchange.hasWork());
}

function tick(world: MarginWorld, cents: number): void {
  world.time += 1_000;
  quietly(world, [world.ticks([cents, 5_000])]);
}

const tables = (world: MarginWorld) => partsOf(world.exchange).margin.context.tables;
const stateOf = (world: MarginWorld, user: number): number | undefined =>
  tables(world).wallets.state[partsOf(world.exchange).margin.context.find(user, ISOLATED, SPOT_MARKET)];

const intoMargin = (user: number): Command =>
  command('wallet.transfer', {
    user,
    ...NO_KEY,
    from: 1,
    to: ISOLATED,
    asset: USDT,
    amount: 1_000,
    market: SPOT_MARKET,
  });

/** So many wallets with a dust of debt that two hours of interest, 3 % each, have brought below their call level. */
function called(rules: number, users: number): MarginWorld {
  const world = new MarginWorld(
    { rules, lending: 100_000_000, tiers: [{ volume: 0, maker: 100, taker: 200 }] },
    { assets: assetsOf({ [USDT]: { rate: 30_000_000 } }) },
  );
  const crowd = Array.from({ length: users }, (_, at) => at + 5);
  quietly(
    world,
    crowd.flatMap((user) => [
      command('user.open', { referrer: 0 }),
      command('practice.claim', { user, ...NO_KEY }),
      intoMargin(user),
      world.borrowOf(user, ISOLATED, USDT, 6_950),
    ]),
  );
  world.time += HOUR;
  rest(world);
  tick(world, 10_000);
  rest(world);
  expect(crowd.every((user) => stateOf(world, user) === CALLED)).toBe(true);
  return world;
}

/** Batches after the one of its tick until Ben's stop meets Anna's bid. */
function waits(rules: number, users: number): number {
  const world = called(rules, users);
  const trades = (): number | undefined => partsOf(world.exchange).orderBooks.markets.rows.trades[SPOT_MARKET];
  const stop = { side: SELL, type: STOP_MARKET, timeInForce: 2, lots: 10, trigger: 99 };
  quietly(world, [world.order(BEN, stop), world.order(ANNA, { lots: 10, price: 98 })]);
  const before = trades();
  tick(world, 9_850);
  let batches = 0;
  for (; trades() === before; batches += 1) {
    expect(batches).toBeLessThan(100);
    world.time += 1;
    quietly(world);
  }
  return batches;
}

/** Anna owes on 48 lots: called at 90, liquidated at 88. */
const indebted = (world: MarginWorld): Command[] => [
  intoMargin(ANNA),
  world.borrowOf(ANNA, ISOLATED, USDT, 4_000),
  world.order(BEN, { side: SELL, lots: 49, price: 100 }),
  world.order(ANNA, { wallet: ISOLATED, lots: 49, price: 100 }),
];

describe('core §6 many called wallets', () => {
  it('a stop is filled in the batch of its tick', () => {
    expect(waits(BEFORE, CROWD)).toBe(1);
    expect(waits(RULE.marginTurns, CROWD)).toBe(0);
  });

  it('one that the tick brings to its liquidation level is found by it, behind whatever others', () => {
    const story = (rules: number): number | undefined => {
      const world = called(rules, CROWD);
      // The last to be called: Anna, who holds coins.
      quietly(world, indebted(world));
      tick(world, 9_000);
      rest(world);
      expect(stateOf(world, ANNA)).toBe(CALLED);
      tick(world, 8_800);
      return stateOf(world, ANNA);
    };
    expect(story(BEFORE)).toBe(CALLED);
    expect(story(RULE.marginTurns)).toBe(LIQUIDATING);
  });

  it('wallets that were called before get their bounds at the activation', () => {
    const world = called(BEFORE, 10);
    quietly(world, indebted(world));
    tick(world, 9_000);
    expect(tables(world).bounds.rowsUsed()).toBe(0);
    quietly(world, [{ name: 'rules.activate', version: RULE.marginTurns }]);
    rest(world);
    // Of Anna's wallet alone the level depends on a price.
    expect(tables(world).bounds.rowsUsed()).toBe(1);
    world.exchange.audit();
  });
});
