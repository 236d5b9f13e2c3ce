// Listings, states and steps of markets (money §1; failures W07, W11, W20): what may be listed, what one person may
// stop, how tick and lot change.
import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, MARKET_MAKER, MARKET_STATE, ORDER_STATUS } from '../../src/enum/index.ts';
import {
  type Command,
  decodeEvents,
  encodeCommand,
  type Exchange,
  type ExchangeEvent,
  packText,
  restoreExchange,
  RULE,
  WORK_STEPS,
} from '../../src/index.ts';
import { MOST_LISTED, MOST_MARKETS, STOPS } from '../../src/desk/index.ts';
import { BTC, command, ETH, type Shape, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, NO_KEY, PROFIT_LIMIT, SELL, STOP_LIMIT, STOP_MARKET, type World } from '../kit/world.ts';
import { agreed, deskWorld, FIRST, operatorOf, proposal, propose, RISK, SECOND } from './kit.ts';

const stop = (state: number, market = 1): Command =>
  command('market.stop', { operator: operatorOf(RISK), market, state });
const change = (state: number, market = 1): Command =>
  command('market.change', { market, state, minValue: 0, maxValue: 0 });
const steps = (fields: Readonly<Record<string, number>> = {}): Command =>
  command('market.steps', { market: 1, instrument: 3, tickDecimals: 0, lotDecimals: 1, ...fields });
const asset = (fields: Readonly<Record<string, number>> = {}): Command =>
  command('asset.list', { asset: 4, code: packText('SOL'), scale: 3, ...fields });
const instrument = (fields: Readonly<Record<string, number>> = {}): Command =>
  command('instrument.list', {
    ...{ instrument: 3, base: packText('SOL'), quote: packText('USDT'), category: 1, calendar: 0, tickDecimals: 1 },
    ...fields,
  });
const market = (fields: Readonly<Record<string, number>> = {}): Command =>
  command('market.list', {
    ...{
      market: 3,
      instrument: 3,
      base: 4,
      quote: USDT,
      tickDecimals: 1,
      lotDecimals: 1,
      minValue: 1,
      maxValue: 10_000,
    },
    ...fields,
  });

/** Refused already as a proposal, nothing changed. */
function refused(world: World, one: Command, code: number, what: string = one.name): void {
  const before = world.exchange.digest();
  expect(propose(world, one).code, what).toBe(code);
  expect(world.exchange.digest(), what).toBe(before);
}

describe('listings', () => {
  it('an asset, an instrument and a market of them; then it trades', () => {
    const world = deskWorld();
    for (const one of [asset(), instrument(), market()]) expect(agreed(world, one).code, one.name).toBe(200);
    expect(world.emitted('market.changed')).toMatchObject([
      {
        market: 3,
        type: 1,
        base: 4,
        quote: USDT,
        atomsPerTickLot: 1,
        baseAtomsPerLot: 100,
        state: MARKET_STATE.trading,
      },
    ]);
    expect(world.place(ANNA, { market: 3, price: 10, lots: 1 }).code, 'not before its first tick').toBe(2005);
    world.must(
      command('ticks', { ticks: [{ instrument: 3, price: 1_000, spread: 0, used: 1, total: 1 }], quotes: [] }),
    );
    const id = world.buy(ANNA, 3, 10, { market: 3 });
    expect(world.held(ANNA)).toBe(30);
    world.cancel(ANNA, id);
    const twin = world.twin();
    expect([...twin.seed()]).toEqual([...world.exchange.seed()]);
  });

  it('what is there already, or is no whole thing, is refused', () => {
    const world = deskWorld();
    agreed(world, asset());
    agreed(world, instrument());
    refused(world, asset({ asset: BTC }), 400, 'an asset twice');
    refused(world, asset({ asset: 5 }), 400, 'a code twice');
    refused(world, asset({ asset: 5, code: packText('X') * 37 }), 400, 'a code with a blank');
    refused(world, asset({ asset: MOST_LISTED + 1, code: packText('X') }), 400, 'a number beyond the bound');
    refused(world, instrument(), 400, 'an instrument twice');
    refused(world, instrument({ instrument: 5, quote: 37 ** 5 }), 400, 'a quote nobody can read');
    refused(world, instrument({ instrument: MOST_LISTED + 1 }), 400);
    refused(world, market({ market: 1 }), 400, 'a market twice');
    refused(world, market({ market: MOST_MARKETS + 1 }), 400);
    refused(world, market({ base: 9 }), 3002, 'an asset that is not listed');
    refused(world, market({ quote: 9 }), 3002);
    refused(world, market({ instrument: 9 }), 404, 'an instrument that is not listed');
    refused(world, market({ base: ETH }), 400, 'W07: the index of another pair');
    refused(world, market({ base: USDT }), 400, 'a coin against itself');
    expect(agreed(world, instrument({ instrument: 4, quote: packText('BTC') })).code).toBe(200);
    refused(world, market({ instrument: 4 }), 400, 'W07: the index against another quote');
    refused(world, market({ tickDecimals: 0 }), 400, 'W11: another tick than the index has');
    refused(world, market({ lotDecimals: 2 }), 400, 'steps below an atom of the quote');
    refused(world, market({ minValue: 10_001 }), 400, 'bounds out of order');
    expect(agreed(world, market()).code).toBe(200);
  });
});

