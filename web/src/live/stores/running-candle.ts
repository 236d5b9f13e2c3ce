// Candles without a candle stream (index and mark): aggregated from each price.

import { candleStart, type Interval } from '../candle-time.ts';
import { isAbove, type KlineStore } from './kline-store.ts';
import { TickStore } from './tick-store.ts';
import { isRecord } from '../feeds/wire.ts';

/** Aggregates index ticks into the running candle of an interval. */
export function indexFold(store: KlineStore, interval: Interval): (data: unknown) => void {
  const ticks = new TickStore();
  return (data) => {
    ticks.take(data);
    const tick = ticks.last;
    if (!tick) return;
    foldPrice(store, interval, tick.time, tick.price);
  };
}

/** Aggregates mark prices of details into the running candle of an interval. */
export function markFold(store: KlineStore, interval: Interval): (data: unknown) => void {
  return (data) => {
    const detail: unknown = Array.isArray(data) ? data.at(-1) : data;
    if (!isRecord(detail)) return;
    const { markPrice, time } = detail;
    if (typeof markPrice === 'string' && typeof time === 'number') foldPrice(store, interval, time, markPrice);
  };
}

function foldPrice(store: KlineStore, interval: Interval, at: number, price: string): void {
  const time = candleStart(at, interval);
  const { last } = store;
  const running = last?.time === time ? last : undefined;
  const high = running && isAbove(running.high, price) ? running.high : price;
  const low = running && isAbove(price, running.low) ? running.low : price;
  store.live([{ time, open: running?.open ?? price, high, low, close: price, volume: '0' }], true);
}
