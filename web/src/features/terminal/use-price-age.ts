// How old the price is by the server's clock, and whether it is too old to trade at.

import { useCallback, useEffect, useState } from 'react';
import { type LivePrice, STALE_MS, type TickStore, useLive } from '../../live/index.ts';

/** The age is judged anew this often, ms. */
const JUDGED_EVERY_MS = 500;

/** How old the index is; undefined without a tick, or while the line is cut. */
export function usePriceAge(ticks: TickStore): () => number | undefined {
  const { clock, feed } = useLive();
  return useCallback(() => {
    const { last } = ticks;
    if (!last || feed.status.status !== 'open') return undefined;
    return Math.max(0, clock.now() - last.time);
  }, [ticks, clock, feed]);
}

/**
 * Whether what is shown is stale (money §11): the exchange says so, or the last tick is too old, whatever the line is.
 * A closed market is not stale: its last price is what it says it is.
 */
export function usePriceStale(ticks: TickStore, price: LivePrice | undefined): boolean {
  const { clock } = useLive();
  const [old, setOld] = useState(false);
  useEffect(() => {
    const judge = (): void => setOld(ticks.last !== undefined && clock.now() - ticks.last.time > STALE_MS);
    judge();
    const timer = setInterval(judge, JUDGED_EVERY_MS);
    return () => clearInterval(timer);
  }, [ticks, clock]);
  if (price?.state === 'closed') return false;
  return old || price?.state === 'stale';
}