describe('core §8 market states: every cell of state × who × to', () => {
  const reach = (world: World, state: number): void => {
    if (state !== MARKET_STATE.trading) expect(agreed(world, change(state)).code).toBe(200);
  };
  for (const from of [MARKET_STATE.trading, MARKET_STATE.cancelOnly, MARKET_STATE.suspended])
    for (const to of [MARKET_STATE.trading, MARKET_STATE.cancelOnly, MARKET_STATE.suspended]) {
      it(`${from} → ${to} by one person: ${STOPS[from]!.includes(to) ? 'done' : 'refused'}`, () => {
        const world = deskWorld();
        reach(world, from);
        const before = world.exchange.digest();
        const { code } = world.send(stop(to));
        expect(code).toBe(STOPS[from]!.includes(to) ? 200 : 400);
        if (code === 200) expect(world.emitted('market.changed')).toMatchObject([{ market: 1, state: to }]);
        else expect(world.exchange.digest()).toBe(before);
      });

      it(`${from} → ${to} by two: ${from === to ? 'refused' : 'done'}`, () => {
        const world = deskWorld();
        reach(world, from);
        expect(agreed(world, change(to)).code).toBe(from === to ? 400 : 200);
        expect(world.audit.markets.get(1)!.state).toBe(to);
      });
    }

  it('one person only ever takes rights away: no cell of the table leads to more', () => {
    for (const [from, tos] of Object.entries(STOPS)) for (const to of tos) expect(to).toBeGreaterThan(Number(from));
  });

  it('state or bounds, not both; nothing at all is refused; an unknown market too', () => {
    const world = deskWorld();
    const both = (state: number, minValue: number, maxValue: number): Command =>
      command('market.change', { market: 1, state, minValue, maxValue });
    refused(world, both(2, 5, 0), 400);
    refused(world, both(0, 0, 0), 400);
    refused(world, both(0, 500, 499), 400);
    refused(world, both(0, 1_000_001, 0), 400, 'a least value above the greatest there is');
    refused(world, change(2, 9), 2002);
    expect(world.send(stop(2, 9)).code).toBe(2002);
  });
});

