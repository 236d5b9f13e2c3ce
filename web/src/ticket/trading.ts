// What a market's state and the line to the exchange let a ticket do (money §11).

import type { LivePrice, LineStatus } from '../live/index.ts';

/** The market's state as far as trading goes; `stale` takes limit orders only, `cut` nothing: the line is not there. */
export type TradingState = 'unknown' | 'open' | 'stale' | 'closed' | 'suspended' | 'cut';

/** Whether the line is known to be cut: what is shown is of before, and nothing can be sent. */
export function isCut(line: LineStatus): boolean {
  return line === 'offline' || line === 'reconnecting';
}

/** What the line and the price's state allow. */
export function tradingState(price: Pick<LivePrice, 'state'> | undefined, line: LineStatus): TradingState {
  if (isCut(line)) return 'cut';
  if (price?.state === undefined) return 'unknown';
  if (price.state === 'closed') return 'closed';
  return price.state === 'stale' ? 'stale' : 'open';
}
