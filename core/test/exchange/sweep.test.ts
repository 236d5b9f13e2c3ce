// Issue 13 A.1, rules `boundedSweep`: an order meets at most 5,000 orders of others in one command, so that no command takes long.
import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, ORDER_STATUS } from '../../src/enum/index.ts';
import { type Command, encodeCommand, RULE } from '../../src/index.ts';
import { MAX_SWEEP } from '../../src/book/index.ts';
import { events, rejects } from '../../src/schema/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ISOLATED as MARGIN_ISOLATED, MarginWorld } from '../margin/kit.ts';
import { crowd, EACH, run } from '../kit/crowd.ts';
import { partsOf } from '../kit/full.ts';
import { ANNA, BEN, BUY, FOK, GTC, IOC, LIMIT, NO_KEY, SELL, STOP_MARKET, World } from '../kit/world.ts';
import { CLOSE_LONG, CROSS, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from '../perpetual-risk/kit.ts';
import { applyWithSlotEnd } from '../kit/slots.ts';

const BEFORE = RULE.boundedSweep - 1;
/** Since then fewer: `sweep-budget.test.ts`. */
const UNTIL = RULE.sweepBudget - 1;
/** Orders of others: more than one order may meet. */
const ORDERS = MAX_SWEEP + 2 * EACH;
const FILL = events['fill'].kind;
const CLOSED = events['order.closed'].kind;

/** Fills of an order, and how it ended: [status, reason], none where it is open. */
function outcome(world: World, one: Command): { code: number; fills: number; ended: number[] } {
  const { exchange } = world;
  const code = exchange.apply(encodeCommand(one), 0);
  const { result } = exchange;
  const counted = counts(exchange.takeEvents(), result);
  exchange.audit();
  return { code, ...counted };
}

function counts(words: Float64Array, order: number): { fills: number; ended: number[] } {
  let fills = 0;
  let ended: number[] = [];
  for (let at = 0; at < words.length; at += words[at + 1] as number) {
    if (words[at] === FILL) fills += 1;
    if (words[at] === CLOSED && words[at + 2] === order) ended = [words[at + 3] as number, words[at + 4] as number];
  }
  return { fills, ended };
}

/** A tick of the index of instrument 1, a second later; fills, and how an order ended. */
function ticked(world: World, cents: number, order: number): { fills: number; ended: number[] } {
  world.time += 1_000;
  world.exchange.advance(world.time);
  applyWithSlotEnd(world.exchange, world.ticks([cents, 5_000]));
  return counts(world.exchange.takeEvents(), order);
}

const sold = (user: number): Command =>
  command('order.place', {
    ...{ user, ...NO_KEY, market: 1, wallet: 1, side: SELL, type: LIMIT, timeInForce: 1, price: 101, lots: 1 },
    ...{ amount: 0, trigger: 0, triggerBy: 1, selfTrade: 1 },
  });

function spotWorld(rules = UNTIL): World {
  const world = new World({ practice: [900, 5_000, 10_000_000], rules });
  crowd(world, ORDERS, sold);
  return world;
}

/** Anna has money for all; the others place one lot each time, in `direction` at a price. */
function contractWorld(direction: number, price: number, rules = UNTIL): RiskWorld {
  const terms = { maxValue: 1_000_000_000, tiers: [{ cap: 1_000_000_000, rate: 10_000, leverage: 50 }] };
  const shape = { practice: [900, 5_000, 1_000_000_000], rules } as const;
  const world = riskWorld(1_000_000, { users: 2, money: 500_000_000, terms }, shape);
  const into = { from: 1, to: U_WALLET, asset: USDT, amount: 1_000_000, market: 0 };
  crowd(
    world,
    ORDERS,
    (user) => world.contractOf(user, { market: U, direction, lots: 1, price, marginMode: CROSS, leverage: 10 }),
    (user) => command('wallet.transfer', { user, ...NO_KEY, ...into }),
  );
  return world;
}

/** Anna long and Ben short of as many lots, at 100. */
function pair(world: RiskWorld, leverage: number): void {
  const fields = { market: U, marginMode: ISOLATED, lots: ORDERS, price: 100 };
  expect(run(world, world.contractOf(BEN, { ...fields, direction: OPEN_SHORT, leverage: 2 }))).toBe(200);
  expect(run(world, world.contractOf(ANNA, { ...fields, direction: OPEN_LONG, leverage }))).toBe(200);
}

describe('an order that more than 5,000 orders of others would fill', () => {
  it('at once: 5,000 fill, the rest ends and says why', () => {
    for (const timeInForce of [IOC, GTC]) {
      const long = { direction: OPEN_LONG, lots: ORDERS, price: 104, leverage: 2, timeInForce };
      const before = contractWorld(OPEN_SHORT, 101, BEFORE);
      expect(outcome(before, before.contractOf(ANNA, long))).toEqual({ code: 200, fills: ORDERS, ended: [1, 0] });
      const world = contractWorld(OPEN_SHORT, 101);
      const one = world.contractOf(ANNA, long);
      const { numbers } = world.exchange.ask(encodeCommand(one), 0);
      expect([numbers[5], numbers[9]], 'preview: fills, rests').toEqual([MAX_SWEEP, 0]);
      expect(outcome(world, one)).toEqual({
        code: 200,
        fills: MAX_SWEEP,
        ended: [ORDER_STATUS.cancelled, CLOSE_REASON.sweep],
      });
    }
  });

  it('on spot: the same; fill-or-kill is refused', () => {
    const world = spotWorld();
    const buy = { side: BUY, lots: ORDERS, price: 102 };
    expect(outcome(world, world.order(ANNA, { ...buy, timeInForce: FOK }))).toMatchObject({
      code: rejects['order.noLiquidity'],
      fills: 0,
    });
    expect(outcome(world, world.order(ANNA, { ...buy, lots: 3, timeInForce: FOK })).fills).toBe(3);
    expect(outcome(world, world.order(ANNA, buy))).toEqual({
      code: 200,
      fills: MAX_SWEEP,
      ended: [ORDER_STATUS.cancelled, CLOSE_REASON.sweep],
    });
    const old = spotWorld(BEFORE);
    expect(outcome(old, old.order(ANNA, buy)).fills).toBe(ORDERS);
  });

  it('by a stop: it goes on at the next tick', () => {
    const world = spotWorld();
    const stop = { side: BUY, type: STOP_MARKET, timeInForce: IOC, lots: ORDERS, trigger: 102 };
    expect(outcome(world, world.order(ANNA, stop))).toMatchObject({ code: 200, fills: 0 });
    const id = world.exchange.result;
    expect(ticked(world, 10_200, id)).toEqual({ fills: MAX_SWEEP, ended: [] });
    expect(ticked(world, 10_200, id)).toEqual({ fills: ORDERS - MAX_SWEEP, ended: [1, 0] });
  });

  it('by a close: what is left stays open', () => {
    const world = contractWorld(OPEN_LONG, 98);
    pair(world, 10);
    const close = { direction: CLOSE_LONG, lots: ORDERS, price: 98, leverage: 0, marginMode: ISOLATED };
    expect(outcome(world, world.contractOf(ANNA, close))).toEqual({
      code: 200,
      fills: MAX_SWEEP,
      ended: [ORDER_STATUS.cancelled, CLOSE_REASON.sweep],
    });
    expect(lotsOf(world)).toBe(ORDERS - MAX_SWEEP);
  });

  it('by a liquidation: the next tick goes on in the book, before anybody is taken over or deleveraged', () => {
    for (const rules of [BEFORE, UNTIL]) {
      const world = contractWorld(OPEN_LONG, 98, rules);
      pair(world, 50);
      // Nothing is left at 98.
      ticked(world, 9_750, 0);
      const steps = world.exchange.hasWork();
      expect([lotsOf(world), steps]).toEqual([rules === BEFORE ? 0 : ORDERS - MAX_SWEEP, false]);
      expect(takenOver(world)).toBe(0);
      ticked(world, 9_750, 0);
      expect([lotsOf(world), takenOver(world)]).toEqual([0, 0]);
      world.exchange.audit();
    }
  });
});

/** Lots of Anna's long. */
function lotsOf(world: RiskWorld): number {
  const { positions } = partsOf(world.exchange).perpetual.context;
  const slot = positions.of(positions.holding(ANNA, U), LONG);
  return slot === 0 ? 0 : (positions.rows.lots[slot] as number);
}

/** Lots that the insurance fund took over, and those of Ben that were deleveraged. */
function takenOver(world: RiskWorld): number {
  const { positions } = partsOf(world.exchange).perpetual.context;
  const short = positions.of(positions.holding(BEN, U), SHORT);
  return ORDERS - (positions.rows.lots[short] as number);
}

describe('money §2 a fill-or-kill order behind one that its margin wallet does not bear', () => {
  /** An ask of as many lots as all others together, of a wallet with debts and a stale coin; behind it a lot each. */
  function behind(rules: number): MarginWorld {
    const world = new MarginWorld({ rules, practice: [9_000, 5_000, 10_000_000], maxValue: 100_000_000 });
    world.put(ANNA, MARGIN_ISOLATED, BTC, ORDERS);
    world.must(world.borrowOf(ANNA, MARGIN_ISOLATED, USDT, 1_000));
    world.sell(ANNA, ORDERS, 100, { wallet: MARGIN_ISOLATED });
    crowd(world, ORDERS, sold);
    world.time += 11_000;
    world.exchange.advance(world.time);
    const tick = { instrument: 2, price: 5_000, spread: 0, used: 3, total: 3 };
    run(world, command('ticks', { ticks: [tick], quotes: [] }));
    return world;
  }

  it('is dealt whole or not at all; before rules `wholeSweep` it was dealt in part', () => {
    const whole = (world: MarginWorld): Command =>
      world.order(BEN, { side: BUY, lots: ORDERS, price: 102, timeInForce: FOK });
    const before = behind(RULE.wholeSweep - 1);
    expect(outcome(before, whole(before))).toEqual({
      code: 200,
      fills: MAX_SWEEP,
      ended: [ORDER_STATUS.cancelled, CLOSE_REASON.sweep],
    });
    const world = behind(RULE.wholeSweep);
    expect(outcome(world, whole(world))).toMatchObject({ code: 200, fills: 0 });
    const fits = world.order(BEN, { side: BUY, lots: MAX_SWEEP, price: 102, timeInForce: FOK });
    expect(outcome(world, fits)).toMatchObject({ code: 200, fills: MAX_SWEEP });
  });
});
