// What linked accounts leave of a market's tiers (money §3). Pure.

import type { TicketFacts, TicketState } from './form.ts';

/** Lots that linked accounts leave on the ticket's side; undefined: another limit applies first. */
export function groupLots(
  { side }: Pick<TicketState, 'side'>,
  { group }: Pick<TicketFacts, 'group'>,
): number | undefined {
  return side === 'long' ? group?.long : group?.short;
}
