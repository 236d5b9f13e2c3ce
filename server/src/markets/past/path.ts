// An instrument's path before its first tick, hour by hour: the simulator's own prices at the ends of each hour, and a
// division of the hour into quarters, five minutes and minutes. Any hour can be read without the others, and a longer
// stretch is exactly the sum of the shorter ones. Logarithms of prices, before they are joined to the first tick.

import { calendarNumbered } from '../hours/calendars.ts';
import { type Session, sessionsBetween } from '../hours/hours.ts';
import { YEAR_MS } from '../process.ts';
import type { Truth } from '../prices/faults.ts';
import { type Draws, STREAMS } from '../prices/random.ts';
import { type Bar, barOf, divide, type Place } from './bar.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Trading hours begin and end on whole quarters. */
export const QUARTER = 15 * MINUTE;
export const FIVE = 5 * MINUTE;

export interface TimedBar extends Bar {
  /** ms UTC. */
  readonly time: number;
}

export interface PathParts {
  readonly draws: Draws;
  readonly instrument: number;
  readonly calendar: number;
  readonly truth: Truth;
  /** Variance per year around a time. */
  readonly variance: (time: number) => number;
}

export interface Path {
  /**
   * The bars of the hour that begins at a time, oldest first; none for times when the market was closed. `step`: one of
   * `MINUTE`, `FIVE`, `QUARTER`, `HOUR`.
   */
  hour(start: number, step: number): readonly TimedBar[];
}

/** The path of an instrument. `from` and `to` bound the hours that are read, ms UTC. */
export function pathOf({ draws, instrument, calendar, truth, variance }: PathParts, from: number, to: number): Path {
  const stream = STREAMS.past + instrument;
  const open = openTimes(calendar, from, to);
  /** The last hour's two ends: one of them is an end of the next hour read, in either direction. */
  let ends: readonly (readonly [time: number, value: number])[] = [];
  const valueAt = (time: number): number => ends.find(([at]) => at === time)?.[1] ?? Math.log(truth(time));

  /** Eight places a minute: a step that begins there has the one of its level. */
  const placeOf = (time: number, level: number): Place => ({ draws, stream, place: (time / MINUTE) * 8 + level });

  const divided = (bars: readonly TimedBar[], level: number, spread: number, width: number, count: number) =>
    bars.flatMap((bar) =>
      divide(placeOf(bar.time, level), bar, spread * width, count).map((part, at) => ({
        ...part,
        time: bar.time + (at * width) / count,
      })),
    );

  return {
    hour(start, step) {
      const quarters: number[] = [];
      for (let time = start; time < start + HOUR; time += QUARTER) if (open(time)) quarters.push(time);
      const first = quarters[0];
      if (first === undefined) return [];
      const last = (quarters.at(-1) ?? first) + QUARTER;
      const spread = variance(first) / YEAR_MS;
      const length = quarters.length * QUARTER;
      const opens = valueAt(first);
      const closes = valueAt(last);
      ends = [
        [first, opens],
        [last, closes],
      ];
      const whole = barOf(placeOf(start, 0), opens, closes, spread * length);
      if (step === HOUR) return [{ ...whole, time: start }];
      const parts = divide(placeOf(start, 1), whole, spread * length, quarters.length);
      let bars: TimedBar[] = parts.map((part, at) => ({ ...part, time: quarters[at] ?? start }));
      if (step === QUARTER) return bars;
      bars = divided(bars, 2, spread, QUARTER, QUARTER / FIVE);
      return step === FIVE ? bars : divided(bars, 3, spread, FIVE, FIVE / MINUTE);
    },
  };
}

/** The longest time that a market is closed. */
export const CLOSED_MOST = 15 * 24 * HOUR;

/** Whether a calendar's market is open at a time between two times. */
export function openTimes(number: number, from: number, to: number): (time: number) => boolean {
  const calendar = calendarNumbered(number);
  if (calendar === undefined) return () => true;
  const sessions: readonly Session[] = sessionsBetween(calendar, from, to);
  return (time) => {
    let low = 0;
    let high = sessions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sessions[middle]?.closes ?? Infinity) <= time) low = middle + 1;
      else high = middle;
    }
    return (sessions[low]?.opens ?? Infinity) <= time;
  };
}
