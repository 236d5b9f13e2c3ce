// The practice inbox: in practice mode codes go nowhere but to the browser that asked for them.

import type { Kysely } from 'kysely';
import type { Messenger } from './codes.ts';
import { tokenHash } from './secrets.ts';
import type { IdentityTables } from './tables.ts';

const KEPT_FOR = 86_400_000;
/** The most messages shown. */
const SHOWN_MOST = 20;

export interface InboxMessage {
  readonly id: string;
  readonly address: string;
  readonly purpose: number;
  readonly code: string;
  readonly time: number;
}

export interface PracticeInbox extends Messenger {
  /** The messages of one browser, newest first. */
  list(browser: string): Promise<readonly InboxMessage[]>;
}

/** The inbox over `db`; a browser is known by a random mark in its own cookie, kept as a hash. */
export function createPracticeInbox(db: Kysely<IdentityTables>, now: () => number): PracticeInbox {
  return {
    async deliver({ address, purpose, code, browser }) {
      const time = now();
      await db
        .deleteFrom('practice_inbox')
        .where('created_at', '<', String(time - KEPT_FOR))
        .execute();
      await db
        .insertInto('practice_inbox')
        .values({ browser: tokenHash(browser), address, purpose, code, created_at: String(time) })
        .execute();
    },

    async list(browser) {
      const rows = await db
        .selectFrom('practice_inbox')
        .selectAll()
        .where('browser', '=', tokenHash(browser))
        .orderBy('id', 'desc')
        .limit(SHOWN_MOST)
        .execute();
      return rows.map((row) => ({
        id: String(row.id),
        address: row.address,
        purpose: row.purpose,
        code: row.code,
        time: Number(row.created_at),
      }));
    },
  };
}
