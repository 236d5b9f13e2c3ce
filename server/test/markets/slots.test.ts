// Slots, quotes and the market maker over a link, on a clock moved by hand.

import { defaultGenesis, type Command, type CommandOf } from '@vitrine/core';
import { afterEach, describe, expect, it } from 'vitest';

import { makerState } from '../../src/markets/maker/maker-state.ts';
import { hoursOf } from '../../src/markets/hours/hours.ts';
import { quotesAt, LADDER_LEVELS } from '../../src/markets/maker/quote-levels.ts';
import { makerOf, WITHDRAW_AFTER_MS } from '../../src/markets/maker/maker.ts';
import { drawsOf } from '../../src/markets/prices/random.ts';
import { type Markets, startMarkets, slotInstruments } from '../../src/markets/run.ts';
import { fakeLink, handClock } from './world.ts';

/** A Wednesday at noon in London: forex, metals, London and Frankfurt are open, the others closed. */
const START = Date.UTC(2026, 10, 18, 12);
const settings = { prices: { kind: 'simulated' }, replaySpeed: 1, replayNoise: 1 } as const;
const funds = defaultGenesis('practice', [])
  .funds.filter((fund) => fund.class === 1)
  .map(({ asset, amount }) => [asset, amount] as const);

let markets: Markets | undefined;
afterEach(async () => {
  await markets?.stop();
  markets = undefined;
});

async function world(start = START, own: readonly (readonly [number, number])[] = funds) {
  const clock = handClock(start);
  const link = fakeLink(clock.now, own);
  const logged: string[] = [];
  markets = await startMarkets({ link, settings, seed: 'slots', clock, log: (what) => logged.push(what) });
  return { clock, link, logged, counts: markets.counts };
}

const named = <N extends Command['name']>(commands: readonly Command[], name: N) =>
  commands.filter(
    (command): command is Extract<Command, { name: N }> => command.name === name,
  ) as unknown as CommandOf<N>[];
const side = (book: Map<string, number>, which: 1 | 2) =>
  [...book]
    .filter(([key]) => key.startsWith(`${which}:`))
    .map(([key, lots]) => ({ price: Number(key.slice(2)), lots }))
    .toSorted((a, b) => (which === 1 ? b.price - a.price : a.price - b.price));

describe('slots (design §4)', () => {
  it('send hours first, then one ticks command a slot: majors every 250 ms, all that are open every second', async () => {
    const { clock, link } = await world();
    await clock.move(START + 1_000);
    const [first] = link.runs;
    expect(named(first!, 'hours.set')).toHaveLength(8);
    expect(link.runs.map((run) => named(run, 'ticks').length)).toEqual([1, 1, 1, 1]);
    expect(named(link.runs[0]!, 'ticks')[0]!.ticks.map(({ instrument }) => instrument)).toEqual([1, 2]);
    const full = named(link.runs[3]!, 'ticks')[0]!;
    expect(full.ticks).toHaveLength(48);
    for (const { price, used, total, instrument } of full.ticks) {
      expect(Number.isSafeInteger(price) && price > 0).toBe(true);
      expect(full.quotes.filter((quote) => quote.instrument === instrument)).toHaveLength(total);
      if (instrument <= 40) expect(used * 2).toBeGreaterThan(total);
    }
    for (const { offset, age, source } of full.quotes) {
      expect(Number.isSafeInteger(offset) && Number.isSafeInteger(age) && age >= 0 && source >= 1).toBe(true);
    }
  });

  it('give a closed market its last price once, every source too old, and then nothing until it opens', async () => {
    const { clock, link } = await world(Date.UTC(2026, 10, 21, 12));
    await clock.move(Date.UTC(2026, 10, 21, 12) + 3_000);
    const ticks = link.runs.flatMap((run) => named(run, 'ticks'));
    const forex = ticks.flatMap(({ ticks: rows }) => rows.filter(({ instrument }) => instrument === 25));
    expect(forex).toHaveLength(1);
    expect(forex[0]).toMatchObject({ used: 0, total: 4 });
    const sources = ticks.flatMap(({ quotes }) => quotes.filter(({ instrument }) => instrument === 25));
    for (const { age, state } of sources) {
      expect(state).toBe(2);
      expect(age).toBeGreaterThan(13 * 3_600_000);
    }
  });

  it('put quotes directly behind the tick that causes them, in one run', async () => {
    const { clock, link } = await world();
    await clock.move(START + 5_000);
    for (const run of link.runs) {
      const names = run.map(({ name }) => name).filter((name) => name !== 'hours.set');
      expect(names[0]).toBe('ticks');
      expect(names.slice(1, -1).every((name) => name === 'maker.quote')).toBe(true);
      expect(names.at(-1)).toBe('slot.end');
    }
  });

  it('end each slot, also one whose quotes are refused', async () => {
    const { clock, link } = await world();
    await clock.move(START + 1_000);
    link.mode = { refuse: 3001 };
    const before = link.runs.length;
    await clock.move(START + 6_000);
    const runs = link.runs.slice(before).map((run) => run.map(({ name }) => name));
    expect(runs.length).toBeGreaterThan(10);
    for (const names of runs) expect([names.includes('ticks'), names.at(-1)]).toEqual([true, 'slot.end']);
  });

  it('never pile up: while a run is not answered slots are dropped', async () => {
    const { clock, link, counts } = await world();
    link.mode = 'slow';
    await clock.move(START + 2_500);
    expect(counts()).toMatchObject({ sent: 0, dropped: 9 });
    link.mode = 'open';
    link.release();
    await clock.move(START + 3_000);
    expect(link.runs.length).toBeLessThanOrEqual(3);
    expect(counts().dropped).toBeLessThanOrEqual(10);
  });

  it('send the hours again when the queue was full', async () => {
    const { clock, link, logged } = await world();
    link.mode = 'full';
    await clock.move(START + 250);
    expect(logged).toContain('failed');
    link.mode = 'open';
    await clock.move(START + 750);
    expect(named(link.runs[0]!, 'hours.set')).toHaveLength(8);
  });
});

