// Rules `tickWorkBehindQuotes` (issue 13, core §5): what a tick causes is worked off behind the market maker's new quotes, never
// against those of the slot before.
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, encodeCommand, RULE } from '../../src/index.ts';
import { STALE_AFTER } from '../../src/price/index.ts';
import { WORK_STEPS } from '../../src/steps.ts';
import { command } from '../kit/genesis.ts';
import { SLOT_END } from '../kit/slots.ts';
import { ANNA, BEN, BUY, CARL, GTC, IOC, SELL, STOP_MARKET, World } from '../kit/world.ts';
import { LONG, U } from '../perpetual/kit.ts';
import { riskWorld } from '../perpetual-risk/kit.ts';

const BEFORE = RULE.tickWorkBehindQuotes - 1;

type Level = readonly [side: number, price: number, lots: number];
const quoteOf = (market: number, levels: readonly Level[]): Command =>
  command('maker.quote', { market, levels: levels.map(([side, price, lots]) => ({ side, price, lots })) });

/** The market maker bids at 98 and asks at 102; Ben's stop sells at 99. */
function stopWorld(rules?: number): World {
  const world = new World(rules === undefined ? {} : { rules });
  world.quote(1, [
    [BUY, 98, 50],
    [SELL, 102, 50],
  ]);
  world.must(world.order(BEN, { side: SELL, type: STOP_MARKET, timeInForce: IOC, lots: 10, trigger: 99 }));
  return world;
}

/** Its slot behind the fall of the index to 98.5: the bid moves to 97. */
const FALL = 9_850;
const MOVED: readonly Level[] = [
  [BUY, 98, 0],
  [BUY, 97, 50],
];

describe('what a tick causes', () => {
  it('meets the quotes of its own slot; before the rule, those of the slot before', () => {
    for (const [rules, price] of [
      [BEFORE, 98],
      [undefined, 97],
    ] as const) {
      const world = stopWorld(rules);
      world.batch([world.ticks([FALL, 5_000]), quoteOf(1, MOVED), SLOT_END]);
      expect(world.dealt()).toEqual([[price, 10]]);
    }
  });

  it('so does a liquidation', () => {
    for (const rules of [BEFORE, undefined]) {
      const world = riskWorld(10_000, {}, rules === undefined ? {} : { rules });
      world.isolatedPair(ANNA, BEN, 100, 100, 20);
      world.quoteAround(95, 105, 1_000);
      const fewer = quoteOf(U, [[BUY, 95, 30]]);
      world.batch([world.ticks([9_595, 5_000]), fewer, SLOT_END]);
      expect(world.dealt()).toEqual([[95, rules === BEFORE ? 100 : 30]]);
    }
  });

  it('is done where the quotes are refused, and where there are none', () => {
    const world = stopWorld();
    const replies = world.batch([world.ticks([FALL, 5_000]), quoteOf(99, MOVED), SLOT_END]);
    expect(replies.map(({ code }) => code)).toEqual([200, 2002, 200]);
    expect(world.dealt()).toEqual([[98, 10]]);
    const alone = stopWorld();
    alone.batch([alone.ticks([FALL, 5_000]), SLOT_END]);
    expect(alone.dealt()).toEqual([[98, 10]]);
  });

  it('waits for the end of the slot, whatever comes between', () => {
    const world = stopWorld();
    world.exchange.advance(world.time);
    const codes = [world.ticks([FALL, 5_000]), world.order(CARL, { side: BUY, lots: 1, price: 97 }), quoteOf(1, MOVED)];
    for (const one of codes) expect(world.exchange.apply(encodeCommand(one), 0)).toBe(200);
    expect(world.exchange.hasWork()).toBe(true);
    // Another batch of the same moment is the same slot.
    world.audit.fold(world.exchange.takeEvents(), world.time);
    world.batch([SLOT_END]);
    expect(world.dealt().reduce((sum, [, lots]) => sum + lots, 0)).toBe(10);
    expect(world.exchange.hasWork()).toBe(false);
  });
});

