// The market maker's quotes of contracts: all of them, around the index, within its margin and the market's hours.

import { COIN_MARKETS, type Command, type CommandOf, contractSetup, instruments, U_MARKETS } from '@vitrine/core';
import { afterEach, describe, expect, it } from 'vitest';

import { makerState } from '../../src/markets/maker/maker-state.ts';
import { makerOf, MOST_QUOTES } from '../../src/markets/maker/maker.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import { type Markets, startMarkets } from '../../src/markets/run.ts';
import { type Fund, fakeLink, handClock, houseFunds } from './world.ts';

/** A Wednesday afternoon: all but the Asian indices are open. */
const START = Date.UTC(2026, 10, 18, 15);
const settings = { prices: { kind: 'simulated' }, replaySpeed: 1, replayNoise: 1 } as const;
const EURUSD = 25;

let markets: Markets | undefined;
afterEach(async () => {
  await markets?.stop();
  markets = undefined;
});

async function world(start = START, own: readonly Fund[] = houseFunds()) {
  const clock = handClock(start);
  const link = fakeLink(clock.now, own);
  markets = await startMarkets({ link, settings, seed: 'contracts', clock, log: () => undefined });
  return { clock, link };
}

const listed = contractSetup().filter((one): one is CommandOf<'contract.list'> => one.name === 'contract.list');
const asian = (instrument: number) =>
  ['tokyo', 'hongKong', 'shanghai'].includes(instruments[instrument - 1]?.calendar ?? '');
const quotesOf = (runs: readonly (readonly Command[])[]) =>
  runs.flat().filter((one) => one.name === 'maker.quote') as unknown as CommandOf<'maker.quote'>[];
const side = (book: ReadonlyMap<string, number>, which: 1 | 2) =>
  [...book]
    .filter(([key]) => key.startsWith(`${which}:`))
    .map(([key, lots]) => ({ price: Number(key.slice(2)), lots }))
    .toSorted((a, b) => (which === 1 ? b.price - a.price : a.price - b.price));

describe('the house quotes contracts (design §4)', () => {
  it('every one that is open, 50 levels a side around the index, each of them an order of its market', async () => {
    const { clock, link } = await world();
    await clock.move(START + 120_000);
    expect(listed).toHaveLength(56);
    const ticks = link.runs.flat().filter((one): one is CommandOf<'ticks'> => one.name === 'ticks');
    const index = new Map(ticks.flatMap((one) => one.ticks.map(({ instrument, price }) => [instrument, price])));
    for (const { market, instrument, perLot, face, minValue, maxValue } of listed) {
      const [bids, asks] = [side(link.book(market), 1), side(link.book(market), 2)];
      if (asian(instrument)) {
        expect([market, bids.length + asks.length]).toEqual([market, 0]);
        continue;
      }
      const middle = (index.get(instrument) ?? 0) / 100;
      for (const levels of [bids, asks]) expect(levels.length, `market ${market}`).toBeGreaterThanOrEqual(50);
      expect(bids[0]!.price).toBeLessThan(middle);
      expect(asks[0]!.price).toBeGreaterThan(middle);
      expect((asks[0]!.price - bids[0]!.price) / middle).toBeLessThan(0.002);
      for (const { price, lots } of [...bids, ...asks]) {
        const value = market > COIN_MARKETS ? lots * face : price * lots * perLot;
        expect([market, price, value >= minValue && value <= maxValue]).toEqual([market, price, true]);
      }
    }
  });

  it('with enough near the index for the impact notional of funding and mark (money §3)', async () => {
    const { clock, link } = await world();
    await clock.move(START + 20_000);
    for (const { market, instrument, impact, perLot, face } of listed) {
      if (asian(instrument)) continue;
      for (const which of [1, 2] as const) {
        const levels = side(link.book(market), which);
        const near = levels.filter(({ price }) => Math.abs(price / levels[0]!.price - 1) < 0.01);
        const value = near.reduce((sum, { price, lots }) => sum + lots * (face || price * perLot), 0);
        expect([market, which, value >= impact]).toEqual([market, which, true]);
      }
    }
  });

  it('bounded in a slot: what does not fit has its turn in the next', async () => {
    const { clock, link } = await world();
    await clock.move(START + 20_000);
    const sizes = link.runs.map((run) => quotesOf([run]).length);
    expect(Math.max(...sizes)).toBe(MOST_QUOTES);
    const quoted = new Set(quotesOf(link.runs).map(({ market }) => Number(market)));
    expect(quoted.size).toBe(24 + listed.filter(({ instrument }) => !asian(instrument)).length);
  });

  it('from its margin alone: without any nothing, with little little', async () => {
    const { clock, link } = await world(
      START,
      houseFunds().filter(([, , wallet = 1]) => wallet === 1),
    );
    await clock.move(START + 5_000);
    for (const { market } of listed) expect([market, link.book(market).size]).toEqual([market, 0]);
    await markets?.stop();
    const poor = await world(START, [[1, 600_000_000_000, 2]]);
    await poor.clock.move(START + 5_000);
    // 600,000 × 0.8 × 5 ÷ 6 a side.
    const shown = side(poor.link.book(U_MARKETS + 1), 1).reduce((sum, { price, lots }) => sum + price * lots, 0);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThanOrEqual(400_000e6);
  });

  it('withdraws its quotes before a market closes, and shows none until it opens', async () => {
    // Forex closes on Friday 17:00 New York, opens on Sunday 17:00.
    const friday = Date.UTC(2026, 10, 20, 22);
    const { clock, link } = await world(friday - 20_000);
    const book = () => link.book(U_MARKETS + EURUSD).size;
    await clock.move(friday - 6_000);
    expect(book()).toBeGreaterThanOrEqual(100);
    await clock.move(friday - 4_000);
    expect(book()).toBe(0);
    const before = link.runs.length;
    await clock.move(friday + 30_000);
    const closed = quotesOf(link.runs.slice(before)).filter(({ market }) => market === U_MARKETS + EURUSD);
    expect(closed).toEqual([]);
    expect(link.book(U_MARKETS + 1).size).toBeGreaterThanOrEqual(100);
    await markets?.stop();
    const again = await world(Date.UTC(2026, 10, 22, 21, 59, 58));
    await again.clock.move(Date.UTC(2026, 10, 22, 22, 0, 2));
    expect(again.link.book(U_MARKETS + EURUSD).size).toBeGreaterThanOrEqual(100);
  });

  it('sends few rows: near levels follow the index, far ones stand', async () => {
    const { clock, link } = await world();
    await clock.move(START + 10_000);
    const from = link.runs.length;
    await clock.move(START + 70_000);
    const rows = quotesOf(link.runs.slice(from)).filter(({ market }) => market > U_MARKETS);
    const mean = rows.reduce((sum, { levels }) => sum + levels.length, 0) / rows.length;
    expect(rows.length).toBeGreaterThan(100);
    expect(mean).toBeLessThan(12);
  });
});