describe('the house maker (design §4)', () => {
  it('quotes every book with at least 50 levels a side that never cross and look like a market', async () => {
    const { clock, link } = await world();
    await clock.move(START + 60_000);
    for (let market = 1; market <= 24; market += 1) {
      const book = link.book(market);
      const bids = side(book, 1);
      const asks = side(book, 2);
      expect(bids.length, `market ${market}`).toBeGreaterThanOrEqual(50);
      expect(asks.length, `market ${market}`).toBeGreaterThanOrEqual(50);
      expect(bids.length + asks.length).toBeLessThanOrEqual(200);
      expect(bids[0]!.price).toBeLessThan(asks[0]!.price);
      const gaps = asks.slice(1).map(({ price }, at) => price - asks[at]!.price);
      expect(new Set(gaps).size, `market ${market}`).toBeGreaterThan(4);
      const near = gaps.slice(0, 10).reduce((sum, gap) => sum + gap, 0);
      const far = gaps.slice(-10).reduce((sum, gap) => sum + gap, 0);
      expect(far).toBeGreaterThan(near * 3);
      expect(new Set(asks.map(({ lots }) => lots)).size).toBeGreaterThan(30);
    }
  });

  it('keeps what it shows within its funds', async () => {
    const { clock, link } = await world();
    await clock.move(START + 30_000);
    let quote = 0;
    for (let market = 1; market <= 24; market += 1) {
      for (const { price, lots } of side(link.book(market), 1)) quote += price * lots;
    }
    expect(quote).toBeLessThan(funds.find(([asset]) => asset === 1)![1]);
    expect(quote).toBeGreaterThan(1_000_000e6);
  });

  it('puts no level under the least or over the greatest value of an order', async () => {
    const { clock, link } = await world();
    for (let step = 1; step <= 20; step += 1) {
      await clock.move(START + step * 30_000);
      for (const { market, minValue, maxValue } of defaultGenesis('practice', []).markets) {
        for (const [key, lots] of link.book(market)) {
          const value = Number(key.slice(2)) * lots;
          expect(value >= minValue && value <= maxValue, `market ${market} ${key} ${lots}`).toBe(true);
        }
      }
    }
  });

  it('shows nothing of a coin it does not have', async () => {
    const { clock, link } = await world(START, [[1, 1e14]]);
    await clock.move(START + 5_000);
    expect(side(link.book(1), 2)).toEqual([]);
    expect(side(link.book(1), 1).length).toBeGreaterThanOrEqual(50);
  });

  it('moves only when the index has moved by more than a quarter of its half spread, and then by a difference', async () => {
    const { clock, link } = await world();
    await clock.move(START + 60_000);
    const sent = link.runs.flatMap((run) => named(run, 'maker.quote')).filter(({ market }) => market === 3);
    expect(sent.length).toBeLessThan(60);
    const later = sent.slice(1);
    expect(later.length).toBeGreaterThan(0);
    const mean = later.reduce((sum, { levels }) => sum + levels.length, 0) / later.length;
    expect(mean).toBeLessThan(40);
  });

  it('fills up what was taken in the next slot', async () => {
    const { clock, link } = await world();
    await clock.move(START + 2_000);
    const best = side(link.book(1), 2)[0]!;
    link.take(1, 2, best.price, best.lots);
    expect(side(link.book(1), 2)[0]!.price).toBeGreaterThan(best.price);
    const before = link.runs.length;
    await clock.move(START + 2_250);
    expect(named(link.runs[before]!, 'maker.quote').some(({ market }) => market === 1)).toBe(true);
    expect(side(link.book(1), 2).length).toBeGreaterThanOrEqual(50);
  });

  it('rests after a refusal, shows less when it lacked funds, and comes back', async () => {
    const { clock, link, counts } = await world();
    await clock.move(START + 1_000);
    const total = () => side(link.book(1), 2).reduce((sum, { lots }) => sum + lots, 0);
    const before = total();
    const best = side(link.book(1), 2)[0]!;
    link.take(1, 2, best.price, best.lots);
    link.mode = { refuse: 3001 };
    await clock.move(START + 1_250);
    expect(counts().refused).toBeGreaterThan(0);
    link.mode = 'open';
    const from = clock.now();
    await clock.move(from + 5_000);
    expect(total()).toBeLessThan(before);
    await clock.move(from + 300_000);
    expect(total()).toBeGreaterThan(before * 0.6);
  });
});

