// The position as it would be once the ticket is filled, at the price the ticket reckons with.

import type { TicketFacts, TicketState } from './form.ts';
import type { TpslBasis } from '../dialogs/tpsl.ts';
import { usedTicks } from './most.ts';
import { inRange, valueAtTicks } from '../calculate.ts';
import { whole } from '../terms.ts';

/** What an opening ticket's guards are reckoned on: all of the position after the fill. Undefined while that is not known. */
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
