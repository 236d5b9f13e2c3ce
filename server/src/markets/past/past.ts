// Practice history: index candles from before an instrument's first tick. They are made when they are asked for, from
// the simulator's seed or from a recording's beginning, and scaled so that they end at the first tick's price. Nothing
// of them is stored or journalled.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Millis } from '@vitrine/core';
import type { Settings } from '../../app/settings/index.ts';
import { type Interval, intervalNext, intervalStart } from '../../projection/handlers/index.ts';
import type { Opening } from '../../projection/live/index.ts';
import { listingAt } from '../listing.ts';
import { drawsOf } from '../prices/random.ts';
import { recordedIn } from '../prices/recordings.ts';
import type { Origin } from '../prices/source.ts';
import { simulationOf } from '../prices/simulated.ts';
import { LastDay } from './last-day.ts';
import { MINUTE_WORDS } from './recorded.ts';
import { CLOSED_MOST, FIVE, HOUR, MINUTE, type Path, pathOf, QUARTER } from './path.ts';

const DAY = 24 * HOUR;
/** Hours of trading that the last day has, however long the market was closed. */
const LAST_HOURS = 24;
/** Years that the history reaches back, from the first of the opening's month. */
const YEARS = 2;
/** Bars made before other work of the thread has its turn: about a millisecond. */
const AT_ONCE = 1_500;
/** An hour costs about as much as this many bars in it. */
const HOUR_COST = 12;