describe('a maker whose price has gone (money §11)', () => {
  it('withdraws its quotes after some seconds and quotes again when the price is back', () => {
    const house = makerState();
    house.take(
      Float64Array.from([110, 8, 1, 1, 1, 1, 1, 0, 111, 5, 1, 1e14, 0, 110, 8, 2, 1, 1, 1, 2, 0, 111, 5, 2, 2e10, 0]),
    );
    const maker = makerOf(drawsOf('x'), house);
    const good = new Map([[1, { cents: 114_000_000, usable: true }]]);
    const publish = (levels: CommandOf<'maker.quote'>['levels']) =>
      house.take(
        Float64Array.from([
          136,
          4 + levels.length * 3,
          1,
          levels.length,
          ...levels.flatMap(({ side: s, price, lots }) => [s, price, lots]),
        ]),
      );
    const [first] = maker.quotes(START, good, 0);
    publish(first!.levels);
    maker.answered(1, START, { code: 200, seq: 5 });
    expect(maker.quotes(START + 1, new Map(), 5)).toEqual([]);
    const bad = new Map([[1, { cents: 114_000_000, usable: false }]]);
    expect(maker.quotes(START + WITHDRAW_AFTER_MS, bad, 5)).toEqual([]);
    const [away] = maker.quotes(START + WITHDRAW_AFTER_MS + 1, new Map(), 5);
    expect(away!.levels).toHaveLength(first!.levels.length);
    expect(away!.levels.every(({ lots }) => lots === 0)).toBe(true);
    publish(away!.levels);
    maker.answered(1, START, { code: 200, seq: 6 });
    expect(maker.quotes(START + 20_000, bad, 6)).toEqual([]);
    expect(maker.quotes(START + 21_000, good, 6)[0]!.levels.length).toBeGreaterThanOrEqual(100);
  });

  it('waits for the events of its last quote before it sends another', () => {
    const house = makerState();
    house.take(Float64Array.from([110, 8, 1, 1, 1, 1, 1, 0, 111, 5, 1, 1e14, 0]));
    const maker = makerOf(drawsOf('x'), house);
    const at = (cents: number) => new Map([[1, { cents, usable: true }]]);
    expect(maker.quotes(START, at(114_000_000), 0)).toHaveLength(1);
    expect(maker.quotes(START, at(114_900_000), 0)).toEqual([]);
    maker.answered(1, START, { code: 200, seq: 9 });
    expect(maker.quotes(START, at(114_900_000), 8)).toEqual([]);
    expect(maker.quotes(START, at(114_900_000), 9)).toHaveLength(1);
  });
});

