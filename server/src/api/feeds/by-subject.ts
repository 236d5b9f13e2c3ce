// A batch's candles and levels by subject, and what it touched. Computed once per batch, because there are many
// streams.

import type { CandleChange, BatchChange, LevelChange } from '../../projection/live/index.ts';
import type { Interval, Subject } from '../../projection/handlers/index.ts';

const candles = new WeakMap<BatchChange, ReadonlyMap<string, readonly CandleChange[]>>();
const levels = new WeakMap<BatchChange, ReadonlyMap<number, readonly LevelChange[]>>();

function keyOf({ kind, id }: Subject, interval: Interval): string {
  return `${kind}:${id}:${interval}`;
}

/** The candles of a subject and interval that a batch changed, in order. */
export function candlesOf(change: BatchChange, subject: Subject, interval: Interval): readonly CandleChange[] {
  let made = candles.get(change);
  if (made === undefined) {
    made = Map.groupBy(change.candles, (one) => keyOf(one.subject, one.interval));
    candles.set(change, made);
  }
  return made.get(keyOf(subject, interval)) ?? [];
}

/** The levels of a market that a batch changed. */
export function levelsOf(change: BatchChange, market: number): readonly LevelChange[] {
  let made = levels.get(change);
  if (made === undefined) {
    made = Map.groupBy(change.levels, (one) => one.market);
    levels.set(change, made);
  }
  return made.get(market) ?? [];
}

/** Markets and instruments with a change in a batch that a public stream reports. */
export interface Touched {
  readonly markets: ReadonlySet<number>;
  readonly instruments: ReadonlySet<number>;
}

/** What a batch touched. */
export function touchedBy(change: BatchChange): Touched {
  const markets = new Set<number>([...change.priceMarkets, ...change.contractMarkets]);
  for (const { market } of change.levels) markets.add(market);
  for (const { market } of change.trades) markets.add(market);
  for (const { subject } of change.candles) if (typeof subject.kind === 'number') markets.add(subject.id);
  const instruments = new Set<number>(change.priceInstruments);
  for (const { instrument } of change.states) instruments.add(instrument);
  for (const { instrument } of change.ticks) instruments.add(instrument);
  return { markets, instruments };
}
