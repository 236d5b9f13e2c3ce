// Tickets: each opens one socket of a session, once, soon after it was requested.

import type { UserId } from '@vitrine/core';
import type { Kysely } from 'kysely';
import { newToken, tokenHash } from './secrets.ts';
import type { Session } from './sessions.ts';
import type { IdentityTables } from './tables.ts';

/** Life of a socket ticket, ms. */
export const TICKET_LIFE = 30_000;

export interface Tickets {
  /** A ticket that opens one socket of this session, once, within 30 s. */
  ticket(session: Session): Promise<string>;
  /** The session of a ticket; uses it up. */
  redeem(ticket: string): Promise<Session | undefined>;
}

/** Tickets over `db`; `view` makes a session from its numbers. */
export function createTickets(
  db: Kysely<IdentityTables>,
  view: (id: string, userId: string, coreUser: UserId) => Session,
  now: () => number,
): Tickets {
  return {
    async ticket(session) {
      const ticket = newToken();
      await db
        .insertInto('session_tokens')
        .values({
          hash: tokenHash(ticket),
          session_id: session.id,
          kind: 'ticket',
          until: String(now() + TICKET_LIFE),
          used_at: null,
        })
        .execute();
      return ticket;
    },

    async redeem(ticket) {
      const taken = await db
        .deleteFrom('session_tokens')
        .where('hash', '=', tokenHash(ticket))
        .where('kind', '=', 'ticket')
        .where('until', '>', String(now()))
        .returning('session_id')
        .executeTakeFirst();
      if (!taken) return undefined;
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['sessions.id', 'sessions.user_id', 'users.core_user'])
        .where('sessions.id', '=', taken.session_id)
        .where('sessions.ended_at', 'is', null)
        .executeTakeFirst();
      return row ? view(row.id, String(row.user_id), Number(row.core_user) as UserId) : undefined;
    },
  };
}
