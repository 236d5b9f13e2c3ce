// Accounts of one person that two staff members linked: rings, as in the exchange's state.

import type { EventOf, ExchangeEvent, Millis, Seq, UserId } from '@vitrine/core';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState } from './state.ts';

const LINKED = 1;

/** An account's entry in its ring. */
export interface LinkRow {
  /** The next account in the ring. */
  readonly following: number;
  /** The link counts from this time, ms UTC. */
  readonly from: Millis;
}

/** A link or unlink event of an account. */
export interface LinkFact {
  readonly user: UserId;
  /** Another account of its ring. */
  readonly other: UserId;
  /** 1 linked, 2 unlinked. */
  readonly state: number;
  /** The link counts from this time, ms UTC; 0 once unlinked. */
  readonly from: Millis;
  readonly time: Millis;
  readonly seq: Seq;
}

/** Applies an event; returns false if it is not for this handler. */
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

/** Removes an account from its ring: `other` is the previous account. */
function leave(links: Map<number, LinkRow>, { user, other }: EventOf<'link.changed'>): void {
  const gone = links.get(user);
  const before = links.get(other);
  links.delete(user);
  if (gone !== undefined && before !== undefined) links.set(other, { ...before, following: gone.following });
}

/** The accounts of a user's ring, the user's own first; empty without a link. */
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