describe('what is stopped stays stopped', () => {
  it.each([MARKET_STATE.cancelOnly, MARKET_STATE.suspended])(
    'state %s: no order, no amend, no quotes, no fill; cancels work',
    (state) => {
      const world = deskWorld();
      const annas = world.buy(ANNA, 5, 90);
      const other = world.buy(ANNA, 5, 91);
      world.quote(1, [
        [BUY, 95, 20],
        [SELL, 105, 20],
      ]);
      world.must(stop(state));
      expect(world.place(BEN, { side: SELL, price: 90, lots: 5 }).code).toBe(2003);
      expect(world.amend(ANNA, annas, 92, 5).code).toBe(2003);
      expect(world.quote(1, [[BUY, 94, 1]]).code).toBe(2003);
      expect(world.audit.fills).toEqual([]);
      expect(world.cancel(ANNA, annas).code).toBe(200);
      expect(world.cancelAll(ANNA).result).toBe(1);
      expect(world.closed(other)).toEqual([ORDER_STATUS.cancelled, 2]);
      // The other market trades on.
      world.buy(ANNA, 5, 50, { market: 2 });
    },
  );

  it('triggers do not fire while nothing may be dealt, and do at the next tick once it trades again', () => {
    const world = deskWorld();
    const stopped = world.must(world.order(ANNA, { type: STOP_MARKET, lots: 2, trigger: 110 }));
    world.must(stop(MARKET_STATE.cancelOnly));
    world.tick(111);
    expect(world.emitted('order.triggered')).toEqual([]);
    expect(agreed(world, change(MARKET_STATE.trading)).code).toBe(200);
    expect(world.emitted('order.triggered')).toEqual([]);
    world.tick(111);
    expect(world.emitted('order.triggered')).toMatchObject([{ order: stopped }]);
  });

  it('the market maker’s quotes leave a stopped book by themselves, in bounded steps: they could no longer be moved', () => {
    const world = deskWorld();
    const rows = Array.from({ length: 19 }, (_, at) => [BUY, 81 + at, 1] as const);
    world.quote(1, rows);
    const before = [world.free(MARKET_MAKER), world.held(MARKET_MAKER)];
    expect(before[1]).toBeGreaterThan(0);
    world.must(stop(MARKET_STATE.cancelOnly));
    world.wait(1);
    expect(world.held(MARKET_MAKER)).toBe(0);
    expect(world.audit.quotedLevels.size).toBe(0);
    expect(world.exchange.hasWork()).toBe(false);
    expect(agreed(world, change(MARKET_STATE.trading)).code).toBe(200);
    world.must(command('maker.quote', { market: 1, levels: [{ side: BUY, price: 95, lots: 1 }] }));
  });
});

