// What a market's state lets a ticket do (money §11).

import type { LivePrice } from '../live/index.ts';

/** The market's state as far as trading goes; `stale` takes limit orders only. */
export type TradingState = 'unknown' | 'open' | 'stale' | 'closed' | 'suspended';

/** What the price's state allows. */
export function tradingState(price: Pick<LivePrice, 'state'> | undefined): TradingState {
  if (price?.state === undefined) return 'unknown';
  if (price.state === 'closed') return 'closed';
  return price.state === 'stale' ? 'stale' : 'open';
}