describe('a maker with too little or too much of a coin', () => {
  const target = defaultGenesis('practice', []).funds.find((fund) => fund.class === 1 && fund.asset === 2)!.amount;
  const levelsAt = (part: number) => {
    const house = makerState();
    house.take(
      Float64Array.from([
        ...[110, 8, 1, 1, 1, 1, 1, 0, 111, 5, 1, 1e14, 0],
        ...[110, 8, 2, 1, 1, 1, 2, 0, 111, 5, 2, Math.round(target * part), 0],
      ]),
    );
    const [quote] = makerOf(drawsOf('x'), house).quotes(START, new Map([[1, { cents: 114_000_000, usable: true }]]), 0);
    const of = (which: 1 | 2) => quote!.levels.filter(({ side: one }) => one === which);
    const lots = (which: 1 | 2) => of(which).reduce((sum, level) => sum + level.lots, 0);
    return { bids: lots(1), asks: lots(2), best: Math.max(...of(1).map(({ price }) => price)) };
  };

  it('shows less of what is scarce and moves its prices toward getting it back', () => {
    const [short, even, long] = [levelsAt(0.5), levelsAt(1), levelsAt(1.5)];
    expect(short.asks).toBeLessThan(even.asks);
    expect(short.best).toBeGreaterThan(even.best);
    expect(long.bids).toBeLessThan(even.bids);
    expect(long.best).toBeLessThan(even.best);
  });
});

describe('quotes', () => {
  const shape = { market: 1, halfSpread: 11_400, medianLots: 35_000, maxTicks: 2 ** 24 - 1 };

  it('is equal for equal seed, price and time, and changes little for a small move', () => {
    const draws = drawsOf('quotes');
    const one = quotesAt(draws, shape, 114_000_000, START);
    expect(quotesAt(drawsOf('quotes'), shape, 114_000_000, START)).toEqual(one);
    const key = ({ side: s, price, lots }: (typeof one)[number]) => `${s}:${price}:${lots}`;
    const keys = new Set(one.map(key));
    const moved = quotesAt(draws, shape, 114_003_000, START);
    const changed = moved.filter((level) => !keys.has(key(level))).length;
    expect(changed).toBeLessThan(12);
    expect(one.filter(({ side: s }) => s === 1)).toHaveLength(LADDER_LEVELS);
  });

  it('stays within prices that a book can hold', () => {
    const draws = drawsOf('quotes');
    for (const cents of [150, 1_000, 100_000]) {
      for (const { price, lots } of quotesAt(draws, { ...shape, halfSpread: 50 }, cents, START)) {
        expect(price).toBeGreaterThanOrEqual(1);
        expect(lots).toBeGreaterThanOrEqual(1);
      }
    }
    for (const { price } of quotesAt(draws, shape, shape.maxTicks * 100 - 20_000, START))
      expect(price).toBeLessThanOrEqual(shape.maxTicks);
  });

  it('leans: less of a side, and a shifted middle', () => {
    const draws = drawsOf('quotes');
    const upright = quotesAt(draws, shape, 114_000_000, START);
    const leaning = quotesAt(draws, shape, 114_000_000, START, { bids: 0.5, asks: 1, skew: 0 });
    const lots = (levels: typeof upright, which: number) =>
      levels.filter(({ side: s }) => s === which).reduce((sum, level) => sum + level.lots, 0);
    expect(lots(leaning, 1)).toBeLessThan(lots(upright, 1) * 0.55);
    expect(lots(leaning, 2)).toBe(lots(upright, 2));
  });
});

describe('all instruments', () => {
  it('have a feed, and a unit in which six digits at listing are whole', () => {
    const parts = slotInstruments(settings, 'x');
    expect(parts).toHaveLength(48);
    const hours = hoursOf();
    for (const { calendar } of parts) expect(() => hours.at(calendar, START)).not.toThrow();
  });
});