describe('a slot without its end', () => {
  const open = (world: World): void => {
    world.exchange.advance(world.time);
    expect(world.exchange.apply(encodeCommand(world.ticks([FALL, 5_000])), 0)).toBe(200);
    world.audit.fold(world.exchange.takeEvents(), world.time);
  };

  it('is ended by the next ticks, at the prices of its own', () => {
    const world = stopWorld();
    world.exchange.advance(world.time);
    world.exchange.apply(encodeCommand(world.ticks([FALL, 5_000])), 0);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    // The index is back above the trigger: the stop has filled all the same.
    world.batch([world.ticks([10_000, 5_000])]);
    expect(world.dealt()).toEqual([[98, 10]]);
  });

  it('is ended by the next batch of a later time', () => {
    const world = stopWorld();
    open(world);
    expect(world.exchange.hasWork()).toBe(true);
    world.wait(1);
    expect(world.dealt()).toEqual([[98, 10]]);
    expect(world.exchange.hasWork()).toBe(false);
  });

  it('does nothing by a price that went stale meanwhile', () => {
    const world = stopWorld();
    open(world);
    world.wait(STALE_AFTER + 1);
    expect(world.dealt()).toEqual([]);
    expect(world.exchange.hasWork()).toBe(false);
    const contracts = riskWorld(10_000);
    contracts.isolatedPair(ANNA, BEN, 100, 100, 20);
    contracts.quoteAround(95, 105, 1_000);
    contracts.exchange.advance(contracts.time);
    contracts.exchange.apply(encodeCommand(contracts.ticks([9_590, 5_000])), 0);
    contracts.audit.fold(contracts.exchange.takeEvents(), contracts.time);
    contracts.wait(STALE_AFTER + 1);
    expect(contracts.steps()).toEqual([]);
    expect(contracts.position(ANNA, LONG)).toBeDefined();
    // The next price that counts finds it.
    contracts.index(9_590);
    contracts.quoteAround(95, 105, 1_000);
    contracts.index(9_590);
    expect(contracts.position(ANNA, LONG)).toBeUndefined();
  });

  it('is as open behind a snapshot', () => {
    const world = stopWorld();
    open(world);
    const twin = world.twin();
    for (const exchange of [world.exchange, twin]) {
      exchange.advance(world.time + 5);
      exchange.takeEvents();
    }
    expect(twin.digest()).toBe(world.exchange.digest());
    expect(twin.runningHash()).toBe(world.exchange.runningHash());
  });
});

describe('the steps of a batch', () => {
  it('are taken once, however many slots it has', () => {
    const world = new World({ practice: [900, 5_000, 10_000_000] });
    world.exchange.advance(world.time);
    // More stops than a batch has steps.
    const stop = { side: SELL, type: STOP_MARKET, timeInForce: IOC, lots: 1, trigger: 99 };
    let user = CARL;
    for (let at = 0; at < WORK_STEPS + 200; at += 1) {
      if (at % 200 === 0) {
        world.open();
        user += 1;
        world.claim(user);
        world.exchange.advance(world.time);
      }
      expect(world.exchange.apply(encodeCommand(world.order(user, stop)), 0)).toBe(200);
    }
    world.audit.fold(world.exchange.takeEvents(), world.time);
    world.batch([world.ticks([9_850, 5_000]), SLOT_END, world.ticks([9_850, 5_000]), SLOT_END]);
    expect(world.emitted('order.triggered').length).toBeLessThanOrEqual(WORK_STEPS);
    expect(world.exchange.hasWork()).toBe(true);
    world.wait(1);
    expect(world.exchange.hasWork()).toBe(false);
    expect(world.emitted('order.triggered').length).toBeGreaterThanOrEqual(200);
  });
});

describe('quotes that a tick has moved past', () => {
  const standing = (world: World, market: number): string[] =>
    [...(world.audit.orders.values() as Iterable<{ user: number; market: number; side: number; price: number }>)]
      .filter((order) => order.user === MARKET_MAKER && order.market === market)
      .map(({ side, price }) => `${side} ${price}`);

  it('leave at the tick, before anybody can meet them; the others keep their place', () => {
    const world = stopWorld();
    world.quote(1, [[BUY, 96, 5]]);
    world.exchange.advance(world.time);
    const sell = world.order(CARL, { side: SELL, lots: 20, price: 96, timeInForce: GTC });
    for (const one of [world.ticks([9_700, 5_000]), sell])
      expect(world.exchange.apply(encodeCommand(one), 0)).toBe(200);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    world.events = [...world.audit.batch];
    expect(world.dealt(), 'not at 98').toEqual([[96, 5]]);
    expect(standing(world, 1)).toEqual([]);
  });

  it('stood and were met before the rule', () => {
    const world = stopWorld(BEFORE);
    world.must(world.ticks([9_700, 5_000]));
    world.must(world.order(CARL, { side: SELL, lots: 20, price: 96, timeInForce: GTC }));
    expect(world.dealt()).toEqual([[98, 20]]);
  });

  it('at the index itself they stay, as do customers’ orders beyond it', () => {
    const world = new World();
    world.quote(1, [
      [BUY, 98, 5],
      [SELL, 102, 5],
    ]);
    world.buy(BEN, 7, 99);
    world.must(world.ticks([9_800, 5_000]));
    world.sell(CARL, 12, 98);
    expect(world.dealt()).toEqual([
      [99, 7],
      [98, 5],
    ]);
  });

  it('of contracts too', () => {
    const world = riskWorld(10_000);
    world.quoteAround(95, 105, 1_000);
    world.must(world.ticks([9_400, 5_000]));
    world.go(BEN, 2, 10, 90, { leverage: 2 });
    expect(world.dealt()).toEqual([]);
  });
});

describe('slot.end', () => {
  it('does nothing where no slot is open, nor before the rule', () => {
    for (const rules of [BEFORE, undefined]) {
      const world = stopWorld(rules);
      world.batch([]);
      const before = world.exchange.digest();
      expect(world.send(SLOT_END).code).toBe(200);
      expect(world.exchange.digest()).toBe(before);
    }
  });
});
