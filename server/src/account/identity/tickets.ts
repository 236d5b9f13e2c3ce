// Tickets: each opens one socket of a session, once, soon after it was requested. A ticket ends with a MAC, so that an
// invented one is refused without a look into SQL.

import { randomBytes } from 'node:crypto';
import type { UserId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import { keyed, sameText, tokenHash } from './secrets.ts';
import type { Session } from './sessions.ts';
import type { IdentityTables } from './tables.ts';

/** Life of a socket ticket, ms. */
export const TICKET_LIFE = 30_000;
const RANDOM_BYTES = 32;
/** Characters of the random part and of the MAC (128 bits), base64url. */
const RANDOM_LENGTH = 43;
const MAC_LENGTH = 22;

export interface Tickets {
  /** A ticket that opens one socket of this session, once, within 30 s. */
  ticket(session: Session): Promise<string>;
  /** The session of a ticket; uses it up. */
  redeem(ticket: string): Promise<Session | undefined>;
}

/** Tickets over `db`; `view` makes a session from its numbers. All API processes share `secret`. */
export function createTickets(
  db: Kysely<IdentityTables>,
  secret: Buffer,
  view: (id: string, userId: string, coreUser: UserId) => Session,
  now: () => number,
): Tickets {
  const macOf = (random: string): string => keyed(secret, 'ticket', random).slice(0, MAC_LENGTH);

  function isOurs(ticket: string): boolean {
    const random = ticket.slice(0, RANDOM_LENGTH);
    return sameText(ticket.slice(RANDOM_LENGTH), macOf(random));
  }

  return {
    async ticket(session) {
      const random = randomBytes(RANDOM_BYTES).toString('base64url');
      const ticket = `${random}${macOf(random)}`;
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
      if (!isOurs(ticket)) return undefined;
      const { rows } = await sql<{ id: string; user_id: string; core_user: string }>`
        with taken as (
          delete from session_tokens
          where hash = ${tokenHash(ticket)} and kind = 'ticket' and until > ${String(now())}::bigint
          returning session_id
        )
        select sessions.id, sessions.user_id, users.core_user
        from taken
        join sessions on sessions.id = taken.session_id and sessions.ended_at is null
        join users on users.id = sessions.user_id`.execute(db);
      const [row] = rows;
      return row && view(row.id, String(row.user_id), Number(row.core_user) as UserId);
    },
  };
}
