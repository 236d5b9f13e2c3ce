// What a market's state and the connection permit a ticket to do (money §11).

import type { LivePrice, LineStatus } from '../live/index.ts';

/**
 * The market's state for trading: `stale` accepts limit orders only, `cut` nothing, because the page is disconnected.
 */
export type TradingState = 'unknown' | 'open' | 'stale' | 'closed' | 'suspended' | 'cut';

/** Whether the page is disconnected: its data is old, and nothing can be sent. */
export function isCut(line: LineStatus): boolean {
  return line === 'offline' || line === 'reconnecting';
}

/** What the connection and the price's state permit. */
export function tradingState(price: Pick<LivePrice, 'state'> | undefined, line: LineStatus): TradingState {
  if (isCut(line)) return 'cut';
  if (price?.state === undefined) return 'unknown';
  if (price.state === 'closed') return 'closed';
  return price.state === 'stale' ? 'stale' : 'open';
}
