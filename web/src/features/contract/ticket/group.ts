// What accounts linked with one's own leave of a market's steps (money §3). Pure.

import type { TicketFacts, TicketState } from './form.ts';

/** Lots that linked accounts leave on the ticket's side; undefined: they do not bound it first. */
export function groupLots(
  { side }: Pick<TicketState, 'side'>,
  { group }: Pick<TicketFacts, 'group'>,
): number | undefined {
  return side === 'long' ? group?.long : group?.short;
}
