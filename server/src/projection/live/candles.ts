// Candles of one market or instrument in every interval, and the rolling 24 hours computed from its minutes.

import type { Atoms, Millis, Seq, WholeQuote } from '@vitrine/core';
import {
  addTurnover,
  type Candle,
  growCandle,
  type Interval,
  INTERVALS,
  intervalStart,
  openCandle,
  type OpenCandle,
} from '../handlers/index.ts';
import { CANDLES_KEPT, MINUTES_KEPT, type Ticker } from './face.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Words of a stored candle. */
const WIDTH = 8;
const FIRST_ROOM = 32;

/** Closed candles of one interval in a ring of plain words; the oldest is overwritten. */
class CandleRing {
  readonly #most: number;
  #words = new Float64Array(FIRST_ROOM * WIDTH);
  #count = 0;
  #first = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  push(candle: Candle): void {
    let slot = (this.#first + this.#count) % this.#most;
    if (this.#count === this.#most) this.#first = (this.#first + 1) % this.#most;
    else this.#count++;
    if ((slot + 1) * WIDTH > this.#words.length) {
      const grown = new Float64Array(Math.min(this.#words.length * 2, this.#most * WIDTH));
      grown.set(this.#words);
      this.#words = grown;
    }
    slot *= WIDTH;
    this.#words.set(
      [
        candle.time,
        candle.open,
        candle.high,
        candle.low,
        candle.close,
        candle.volume,
        candle.turnover,
        candle.turnoverRest,
      ],
      slot,
    );
  }

  /** The `index`-th stored candle; 0 is the oldest. */
  at(index: number): Candle {
    const at = ((this.#first + index) % this.#most) * WIDTH;
    const word = (offset: number): number => this.#words[at + offset] ?? 0;
    return {
      time: word(0) as Millis,
      open: word(1),
      high: word(2),
      low: word(3),
      close: word(4),
      volume: word(5),
      turnover: word(6) as WholeQuote,
      turnoverRest: word(7) as Atoms,
    };
  }
}

/** First minute of the rolling 24 hours at a time: 1,440 whole minutes including the current one. */
export function rolledFrom(now: number): number {
  return now - (now % MINUTE) - DAY + MINUTE;
}

interface Rolled {
  minute: number;
  open: number;
  high: number;
  low: number;
  volume: number;
  turnover: WholeQuote;
  turnoverRest: Atoms;
  whole: boolean;
}

export class CandleSet {
  readonly #closed = new Map<Interval, CandleRing>();
  readonly #open = new Map<Interval, OpenCandle>();
  /**
   * Atoms of one whole quote unit. Looked up when needed: history may contain a market that the seed does not list yet.
   */
  readonly #unit: () => number;
  #rolled: Rolled | undefined;
  #last = 0;
  #lastTime = 0 as Millis;
  #lastSeq = 0 as Seq;

  constructor(unit: () => number) {
    this.#unit = unit;
  }

  #ring(interval: Interval): CandleRing {
    let ring = this.#closed.get(interval);
    if (ring === undefined) {
      ring = new CandleRing(interval === '1m' ? MINUTES_KEPT : CANDLES_KEPT);
      this.#closed.set(interval, ring);
    }
    return ring;
  }

  /**
   * Adds a trade (volume in lots, value in quote atoms) or an index tick (volume 1, value 0). Returns the candles that
   * this closed.
   */
  add(price: number, volume: number, value: number, time: Millis, seq: Seq): { interval: Interval; candle: Candle }[] {
    const closed: { interval: Interval; candle: Candle }[] = [];
    const unit = this.#unit();
    for (const interval of INTERVALS) {
      const start = intervalStart(interval, time);
      let candle = this.#open.get(interval);
      if (candle === undefined || candle.time < start) {
        if (candle !== undefined) {
          this.#ring(interval).push(candle);
          closed.push({ interval, candle });
        }
        candle = openCandle(start, price);
        this.#open.set(interval, candle);
        if (interval === '1m') this.#rolled = undefined;
      }
      growCandle(candle, price, volume, value, unit);
    }
    const rolled = this.#rolled;
    if (rolled !== undefined) {
      rolled.high = Math.max(rolled.high, price);
      rolled.low = Math.min(rolled.low, price);
      rolled.volume += volume;
      addTurnover(rolled, value, unit);
    }
    this.#last = price;
    this.#lastTime = time;
    this.#lastSeq = seq;
    return closed;
  }

  /** Sets the last price before there is any candle (a seed's tick). */
  note(price: number, time: Millis, seq: Seq): void {
    this.#last = price;
    this.#lastTime = time;
    this.#lastSeq = seq;
  }

  /** Loads stored candles, oldest first; the newest stays open. */
  fill(interval: Interval, candles: readonly Candle[]): void {
    const ring = this.#ring(interval);
    for (const candle of candles.slice(0, -1)) ring.push(candle);
    const last = candles.at(-1);
    if (last === undefined) return;
    this.#open.set(interval, { ...last });
    if (interval === '1m') {
      this.#rolled = undefined;
      if (this.#lastTime < last.time) this.note(last.close, last.time, this.#lastSeq);
    }
  }

  current(interval: Interval): Candle | undefined {
    const candle = this.#open.get(interval);
    return candle === undefined ? undefined : { ...candle };
  }

  /** The newest candles, at most `limit`, oldest first; the open one is last. */
  list(interval: Interval, limit: number): Candle[] {
    const open = this.current(interval);
    if (open === undefined || limit < 1) return [];
    const ring = this.#ring(interval);
    const out: Candle[] = [];
    for (let index = Math.max(0, ring.count - (limit - 1)); index < ring.count; index++) out.push(ring.at(index));
    out.push(open);
    return out;
  }

  /** The ticker at `now` (ms UTC). Undefined before the first price. */
  ticker(now: number): Ticker | undefined {
    if (this.#last === 0) return undefined;
    const minute = now - (now % MINUTE);
    if (this.#rolled === undefined || this.#rolled.minute !== minute) this.#rolled = this.#roll(minute);
    const rolled = this.#rolled;
    const day = this.#open.get('1d');
    const today = day !== undefined && day.time === intervalStart('1d', now) ? day : undefined;
    return {
      last: this.#last,
      lastTime: this.#lastTime,
      lastSeq: this.#lastSeq,
      open24: rolled.open,
      high24: rolled.high,
      low24: rolled.low,
      volume24: rolled.volume,
      turnover24: rolled.turnover,
      turnoverRest24: rolled.turnoverRest,
      whole24: rolled.whole,
      dayOpen: today?.open ?? this.#last,
      dayHigh: today?.high ?? this.#last,
      dayLow: today?.low ?? this.#last,
      dayVolume: today?.volume ?? 0,
    };
  }

  /** 1,440 whole minutes including the current one. `open` is the price 24 hours ago: the previous close, if stored. */
  #roll(minute: number): Rolled {
    const from = rolledFrom(minute);
    const sum: Rolled = {
      minute,
      open: 0,
      high: 0,
      low: 0,
      volume: 0,
      turnover: 0 as WholeQuote,
      turnoverRest: 0 as Atoms,
      whole: false,
    };
    let before = 0;
    const unit = this.#unit();
    for (const candle of this.list('1m', MINUTES_KEPT + 1)) {
      if (candle.time < from) {
        before = candle.close;
        continue;
      }
      if (sum.open === 0) {
        sum.open = candle.open;
        sum.low = candle.low;
      }
      sum.high = Math.max(sum.high, candle.high);
      sum.low = Math.min(sum.low, candle.low);
      sum.volume += candle.volume;
      sum.turnover = (sum.turnover + candle.turnover) as WholeQuote;
      addTurnover(sum, candle.turnoverRest, unit);
    }
    if (before !== 0) {
      sum.open = before;
      sum.whole = true;
    }
    if (sum.open === 0) sum.open = this.#last;
    if (sum.high === 0) {
      sum.high = this.#last;
      sum.low = this.#last;
    }
    return sum;
  }
}
