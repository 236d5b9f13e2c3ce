// The price's age by the server's clock, and whether it is too old for trading.

import { useCallback, useEffect, useState } from 'react';
import { type LivePrice, STALE_MS, type TickStore, useLive, usePricePart } from '../../live/index.ts';

/** Check interval of the age, ms. */
const JUDGED_EVERY_MS = 500;

/** The index's age; undefined without a tick, or when disconnected. */
export function usePriceAge(ticks: TickStore): () => number | undefined {
  const { clock, feed } = useLive();
  return useCallback(() => {
    const { last } = ticks;
    if (!last || feed.status.status !== 'open') return undefined;
    return Math.max(0, clock.now() - last.time);
  }, [ticks, clock, feed]);
}

/** Whether the last tick is too old, whatever the connection state. */
export function useOldTick(ticks: TickStore): boolean {
  const { clock } = useLive();
  const [old, setOld] = useState(false);
  useEffect(() => {
    const judge = (): void => setOld(ticks.last !== undefined && clock.now() - ticks.last.time > STALE_MS);
    judge();
    const timer = setInterval(judge, JUDGED_EVERY_MS);
    return () => clearInterval(timer);
  }, [ticks, clock]);
  return old;
}

/**
 * Whether the price is stale (money §11): the exchange says so, or the last tick is too old. A closed market is not
 * stale: its last price is labelled as such.
 */
export function usePriceStale(ticks: TickStore, symbol: string, kind: number): boolean {
  const state = usePricePart(symbol, kind, stateOf);
  const old = useOldTick(ticks);
  if (state === 'closed') return false;
  return old || state === 'stale';
}

const stateOf = (price: LivePrice | undefined): string | undefined => price?.state;
