// Tickets: each opens one socket of a session, once, soon after it was drawn. A ticket is its session and its end, sealed by
// the vault, so nothing is stored until it is used, and an invented one is refused without a look into SQL. The vault's key is
// not in SQL: whoever reads the database makes no tickets.

import type { UserId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import type { Vault } from '../vault/index.ts';
import { tokenHash } from './secrets.ts';
import type { Session } from './sessions.ts';
import type { IdentityTables } from './tables.ts';

/** Life of a socket ticket, ms. */
export const TICKET_LIFE = 30_000;
const PLACE = 'socket ticket';
const TIME_BYTES = 6;

export interface Tickets {
  /** A ticket that opens one socket of this session, once, within 30 s. */
  ticket(session: Session): Promise<string>;
  /** The session of a ticket; uses it up. */
  redeem(ticket: string): Promise<Session | undefined>;
}

/** Tickets over `db`, which remembers those that were used; `view` makes a session from its numbers. */
export function createTickets(
  db: Kysely<IdentityTables>,
  vault: Pick<Vault, 'seal' | 'open'>,
  view: (id: string, userId: string, coreUser: UserId) => Session,
  now: () => number,
): Tickets {
  /** What a ticket says; undefined for any text that is none of ours. */
  function read(ticket: string): { readonly sessionId: string; readonly until: number } | undefined {
    const sealed = Buffer.from(ticket, 'base64url');
    // Two encodings of the same bytes would count as two tickets.
    if (sealed.toString('base64url') !== ticket) return undefined;
    try {
      const content = vault.open(sealed, PLACE);
      return { until: content.readUIntBE(0, TIME_BYTES), sessionId: content.toString('utf8', TIME_BYTES) };
    } catch {
      // Not sealed by us.
      return undefined;
    }
  }

  return {
    async ticket(session) {
      const until = Buffer.alloc(TIME_BYTES);
      until.writeUIntBE(now() + TICKET_LIFE, 0, TIME_BYTES);
      return vault.seal(Buffer.concat([until, Buffer.from(session.id)]), PLACE).toString('base64url');
    },

    async redeem(ticket) {
      const said = read(ticket);
      const time = now();
      if (said === undefined || said.until <= time) return undefined;
      const { rows } = await sql<{ id: string; user_id: string; core_user: string }>`
        with used as (
          insert into session_tokens (hash, session_id, kind, until, used_at)
          select ${tokenHash(ticket)}, id, 'ticket', ${String(said.until)}::bigint, ${String(time)}::bigint
          from sessions where id = ${said.sessionId} and ended_at is null
          on conflict (hash) do nothing
          returning session_id
        )
        select sessions.id, sessions.user_id, users.core_user
        from used
        join sessions on sessions.id = used.session_id
        join users on users.id = sessions.user_id`.execute(db);
      const [row] = rows;
      return row && view(row.id, String(row.user_id), Number(row.core_user) as UserId);
    },
  };
}
