// Feeds the chart from a live series: history page by page, updates candle by candle.

import type { DataLoader, KLineData, Period } from 'klinecharts';
import {
  type Candle,
  type Interval,
  type KlineSeries,
  type KlineStore,
  LAYOUT,
  pageFrames,
  toDrawn,
} from '../../live/index.ts';

/** The chart redraws its last candle at most this often, ms. */
const CHART_CADENCE_MS = 150;

const PERIODS: Record<Interval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

/** The library's name of an interval. */
export function periodOf(interval: Interval): Period {
  return PERIODS[interval];
}

/** A candle as the chart draws it: floats, because they become pixels only. */
export function drawnCandle(candle: Candle): KLineData {
  return {
    timestamp: candle.time,
    open: toDrawn(candle.open),
    high: toDrawn(candle.high),
    low: toDrawn(candle.low),
    close: toDrawn(candle.close),
    volume: toDrawn(candle.volume),
  };
}

/**
 * A loader over a series. `loadOlder` reads the page before the oldest candle. `onReset` is called when the drawn
 * history changed and the chart must reload.
 */
export function feedLoader(
  series: KlineSeries,
  loadOlder: () => Promise<void>,
  onReset: () => void,
): DataLoader & { stop: () => void } {
  const { store } = series;
  let stopFirst: (() => void) | undefined;
  let stopRunning: (() => void) | undefined;
  return {
    getBars: ({ type, timestamp, callback }) => {
      if (type === 'init') {
        stopFirst?.();
        if (series.state === 'ready') callback(store.candles.map(drawnCandle), more(store));
        else stopFirst = whenReady(series, () => callback(store.candles.map(drawnCandle), more(store)));
      } else if (type === 'forward') {
        // The library's "forward" is to the left: candles older than the first.
        void loadOlder().then(
          () =>
            callback(store.candles.filter((candle) => candle.time < (timestamp ?? 0)).map(drawnCandle), more(store)),
          () => callback([], { forward: true, backward: false }),
        );
      } else {
        callback([], { backward: false });
      }
    },
    subscribeBar: ({ callback }) => {
      stopRunning?.();
      let drawn = store.last?.time ?? 0;
      const surface = pageFrames().surface(CHART_CADENCE_MS, (level) => {
        if (level === LAYOUT) {
          onReset();
          return;
        }
        for (const candle of store.candles.slice(-MAX_BEHIND)) if (candle.time >= drawn) callback(drawnCandle(candle));
        drawn = store.last?.time ?? drawn;
      });
      const off = store.listen((level) => {
        // getBars delivers a page of older history; only a change at the right end reloads.
        if (level !== LAYOUT || !series.loadingOlder) surface.invalidate(level);
      });
      stopRunning = () => {
        off();
        surface.dispose();
      };
    },
    unsubscribeBar: () => stopRunning?.(),
    stop: () => {
      stopFirst?.();
      stopRunning?.();
    },
  };
}

/** Candles searched for those that changed since the last paint. */
const MAX_BEHIND = 20;

function more(store: KlineStore): { forward: boolean; backward: boolean } {
  return { forward: !store.complete, backward: false };
}

/** Calls back once the first page is loaded (or failed). */
function whenReady(series: KlineSeries, run: () => void): () => void {
  const off = series.store.listen(() => {
    if (series.state !== 'ready') return;
    off();
    run();
  });
  return off;
}