describe('market.steps', () => {
  /** Market 1 with tick 1 instead of 0.1: instrument 3 is the same pair in the new tick. */
  const ready = (change: Partial<Shape> = {}): World => {
    const world = deskWorld(change);
    expect(agreed(world, instrument({ base: packText('BTC'), tickDecimals: 0 })).code).toBe(200);
    world.must(
      command('ticks', { ticks: [{ instrument: 3, price: 1_000, spread: 0, used: 1, total: 1 }], quotes: [] }),
    );
    return world;
  };

  it('all orders are cancelled with a reason, then tick and lot are others, and it trades again', () => {
    const world = ready();
    world.quote(1, [
      [BUY, 95, 20],
      [SELL, 105, 20],
    ]);
    world.sell(BEN, 5, 100);
    world.buy(ANNA, 2, 100);
    const ids = [
      world.buy(ANNA, 5, 90),
      world.sell(BEN, 5, 110),
      world.must(world.order(CARL, { type: STOP_LIMIT, price: 120, lots: 2, trigger: 110 })),
      world.must(world.order(CARL, { type: PROFIT_LIMIT, price: 85, lots: 2, trigger: 90 })),
      world.must(world.order(CARL, { type: STOP_LIMIT, side: SELL, price: 85, lots: 2, trigger: 90, triggerBy: 2 })),
      world.must(
        world.order(CARL, { type: PROFIT_LIMIT, side: SELL, price: 120, lots: 2, trigger: 115, triggerBy: 2 }),
      ),
    ];
    const other = world.buy(ANNA, 5, 50, { market: 2 });
    expect(agreed(world, steps()).code).toBe(200);
    for (const id of ids) expect(world.closed(id)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.closed]);
    expect(world.emitted('market.changed').map(({ state, tickDecimals }) => [state, tickDecimals])).toEqual([
      [MARKET_STATE.cancelOnly, 1],
      [MARKET_STATE.trading, 0],
    ]);
    expect(world.audit.markets.get(1)).toMatchObject({ instrument: 3, atomsPerTickLot: 10, baseAtomsPerLot: 1 });
    for (const user of [ANNA, BEN, CARL]) expect(world.held(user)).toBe(user === ANNA ? 5 * 50 * 10 : 0);
    expect(world.audit.order(other).resting).toBe(5);
    // The last price was in the old ticks: what waits for it waits for the first trade in the new ones.
    const waits = world.must(world.order(CARL, { type: STOP_LIMIT, price: 12, lots: 2, trigger: 11, triggerBy: 2 }));
    expect(world.audit.order(waits).waiting).toBe(true);
    expect(world.emitted('order.triggered')).toEqual([]);
    world.buy(ANNA, 3, 10);
    world.sell(BEN, 3, 10);
    expect(world.emitted('fill')).toMatchObject([{ price: 10, lots: 3, value: 300, trade: 2 }]);
  });

  /** Anna's stop-limit order, triggered, beyond the bound around the index: it waits to be filled. */
  const triggered = (world: World, side: number): number => {
    const [trigger, price] = side === BUY ? [101, 110] : [99, 90];
    const id = world.must(world.order(ANNA, { type: STOP_LIMIT, side, price, lots: 2, trigger }));
    world.tick(trigger);
    expect(world.emitted('order.triggered').map(({ order }) => order)).toEqual([id]);
    expect(world.audit.order(id).waiting).toBe(true);
    return id;
  };
  const largerLot = steps({ instrument: 1, tickDecimals: 1, lotDecimals: 0 });

  it.each([BUY, SELL])('a triggered order of side %i that waits to be filled is cancelled too', (side) => {
    const world = ready();
    const id = triggered(world, side);
    expect(agreed(world, largerLot).code).toBe(200);
    expect(world.closed(id)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.closed]);
    expect([world.held(ANNA), world.held(ANNA, BTC)]).toEqual([0, 0]);
  });

  const BEFORE = { rules: RULE.stepsCancelTriggered - 1 };

  it('before rules stepsCancelTriggered a triggered order stayed, with a hold for the old lot', () => {
    const world = ready(BEFORE);
    triggered(world, SELL);
    expect(() => agreed(world, largerLot)).toThrow(/to hold 20, it holds 2\./);
  });

  /** A market with more orders than a batch has steps, and a proposal of other steps; no auditor watches. */
  const crowded = (world: World): { exchange: Exchange; id: number; send: (...all: Command[]) => number[] } => {
    const exchange = world.twin();
    const send = (...all: Command[]): number[] => {
      exchange.advance(world.time);
      const codes = all.map((one) => exchange.apply(encodeCommand(one), 0));
      events = [...decodeEvents(exchange.takeEvents())];
      exchange.audit();
      return codes;
    };
    for (let user = 5; user <= 9; user += 1) {
      send(command('user.open', { referrer: 0 }), command('practice.claim', { user, ...NO_KEY }));
    }
    for (let user = ANNA; user <= 9; user += 1)
      send(...Array.from({ length: 150 }, (_, n) => world.order(user, { price: 82 + (n % 17), lots: 1 })));
    expect(send(proposal(FIRST, steps()))).toEqual([200]);
    return { exchange, id: exchange.result, send };
  };
  let events: ExchangeEvent[] = [];
  const emitted = (): number[][] =>
    events.filter((event) => event.name === 'market.changed').map(({ state, tickDecimals }) => [state, tickDecimals]);
  const closed = (): number => events.filter((event) => event.name === 'order.closed').length;
  const yes = (id: number): Command => command('proposal.approve', { operator: SECOND, proposal: id });

  it('more orders than one batch has steps: cancel-only until the last is gone, in any batches the same', () => {
    const world = ready();
    const { exchange, id, send } = crowded(world);
    expect(send(yes(id), world.order(ANNA, { price: 90, lots: 1 }))).toEqual([200, 2003]);
    expect([closed(), emitted()]).toEqual([WORK_STEPS, [[MARKET_STATE.cancelOnly, 1]]]);
    expect(exchange.hasWork()).toBe(true);
    const twin = restoreExchange(structuredClone(exchange.save()));
    send();
    expect([closed(), emitted()]).toEqual([8 * 150 - WORK_STEPS, [[MARKET_STATE.trading, 0]]]);
    expect(exchange.hasWork()).toBe(false);
    twin.advance(world.time);
    twin.takeEvents();
    expect(twin.digest()).toBe(exchange.digest());
  });

  it('activated while orders leave: the triggered order leaves too', () => {
    const world = ready(BEFORE);
    const order = triggered(world, SELL);
    const { id, send } = crowded(world);
    expect(send(yes(id), command('rules.activate', { version: RULE.stepsCancelTriggered }))).toEqual([200, 200]);
    expect(emitted()).toEqual([[MARKET_STATE.cancelOnly, 1]]);
    send();
    expect(emitted()).toEqual([[MARKET_STATE.trading, 0]]);
    expect(events.filter((event) => event.name === 'order.closed' && event.order === order)).toMatchObject([
      { status: ORDER_STATUS.cancelled, reason: CLOSE_REASON.closed },
    ]);
  });

  it('while orders leave, no other change of that market; one person may still stop it, and it stays stopped', () => {
    const world = ready();
    const { exchange, id, send } = crowded(world);
    const after = proposal(FIRST, change(MARKET_STATE.trading));
    expect(
      send(
        yes(id),
        after,
        proposal(FIRST, steps()),
        stop(MARKET_STATE.cancelOnly),
        stop(MARKET_STATE.suspended),
        stop(MARKET_STATE.suspended),
      ),
    ).toEqual([...[200, 2003, 2003, 200, 200, 400]]);
    expect(emitted()).toEqual([
      [MARKET_STATE.cancelOnly, 1],
      [MARKET_STATE.suspended, 1],
    ]);
    send();
    expect(emitted()).toEqual([[MARKET_STATE.suspended, 0]]);
    expect(send(after)).toEqual([200]);
    expect(send(yes(exchange.result))).toEqual([200]);
    expect(emitted()).toEqual([[MARKET_STATE.trading, 0]]);
  });

  it('what does not fit is refused: another pair’s index, another tick than it has, parts of atoms, no spot market', () => {
    const world = ready();
    refused(world, steps({ instrument: 2 }), 400, 'W07: the index of another coin');
    refused(world, steps({ instrument: 9 }), 404);
    refused(world, steps({ instrument: 1 }), 400, 'the old tick');
    refused(world, steps({ tickDecimals: 1 }), 400);
    refused(world, steps({ lotDecimals: 2 }), 400, 'less than an atom of the coin');
    refused(world, steps({ market: 9 }), 2002);
    refused(world, steps({ instrument: 1, tickDecimals: 1, lotDecimals: 3 }), 400);
  });

  it('a lot alone changes with the same instrument; a suspended market stays suspended', () => {
    const world = ready();
    agreed(world, change(MARKET_STATE.suspended));
    expect(agreed(world, steps({ instrument: 1, tickDecimals: 1, lotDecimals: 0 })).code).toBe(200);
    expect(world.audit.markets.get(1)).toMatchObject({
      state: MARKET_STATE.suspended,
      instrument: 1,
      lotDecimals: 0,
      baseAtomsPerLot: 10,
    });
  });
});
