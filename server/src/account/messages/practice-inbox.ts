// The practice inbox: in practice mode, codes appear in the browser that requested them, notices in the browsers of the
// account's devices.

import type { Kysely } from 'kysely';
import { type IdentityTables, tokenHash } from '../identity/index.ts';

const KEPT_FOR = 86_400_000;
/** The most messages shown. */
const SHOWN_MOST = 20;

export interface InboxMessage {
  readonly id: string;
  readonly address: string;
  readonly purpose: number;
  /** Null in a notice. */
  readonly code: string | null;
  readonly subject: string;
  readonly text: string;
  readonly time: number;
}

/** A notice has purpose 0 and no code. */
export interface NewInboxMessage {
  readonly address: string;
  readonly purpose: number;
  readonly code: string | null;
  readonly subject: string;
  readonly text: string;
}

export interface PracticeInbox {
  /** For the browser with this cookie. */
  put(message: NewInboxMessage & { readonly browser: string }): Promise<void>;
  /** For the browser whose cookie has this hash, as in `devices`. */
  lay(browserHash: string, message: NewInboxMessage): Promise<void>;
  /** The messages of one browser, newest first. */
  list(browser: string): Promise<readonly InboxMessage[]>;
}

/** The inbox over `db`; a browser is recognised by a random value in a separate cookie, stored as a hash. */
export function createPracticeInbox(db: Kysely<IdentityTables>, now: () => number): PracticeInbox {
  async function lay(browserHash: string, message: NewInboxMessage): Promise<void> {
    const { address, purpose, code, subject, text } = message;
    const time = now();
    await db
      .deleteFrom('practice_inbox')
      .where('created_at', '<', String(time - KEPT_FOR))
      .execute();
    await db
      .insertInto('practice_inbox')
      .values({ browser: browserHash, address, purpose, code, subject, body: text, created_at: String(time) })
      .execute();
  }

  return {
    lay,
    put: ({ browser, ...message }) => lay(tokenHash(browser), message),

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
        subject: row.subject,
        text: row.body,
        time: Number(row.created_at),
      }));
    },
  };
}
