// Accounts of one person, as two people of the desk linked them: rings, as the exchange keeps them.

import type { EventOf, ExchangeEvent, Millis, Seq, UserId } from '@vitrine/core';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState } from './state.ts';

const LINKED = 1;

/** Where an account stands in its ring. */
export interface LinkRow {
  /** The next account of the ring. */
  readonly following: number;
  /** From when on the link counts, ms UTC. */
  readonly from: Millis;
}

/** An event about a link of an account. */
export interface LinkFact {
  readonly user: UserId;
  /** An account of its ring. */
  readonly other: UserId;
  /** 1 linked, 2 no longer. */
  readonly state: number;
  /** From when on it counts, ms UTC; 0 once it is no longer. */
  readonly from: Millis;
  readonly time: Millis;
  readonly seq: Seq;
}

/** True when the event was one of these. */
export function takeLink(
  event: ExchangeEvent,
  { links }: FoldState,
  handler: ProjectionHandler,
  moment: Moment,
): boolean {
  if (event.name !== 'link.changed') return false;
  const { user, other, state } = event;
  if (state === LINKED) links.set(user, { following: other, from: event.from });
  else leave(links, event);
  const { time, seq } = moment;
  handler.link({ user, other, state, from: event.from, time, seq });
  return true;
}

/** Takes an account out of its ring: `other` is the one before it. */
function leave(links: Map<number, LinkRow>, { user, other }: EventOf<'link.changed'>): void {
  const gone = links.get(user);
  const before = links.get(other);
  links.delete(user);
  if (gone !== undefined && before !== undefined) links.set(other, { ...before, following: gone.following });
}

/** The accounts of a user's ring, the user's own first; none without a link. */
export function ringOf({ links }: Pick<FoldState, 'links'>, user: number): readonly { user: UserId; from: Millis }[] {
  const ring: { user: UserId; from: Millis }[] = [];
  let at = user;
  for (let row = links.get(at); row !== undefined; row = links.get(at)) {
    ring.push({ user: at as UserId, from: row.from });
    at = row.following;
    if (at === user) break;
  }
  return ring;
}
