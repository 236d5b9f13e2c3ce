// Rules `sweepBudget` (issue 13, money §2): one command meets orders of others for about 2,000 microseconds, 2,000 of spot or 250 of
// contracts; what it fills stays, the rest ends. What the exchange does by itself goes on with its next step.
import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, ORDER_STATUS } from '../../src/enum/index.ts';
import { type Command, decodeEvents, encodeCommand, RULE } from '../../src/index.ts';
import { MAX_SWEEP } from '../../src/book/index.ts';
import { MEETING, SWEEP_BUDGET } from '../../src/order/index.ts';
import { crowd, EACH } from '../kit/crowd.ts';
import { partsOf } from '../kit/full.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { SLOT_END } from '../kit/slots.ts';
import { ANNA, BEN, BUY, CARL, FOK, GTC, IOC, LIMIT, NO_KEY, SELL, STOP_MARKET, World } from '../kit/world.ts';
import { ISOLATED as MARGIN_ISOLATED, MarginWorld } from '../margin/kit.ts';
import {
  CLOSE_LONG,
  CROSS,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from '../perpetual-risk/kit.ts';

const BEFORE = RULE.sweepBudget - 1;
const SPOT = SWEEP_BUDGET / MEETING.spot;
const CONTRACTS = SWEEP_BUDGET / MEETING.contract;

/** Runs a command: its code, fills, and how its order ended. */
function outcome(world: World, one: Command): { code: number; fills: number; ended: number[] } {
  const { exchange } = world;
  const code = exchange.apply(encodeCommand(one), 0);
  const { result } = exchange;
  let fills = 0;
  let ended: number[] = [];
  for (const event of decodeEvents(exchange.takeEvents())) {
    if (event.name === 'fill') fills += 1;
    if (event.name === 'order.closed' && event.order === result) ended = [event.status, event.reason];
  }
  exchange.audit();
  return { code, fills, ended };
}

/** Fills of a slot a second later, batch by batch. */
function slot(world: World, cents: number): number[] {
  const { exchange } = world;
  world.time += 1_000;
  const batches: number[] = [];
  for (let first = true; first || exchange.hasWork(); first = false) {
    exchange.advance(world.time);
    if (first) for (const one of [world.ticks([cents, 5_000]), SLOT_END]) exchange.apply(encodeCommand(one), 0);
    batches.push([...decodeEvents(exchange.takeEvents())].filter(({ name }) => name === 'fill').length);
  }
  exchange.audit();
  return batches;
}

const sold = (user: number): Command =>
  command('order.place', {
    ...{ user, ...NO_KEY, market: 1, wallet: 1, side: SELL, type: LIMIT, timeInForce: GTC, price: 101, lots: 1 },
    ...{ amount: 0, trigger: 0, triggerBy: 1, selfTrade: 1 },
  });

function spotWorld(orders: number, rules?: number): World {
  const world = new World({ practice: [900, 5_000, 10_000_000], ...(rules === undefined ? {} : { rules }) });
  crowd(world, orders, sold);
  return world;
}

/** Others each place one lot at a time in `direction` at a price; `markets` in turn. */
function contractWorld(direction: number, price: number, orders: number, rules?: number): RiskWorld {
  const terms = { maxValue: 1_000_000_000, tiers: [{ cap: 1_000_000_000, rate: 10_000, leverage: 50 }] };
  const shape = { practice: [900, 5_000, 1_000_000_000], ...(rules === undefined ? {} : { rules }) } as const;
  const world = riskWorld(1_000_000, { users: 2, money: 500_000_000, terms }, shape);
  const into = { from: 1, to: U_WALLET, asset: USDT, amount: 1_000_000, market: 0 };
  crowd(
    world,
    orders,
    (user) => world.contractOf(user, { market: U, direction, lots: 1, price, marginMode: ISOLATED, leverage: 10 }),
    (user) => command('wallet.transfer', { user, ...NO_KEY, ...into }),
  );
  return world;
}

/** Anna long and Ben short of so many lots, at 100. */
function pair(world: RiskWorld, lots: number, leverage: number, mode: number = ISOLATED): void {
  const fields = { market: U, lots, price: 100 };
  for (const [user, direction, times, marginMode] of [
    [BEN, OPEN_SHORT, 2, ISOLATED],
    [ANNA, OPEN_LONG, leverage, mode],
  ] as const)
    expect(outcome(world, world.contractOf(user, { ...fields, direction, leverage: times, marginMode })).code).toBe(
      200,
    );
}

/** Lots of Anna's long, and those of Ben's short that nobody took over or deleveraged. */
function lotsOf(world: RiskWorld): [long: number, short: number] {
  const { positions } = partsOf(world.exchange).perpetual.context;
  const of = (user: number, side: number): number => {
    const found = positions.of(positions.holding(user, U), side);
    return found === 0 ? 0 : positions.rows.lots[found]!;
  };
  return [of(ANNA, LONG), of(BEN, SHORT)];
}

describe('an order that more orders of others would fill than a command may meet', () => {
  it('on spot: 2,000 fill, the rest ends and says why', () => {
    const orders = SPOT + 2 * EACH;
    const buy = { side: BUY, lots: orders, price: 102 };
    const before = spotWorld(orders, BEFORE);
    expect(outcome(before, before.order(ANNA, buy))).toEqual({ code: 200, fills: orders, ended: [1, 0] });
    const world = spotWorld(orders);
    const one = world.order(ANNA, buy);
    const { numbers } = world.exchange.ask(encodeCommand(one), 0);
    expect([numbers[2], numbers[8]], 'preview: fills, rests').toEqual([SPOT, 0]);
    expect(outcome(world, one)).toEqual({
      code: 200,
      fills: SPOT,
      ended: [ORDER_STATUS.cancelled, CLOSE_REASON.sweep],
    });
    // The next command has its own.
    expect(outcome(world, world.order(ANNA, { ...buy, lots: 2 * EACH })).fills).toBe(2 * EACH);
  });

  it('of contracts: 250', () => {
    const orders = 2 * EACH;
    const long = { direction: OPEN_LONG, lots: orders, price: 104, leverage: 2, marginMode: ISOLATED };
    const before = contractWorld(OPEN_SHORT, 101, orders, BEFORE);
    expect(outcome(before, before.contractOf(ANNA, long)).fills).toBe(orders);
    const world = contractWorld(OPEN_SHORT, 101, orders);
    const one = world.contractOf(ANNA, long);
    expect(world.exchange.ask(encodeCommand(one), 0).numbers[5]).toBe(CONTRACTS);
    expect(outcome(world, one)).toEqual({
      code: 200,
      fills: CONTRACTS,
      ended: [ORDER_STATUS.cancelled, CLOSE_REASON.sweep],
    });
  });

  it('orders of margin wallets count as twenty each', () => {
    const world = new MarginWorld({ practice: [900, 5_000, 10_000_000] });
    world.put(ANNA, MARGIN_ISOLATED, BTC, 200);
    for (let at = 0; at < 130; at += 1) world.sell(ANNA, 1, 101, { wallet: MARGIN_ISOLATED });
    world.exchange.advance(world.time);
    world.exchange.takeEvents();
    const fills = SWEEP_BUDGET / MEETING.margin;
    expect(outcome(world, world.order(BEN, { side: BUY, lots: 130, price: 102 }))).toMatchObject({ fills });
  });

  it('a wallet with a few cross positions costs no more than one without', () => {
    const orders = 2 * EACH;
    const world = contractWorld(OPEN_SHORT, 101, orders);
    const other = { market: HOURLY, lots: 1, price: 50, leverage: 10, marginMode: CROSS };
    outcome(world, world.contractOf(BEN, { ...other, direction: OPEN_SHORT }));
    outcome(world, world.contractOf(ANNA, { ...other, direction: OPEN_LONG }));
    outcome(world, world.contractOf(BEN, { ...other, direction: OPEN_LONG }));
    outcome(world, world.contractOf(ANNA, { ...other, direction: OPEN_SHORT }));
    const long = { direction: OPEN_LONG, lots: orders, price: 104, leverage: 2, marginMode: CROSS };
    // Two positions and the one it opens are not four.
    expect(outcome(world, world.contractOf(ANNA, long)).fills).toBe(CONTRACTS);
  });

  it('a fill-or-kill order that needs more is refused, one that does not fills whole', () => {
    const world = spotWorld(SPOT + EACH);
    const whole = { side: BUY, price: 102, timeInForce: FOK };
    expect(outcome(world, world.order(ANNA, { ...whole, lots: SPOT + 1 }))).toMatchObject({
      code: rejects['order.noLiquidity'],
      fills: 0,
    });
    expect(outcome(world, world.order(ANNA, { ...whole, lots: SPOT })).fills).toBe(SPOT);
  });

  it('a close leaves the rest open, and can be sent again', () => {
    const orders = 2 * EACH;
    const world = contractWorld(OPEN_LONG, 98, orders);
    pair(world, orders, 10);
    const close = { direction: CLOSE_LONG, lots: orders, price: 98, leverage: 0, marginMode: ISOLATED };
    const ended = [ORDER_STATUS.cancelled, CLOSE_REASON.sweep];
    expect(outcome(world, world.contractOf(ANNA, close))).toEqual({ code: 200, fills: CONTRACTS, ended });
    expect(lotsOf(world)[0]).toBe(orders - CONTRACTS);
    const { positions } = partsOf(world.exchange).perpetual.context;
    const position = positions.rows.id(positions.of(positions.holding(ANNA, U), LONG));
    const again = command('position.close', { user: ANNA, ...NO_KEY, position });
    expect(outcome(world, again).fills).toBe(orders - CONTRACTS);
  });

  it('closing many at once has the budget of one command', () => {
    const orders = 2 * EACH;
    const world = contractWorld(OPEN_LONG, 98, orders);
    pair(world, orders, 10);
    const other = { market: HOURLY, lots: 1, price: 50, leverage: 10, marginMode: ISOLATED };
    outcome(world, world.contractOf(BEN, { ...other, direction: OPEN_SHORT }));
    outcome(world, world.contractOf(ANNA, { ...other, direction: OPEN_LONG }));
    outcome(world, world.contractOf(CARL, { ...other, direction: OPEN_LONG, price: 49 }));
    const markets = [{ market: U }, { market: HOURLY }];
    const many = command('position.closeMany', { user: ANNA, ...NO_KEY, type: 2, markets });
    const first = outcome(world, many);
    expect([first.fills, world.exchange.result], 'one of two').toEqual([CONTRACTS, 1]);
    expect(outcome(world, many).fills, 'the rest of the first, and the second').toBe(orders - CONTRACTS + 1);
  });

  it('the market maker’s quotes meet no more than that in one command', () => {
    const world = spotWorld(SPOT + EACH);
    const levels = [101, 102, 103].map((price) => ({ side: BUY, price, lots: 1_000 }));
    expect(outcome(world, command('maker.quote', { market: 1, levels })).fills).toBe(SPOT);
  });
});

describe('what the exchange does by itself goes on with the next step', () => {
  it('a stop: in the same slot', () => {
    const orders = SPOT + 2 * EACH;
    const world = spotWorld(orders);
    const stop = { side: BUY, type: STOP_MARKET, timeInForce: IOC, lots: orders, trigger: 102 };
    expect(outcome(world, world.order(ANNA, stop))).toMatchObject({ code: 200, fills: 0 });
    expect(slot(world, 10_200)).toEqual([orders]);
  });

  it('a liquidation: batch by batch, by the steps of each, before anybody is taken over or deleveraged', () => {
    const orders = MAX_SWEEP;
    const world = contractWorld(OPEN_LONG, 98, orders);
    pair(world, orders, 50);
    const batches = slot(world, 9_750);
    expect(batches.reduce((sum, fills) => sum + fills, 0)).toBe(orders);
    expect(batches.length).toBeGreaterThan(1);
    // A step for each 20 of the budget: a thousand steps are 2,500 orders, and what the last one met beyond.
    for (const fills of batches) expect(fills).toBeLessThanOrEqual(2_500 + CONTRACTS);
    expect(lotsOf(world)).toEqual([0, orders]);
  });

  it.each([
    { name: 'isolated', mode: ISOLATED },
    { name: 'cross', mode: CROSS },
  ])('in the same batch while it has steps: the liquidated keeps its place ($name)', ({ mode }) => {
    const orders = 3 * EACH;
    const world = contractWorld(OPEN_LONG, 98, orders);
    pair(world, orders, 50, mode);
    // 2 % of 60,000, as the isolated position has.
    const free = partsOf(world.exchange).ledger.availableOf(ANNA, U_WALLET, USDT, 0);
    const away = command('wallet.transfer', {
      user: ANNA,
      ...NO_KEY,
      from: U_WALLET,
      to: 1,
      asset: USDT,
      market: 0,
      amount: free - 1_200,
    });
    if (mode === CROSS) expect(outcome(world, away).code).toBe(200);
    expect(slot(world, 9_850)).toEqual([orders]);
    expect(lotsOf(world)).toEqual([0, orders]);
  });
});
