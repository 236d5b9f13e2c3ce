// Automatic payouts of staking and finance, for the SETTLEMENT stream.

import { type Atoms, type ExchangeEvent, type MarketId } from '@vitrine/core';
import { EARN_KIND } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';

/** Reason of a term that closed at its end. */
const AT_END = 1;

/** Applies an event; returns false if it is not for this handler. */
export function takeEarning(event: ExchangeEvent, handler: ProjectionHandler, { seq }: Moment): boolean {
  if (event.name !== 'earn.paid' && event.name !== 'earn.closed') return false;
  const { user, stake, asset } = event;
  const kind = event.kind === EARN_KIND.staking ? 'staking' : 'finance';
  const ended = event.name === 'earn.closed';
  const amount: Atoms = ended ? event.paid : event.amount;
  // A user who redeems early already got the answer to their command.
  if (amount === 0 || (ended && event.reason !== AT_END)) return true;
  handler.settlement({ user, kind, id: stake, market: 0 as MarketId, asset, amount, result: 0, seq });
  return true;
}