/** Prices in hundredths of a tick. */
export interface PastCandle {
  /** Start, ms UTC. */
  readonly time: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface PastAsked {
  readonly instrument: number;
  readonly opening: Opening;
  readonly interval: Interval;
  /** Bounds of candle starts, ms UTC: from is included, before is not. */
  readonly from?: number | undefined;
  readonly before: number;
  /** The newest within the bounds. */
  readonly limit: number;
}

export interface Past {
  /** How the candles of an instrument are made. */
  origin(instrument: number): Origin;
  /** Candles that begin before the opening, oldest first; the newest covers only the time up to it. */
  candles(asked: PastAsked): Promise<readonly PastCandle[]>;
  /** The day before the opening; undefined until it has been made, which the first call begins. */
  lastDay(instrument: number, opening: Opening): LastDay | undefined;
}

/** Minutes of a recording before an opening, as `recordedMinutes` gives them. */
export type ReadRecorded = (instrument: number, opening: number) => Promise<Float64Array>;

export interface PastParts {
  /** The simulator's seed. */
  readonly seed: string;
  /** Instruments whose prices are replayed; the others are simulated. */
  readonly recorded: ReadonlySet<number>;
  readonly readRecorded: ReadRecorded;
  readonly onFault: (error: unknown) => void;
}

interface Known {
  readonly opening: Opening;
  /** The bars before a time, newest first, in parts. `step`: how long they may be. */
  readonly read: (step: number, end: number) => AsyncIterable<readonly PastCandle[]>;
  /** Of 4 hours, newest first; made when first asked for, for all longer ones. */
  fours?: readonly PastCandle[];
}

interface Kept {
  readonly opening: Opening;
  /** Undefined: there is no history. */
  readonly known: Promise<Known | undefined>;
  lastDay?: LastDay | 'begun';
}

/**
 * The practice history of an exchange; undefined in live mode, which has none.
 * @throws if the folder of recordings cannot be read.
 */
export function pastOf(
  { mode, prices }: Pick<Settings, 'mode' | 'prices'>,
  parts: Omit<PastParts, 'recorded'>,
): Past | undefined {
  if (mode !== 'practice') return undefined;
  const recorded = prices.kind === 'replay' ? recordedIn(prices.folder) : new Set<number>();
  return createPast({ ...parts, recorded });
}

/** Practice history over a seed and recordings. */
export function createPast({ seed, recorded, readRecorded, onFault }: PastParts): Past {
  const draws = drawsOf(seed);
  const simulation = simulationOf(draws);
  const instruments = new Map<number, Kept>();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: many callers take no more of the thread at a time than one. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  const keptOf = (instrument: number, opening: Opening): Kept => {
    const there = instruments.get(instrument);
    if (there?.opening.time === opening.time && there.opening.price === opening.price) return there;
    const known = recorded.has(instrument)
      ? readRecorded(instrument, opening.time).then((words) => recordedPast(words, opening))
      : inTurn(async () => simulatedPast(instrument, opening));
    const kept: Kept = {
      opening,
      known: known.catch((error: unknown) => {
        onFault(error);
        return undefined;
      }),
    };
    instruments.set(instrument, kept);
    return kept;
  };

  const simulatedPast = (instrument: number, opening: Opening): Known | undefined => {
    const listing = listingAt(instrument);
    if (listing === undefined) return undefined;
    const date = new Date(opening.time);
    const oldest = Date.UTC(date.getUTCFullYear() - YEARS, date.getUTCMonth());
    const parts = {
      draws,
      instrument,
      calendar: listing.calendar,
      truth: simulation.truth(instrument),
      variance: simulation.variance(instrument),
    };
    const path = pathOf(parts, oldest - CLOSED_MOST, opening.time + DAY);
    const end = endOf(path, opening.time);
    if (end === undefined) return undefined;
    const shift = Math.log(opening.price) - end;
    return { opening, read: (step, before) => hours({ path, shift, oldest, opening }, step, before) };
  };

  const foursOf = async (known: Known): Promise<readonly PastCandle[]> => {
    known.fours ??= await gather(known.read(HOUR, known.opening.time), '4h', 0, Infinity, Infinity);
    return known.fours;
  };

  const makeLastDay = async (known: Known): Promise<LastDay> => {
    const { time } = known.opening;
    const minutes = await gather(known.read(MINUTE, time), '1m', time - DAY, Infinity, Infinity);
    const closes = await gather(known.read(HOUR, time), '1h', 0, Infinity, LAST_HOURS);
    return new LastDay(minutes.toReversed(), closes.toReversed());
  };

  return {
    origin: (instrument) => (recorded.has(instrument) ? 'replayed' : 'simulated'),
    async candles({ instrument, opening, interval, from = 0, before, limit }) {
      const known = await keptOf(instrument, opening).known;
      if (known === undefined || limit < 1) return [];
      return inTurn(async () => {
        const newest = intervalStart(interval, Math.min(before, opening.time) - 1);
        const end = Math.min(intervalNext(interval, newest), opening.time);
        const step = STEPS[interval];
        const bars = step === undefined ? [await foursOf(known)] : known.read(step, end);
        return (await gather(bars, interval, from, before, limit)).toReversed();
      });
    },
    lastDay(instrument, opening) {
      const kept = keptOf(instrument, opening);
      if (kept.lastDay === undefined) {
        kept.lastDay = 'begun';
        kept.known
          .then((known) => known && inTurn(() => makeLastDay(known)))
          .then((day) => {
            if (day !== undefined) kept.lastDay = day;
          })
          .catch(onFault);
      }
      return kept.lastDay === 'begun' ? undefined : kept.lastDay;
    },
  };
}

/** The step that the candles of an interval are sums of; undefined: candles of 4 hours, which are kept. */
const STEPS: Readonly<Record<Interval, number | undefined>> = {
  '1m': MINUTE,
  '5m': FIVE,
  '15m': QUARTER,
  '30m': QUARTER,
  '1h': HOUR,
  '4h': undefined,
  '1d': undefined,
  '1w': undefined,
  '1M': undefined,
};

/** Where a path stands at the opening: at the end of its last minute before. */
function endOf(path: Path, opening: number): number | undefined {
  for (let hour = opening - (opening % HOUR); hour > opening - CLOSED_MOST; hour -= HOUR) {
    const last = path.hour(hour, MINUTE).findLast(({ time }) => time < opening);
    if (last !== undefined) return last.close;
  }
  return undefined;
}

interface SimulatedPast {
  readonly path: Path;
  /** Added to a logarithm of the path: it gives hundredths of a tick, and the first tick's price at the opening. */
  readonly shift: number;
  /** First time of the history, ms UTC. */
  readonly oldest: number;
  readonly opening: Opening;
}

/** The bars before a time, newest first, an hour at a time. */
async function* hours(
  { path, shift, oldest, opening }: SimulatedPast,
  step: number,
  end: number,
): AsyncGenerator<readonly PastCandle[]> {
  const cents = (value: number): number => Math.max(1, Math.round(Math.exp(value + shift)));
  let cost = 0;
  for (let hour = end - 1 - ((end - 1) % HOUR); hour >= oldest; hour -= HOUR) {
    // The hour of the opening ends at it, which only its minutes can.
    const bars = path.hour(hour, hour + HOUR > opening.time ? MINUTE : step);
    yield bars
      .filter(({ time }) => time < opening.time)
      .toReversed()
      .map(({ time, open, high, low, close }) => ({
        time: time as Millis,
        open: cents(open),
        high: cents(high),
        low: cents(low),
        close: cents(close),
      }));
    cost += HOUR_COST + bars.length;
    if (cost > AT_ONCE) {
      cost = 0;
      await breathe();
    }
  }
}

/** The past of a recording, scaled so that it ends at the first tick's price. */
function recordedPast(words: Float64Array, opening: Opening): Known | undefined {
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const factor = opening.price / last;
  const cents = (at: number): number => Math.max(1, Math.round((words[at] ?? 0) * factor));
  async function* read(_step: number, end: number): AsyncGenerator<readonly PastCandle[]> {
    let bars: PastCandle[] = [];
    for (let at = words.length - MINUTE_WORDS; at >= 0; at -= MINUTE_WORDS) {
      const time = (words[at] ?? 0) as Millis;
      if (time >= end) continue;
      bars.push({ time, open: cents(at + 1), high: cents(at + 2), low: cents(at + 3), close: cents(at + 4) });
      if (bars.length < AT_ONCE) continue;
      yield bars;
      bars = [];
      await breathe();
    }
    yield bars;
  }
  return { opening, read };
}

/** Sums bars (newest first) to the candles of an interval, newest first. */
async function gather(
  bars: AsyncIterable<readonly PastCandle[]> | Iterable<readonly PastCandle[]>,
  interval: Interval,
  from: number,
  before: number,
  limit: number,
): Promise<PastCandle[]> {
  const candles: PastCandle[] = [];
  for await (const some of bars) {
    for (const bar of some) {
      const time = intervalStart(interval, bar.time);
      if (time >= before) continue;
      if (time < from) return candles;
      const sum = candles.at(-1);
      if (sum?.time === time) {
        const high = Math.max(sum.high, bar.high);
        candles[candles.length - 1] = { ...sum, open: bar.open, high, low: Math.min(sum.low, bar.low) };
      } else if (candles.length === limit) return candles;
      else candles.push({ ...bar, time });
    }
  }
  return candles;
}
