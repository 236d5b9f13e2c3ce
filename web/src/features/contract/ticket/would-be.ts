// The expected position after the ticket fills, at the ticket's price.

import type { TicketFacts, TicketState } from './form.ts';
import type { TpslBasis } from '../dialogs/tpsl.ts';
import { usedTicks } from './most.ts';
import { inRange, valueAtTicks } from '../calculate.ts';
import { whole } from '../terms.ts';

/**
 * The position that an opening ticket's take profit and stop loss refer to: all of it after the fill. Undefined while
 * unknown.
 */
export function tpslBasis(state: TicketState, facts: TicketFacts): TpslBasis | undefined {
  const { terms } = facts;
  const ticks = usedTicks(state, facts);
  const lots = whole(state.amount, terms.lotDecimals);
  if (ticks === undefined || lots === undefined || lots === 0 || !inRange(terms, lots, ticks)) return undefined;
  const own = state.side === 'long' ? facts.long : facts.short;
  const all = own.lots + lots;
  if (!inRange(terms, all, ticks)) return undefined;
  return {
    terms,
    side: state.side === 'long' ? 1 : 2,
    lots: all,
    cost: own.cost + valueAtTicks(terms, lots, ticks),
    leverage: own.lots > 0 ? own.leverage : facts.leverage,
  };
}
