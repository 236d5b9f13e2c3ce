// Orders that margin places to liquidate a wallet: filled at once, within a limit, without margin checks (money §4).

import { opposite, packTraits, type Side } from '../book/index.ts';
import { ORDER_TYPE, SELF_TRADE, TIME_IN_FORCE } from '../enum/index.ts';
import { makeOrder } from './place.ts';
import type { SpotContext } from './context.ts';
import { settleRest, take } from './take.ts';
import { emitOpened } from './events.ts';

/**
 * Places and fills an order of a margin wallet. Returns the lots filled: 0 also when no order row is free, or when the quotes that it
 * would take are missing.
 */
export function force(
  context: SpotContext,
  user: number,
  market: number,
  wallet: number,
  side: Side,
  limit: number,
  lots: number,
): number {
  if (context.orderBooks.cutQuotes.isCut(market, opposite(side))) return 0;
  if (context.orders.exhausted() || !context.orderAccounts.fitsToEnd(user, market, wallet)) return 0;
  context.users.roll(user);
  const orderAccount = context.orderAccounts.open(user, market, wallet);
  const slot = makeOrder(
    ...([context, orderAccount, user, market, side] as const),
    ...([packTraits(ORDER_TYPE.market, TIME_IN_FORCE.ioc, SELF_TRADE.maker, 1, wallet), 0, lots, lots, 0] as const),
  );
  emitOpened(context, slot);
  const s = context.orderAccounts.rows;
  const account = (side === 1 ? s.quote[orderAccount] : s.base[orderAccount]) as number;
  const budget = side === 1 ? (context.ledger.accounts.available[account] as number) : Infinity;
  context.forced = true;
  context.orderBooks.met = 0;
  const reason = take(context, slot, limit, budget);
  context.forced = false;
  const { dealt } = context;
  settleRest(context, slot, reason);
  return dealt;
}
