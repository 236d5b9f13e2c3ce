// The price band of contract orders around the mark (money §3).

import { levelFits } from '../../order/index.ts';
import { highestSell, highestTake, lowestBuy, lowestTake } from '../../formula/index.ts';
import { DONE, MAX_TICKS, rejects } from '../../schema/index.ts';
import type { PerpetualContext } from '../context.ts';

export { marketReach } from '../../formula/index.ts';

/**
 * Whether a limit is allowed: beyond the mark no further than it may fill; on the passive side as on spot. `far`: a
 * trigger.
 */
export function inReach(context: PerpetualContext, market: number, side: number, price: number, far: boolean): number {
  const mark = context.contracts.rows.mark[market] as number;
  const most = side === 1 && !far ? highestTake(mark) : highestSell(mark, MAX_TICKS);
  if (price > most) return context.refuse(rejects['price.band'], most, price);
  const least = side === 1 || far ? lowestBuy(mark) : lowestTake(mark);
  if (price < least) return context.refuse(rejects['price.band'], least, price);
  const fits = far || levelFits(context.clock, context.markets, market, price, mark);
  return fits ? DONE : context.refuse(rejects['order.tooMany'], 0, price);
}
