// Parts of the current price, for components that must not render at every tick.

import { useCallback, useEffect } from 'react';
import { READING_CADENCE_MS, useLive, useSelected } from './react.tsx';
import type { LivePrice } from './stores/ticker-store.ts';

/** Subscribes to a market's detail while mounted and reads nothing: the components below read the price. */
export function useHeldDetail(symbol: string, kind: number): void {
  const { feed } = useLive();
  useEffect(() => feed.holdDetail(symbol, kind), [feed, symbol, kind]);
}

/** What `select`, a constant function, reads of the current price; equal results cause no render. */
export function usePricePart<T>(
  symbol: string,
  kind: number,
  select: (price: LivePrice | undefined) => T,
  cadence: number = READING_CADENCE_MS,
  same?: (a: T, b: T) => boolean,
): T {
  const { tickers } = useLive();
  return useSelected(
    tickers,
    useCallback((store) => select(store.get(symbol, kind)), [symbol, kind, select]),
    select(undefined),
    cadence,
    same,
  );
}

/** Whether the market has ever traded; undefined while unknown. */
export const hasTraded = (price: LivePrice | undefined): boolean | undefined => price && price.close !== undefined;

/** What changes with every tick although no figure does. */
const ofTick: ReadonlySet<string> = new Set<keyof LivePrice>(['seq', 'time', 'indexTime', 'tradeTime', 'move']);

/** Whether two prices have the same figures, state and times of events to come. */
export function sameFigures(a: LivePrice | undefined, b: LivePrice | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const other = new Map(Object.entries(b));
  return (
    Object.keys(a).length === other.size &&
    Object.entries(a).every(([name, value]) => ofTick.has(name) || other.get(name) === value)
  );
}
