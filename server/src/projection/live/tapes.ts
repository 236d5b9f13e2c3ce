// Recent market data: candles of markets, indices and marks, public trades, index ticks with their sources.

import type { Cents, Millis, Seq } from '@vitrine/core';
import {
  type FoldState,
  INTERVALS,
  intervalStart,
  quoteUnit,
  type Subject,
  type Tick,
  type Trade,
} from '../handlers/index.ts';
import { CandleSet } from './candles.ts';
import { type CandleChange, type History, type Opening, TICKS_KEPT, TRADES_KEPT } from './face.ts';
import { Ring } from '../../shared/collection/index.ts';

/** Kind codes of candle subjects: 1 to 3 a market's type, 0 an index, 4 a mark. */
const KIND_CODE = { index: 0, mark: 4 } as const;

function subjectKey({ kind, id }: Subject): number {
  return (typeof kind === 'number' ? kind : KIND_CODE[kind]) * 65_536 + id;
}

export class Tapes {
  readonly #state: FoldState;
  readonly #candles = new Map<number, CandleSet>();
  readonly #trades = new Map<number, Ring<Trade>>();
  readonly #ticks = new Map<number, Ring<Tick>>();
  readonly #subjects = new Map<number, Subject>();
  readonly #openings = new Map<number, Opening>();
  #touched = new Set<number>();

  constructor(state: FoldState) {
    this.#state = state;
  }

  /** Loads the rows from SQL. Ticks from a seed that SQL does not have yet stay the newest. */
  history(history: History): void {
    for (const { instrument, ...opening } of history.openings ?? []) this.#openings.set(instrument, opening);
    const byMarket = new Map<number, CandleSet>();
    for (const { subject, interval, candles } of history.candles) {
      const set = this.#set(subject);
      set.fill(interval, candles);
      if (typeof subject.kind === 'number') byMarket.set(subject.id, set);
    }
    for (const trade of history.trades) {
      this.#tradesOf(trade.market).push(trade);
      byMarket.get(trade.market)?.note(trade.price, trade.time, trade.seq);
    }
    const seeded = new Map([...this.#ticks].map(([instrument, ring]) => [instrument, ring.newest()]));
    for (const ring of this.#ticks.values()) ring.clear();
    for (const tick of history.ticks) {
      this.#keep(tick);
      this.#set({ kind: 'index', id: tick.instrument }).note(tick.price, tick.time, tick.seq);
    }
    for (const [instrument, tick] of seeded) {
      if (tick !== undefined && tick.number > (this.tickRing(instrument)?.newest()?.number ?? 0)) this.#keep(tick);
    }
  }

  trade(trade: Trade): void {
    this.#tradesOf(trade.market).push(trade);
  }

  tick(tick: Tick): void {
    this.#keep(tick);
  }

  /** Sets a seed's price before there is any candle. */
  note(subject: Subject, price: number, time: Millis, seq: Seq): void {
    this.#set(subject).note(price, time, seq);
  }

  /** Adds a trade (lots, quote atoms) or a tick (volume 1, value 0); returns the candles that this closed. */
  grow(subject: Subject, price: number, volume: number, value: number, time: Millis, seq: Seq): CandleChange[] {
    this.#touched.add(subjectKey(subject));
    if (subject.kind === 'index' && !this.#openings.has(subject.id)) {
      this.#openings.set(subject.id, { time: intervalStart('1m', time), price: price as Cents });
    }
    return this.#set(subject)
      .add(price, volume, value, time, seq)
      .map(({ interval, candle }) => ({ subject, interval, candle, closed: true }));
  }

  /** The open candles that changed since the last call. */
  takeTouched(): CandleChange[] {
    const candles: CandleChange[] = [];
    for (const key of this.#touched) {
      const subject = this.#subjects.get(key);
      const set = this.#candles.get(key);
      if (subject === undefined || set === undefined) continue;
      for (const interval of INTERVALS) {
        const candle = set.current(interval);
        if (candle !== undefined) candles.push({ subject, interval, candle, closed: false });
      }
    }
    this.#touched = new Set();
    return candles;
  }

  #set(subject: Subject): CandleSet {
    const key = subjectKey(subject);
    let set = this.#candles.get(key);
    if (set === undefined) {
      set = new CandleSet(() => (typeof subject.kind === 'number' ? quoteUnit(this.#state, subject.id) : 1));
      this.#candles.set(key, set);
      this.#subjects.set(key, subject);
    }
    return set;
  }

  #tradesOf(market: number): Ring<Trade> {
    let ring = this.#trades.get(market);
    if (ring === undefined) {
      ring = new Ring(TRADES_KEPT);
      this.#trades.set(market, ring);
    }
    return ring;
  }

  #keep(tick: Tick): void {
    let ring = this.#ticks.get(tick.instrument);
    if (ring === undefined) {
      ring = new Ring(TICKS_KEPT);
      this.#ticks.set(tick.instrument, ring);
    }
    ring.push(tick);
  }

  // ── reads ──

  opening(instrument: number): Opening | undefined {
    return this.#openings.get(instrument);
  }

  candleSet(subject: Subject): CandleSet | undefined {
    return this.#candles.get(subjectKey(subject));
  }

  tradeRing(market: number): Ring<Trade> | undefined {
    return this.#trades.get(market);
  }

  tickRing(instrument: number): Ring<Tick> | undefined {
    return this.#ticks.get(instrument);
  }
}