describe('a maker with a position', () => {
  const levelsAt = (sideHeld: 1 | 2, lots: number) => {
    const house = makerState();
    const position = [182, 16, 1, 1, U_MARKETS + 1, sideHeld, 1, 5, lots, lots, 1, 0, 0, 0, 0, 0];
    const customer = [182, 16, 2, 7, U_MARKETS + 1, 1, 1, 5, 1e9, 1e9, 1, 0, 0, 0, 0, 0];
    house.take(
      Float64Array.from([
        ...[110, 8, 1, 1, 1, 2, 1, 0, 111, 5, 1, 4e13, 0],
        ...(lots > 0 ? position : []),
        ...customer,
      ]),
    );
    const quotes = makerOf(drawsOf('x'), house).quotes(START, new Map([[1, { cents: 114_000_000, usable: true }]]), 0);
    const levels = quotes.find(({ market }) => market === U_MARKETS + 1)?.levels ?? [];
    const of = (which: 1 | 2) => levels.filter((level) => level.side === which);
    const lotsOf = (which: 1 | 2) => of(which).reduce((sum, level) => sum + level.lots, 0);
    return { bids: lotsOf(1), asks: lotsOf(2), best: Math.max(...of(1).map(({ price }) => price)) };
  };

  it('leans against it: less on the side that adds to it, prices toward getting rid of it', () => {
    // 1.6 million USDT: forty median levels of BTC.
    const lots = 1_400_000;
    const [long, even, short] = [levelsAt(1, lots), levelsAt(1, 0), levelsAt(2, lots)];
    expect(long.bids).toBeLessThan(even.bids);
    expect(long.best).toBeLessThan(even.best);
    expect(short.asks).toBeLessThan(even.asks);
    expect(short.best).toBeGreaterThan(even.best);
  });

  it('rests twice as long at each refusal, until one is taken', () => {
    const house = makerState();
    house.take(Float64Array.from([110, 8, 1, 1, 1, 2, 1, 0, 111, 5, 1, 4e13, 0]));
    const maker = makerOf(drawsOf('x'), house);
    const price = new Map([[1, { cents: 114_000_000, usable: true }]]);
    const asks = (now: number) => maker.quotes(now, price, 9).some(({ market }) => market === U_MARKETS + 1);
    let now = START;
    for (const rest of [1_000, 2_000, 4_000, 8_000]) {
      expect(asks(now)).toBe(true);
      maker.answered(U_MARKETS + 1, now, { code: 2104, seq: 9 });
      expect(asks(now + rest - 1)).toBe(false);
      now += rest;
    }
    expect(asks(now)).toBe(true);
    maker.answered(U_MARKETS + 1, now, { code: 200, seq: 9 });
    maker.answered(U_MARKETS + 1, now, { code: 2104, seq: 9 });
    expect(asks(now + 1_000)).toBe(true);
    // A rest that a clock far ahead began is over once it is set back (issue 14, 7).
    maker.answered(U_MARKETS + 1, now + 86_400_000, undefined);
    expect(asks(now + 2_000)).toBe(true);
  });
});
