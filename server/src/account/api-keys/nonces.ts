// Nonces of signed requests: each once for its key, kept a little longer than its request could be believed.
//
// Their table is not written ahead, so that a signed request costs no sync; a crash of the database empties it. A mark in
// the table tells: it goes with the rest, and whoever puts it back says when. Requests that could have come before are
// then not taken, by any edge.

import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';

/** How far a request's time may be from ours, before or after, ms. */
export const SIGNATURE_WINDOW = 5_000;
/** How long a nonce is kept after its request's own time, ms: the window, and what the clocks of two edges differ by. */
export const NONCE_LIFE = 15_000;
/** Between two clean-ups, ms. */
const SWEEP = 10_000;
/** No key has this number: the row is the mark, its `until` the time it was put there. */
const MARK = { key: '0', nonce: 'mark' } as const;

export interface Nonces {
  /** Looks for the mark, once; before the first use of a key is noted, so that a fresh exchange is known as one. */
  ready(): Promise<void>;
  /**
   * Uses a nonce up; false when it was used, whichever edge saw it, or when that can't be told any more.
   * @param time that of the request, ms UTC.
   */
  use(keyId: string, nonce: string, time: number): Promise<boolean>;
  /** Takes away those no request can come with any more; called by itself from time to time. */
  sweep(): Promise<void>;
  /** Resolves when no clean-up runs any more. */
  stop(): Promise<void>;
}

/** Nonces over SQL; begins to clean up at once. */
export function createNonces(db: Kysely<IdentityTables>, now: () => number, onFault: (error: unknown) => void): Nonces {
  /** When the table's mark was put there, as far as this edge knows; 0: before any key was used. */
  let mark: number | undefined;

  /** The mark of the table, put there when there is none. Where no key was ever used, nothing can have been lost. */
  async function readMark(): Promise<number> {
    await sql`
      insert into api_nonces (key_id, nonce, until)
      select ${MARK.key}::bigint, ${MARK.nonce},
        case when exists (select from api_keys where last_used is not null) then ${now()}::bigint else 0 end
      on conflict do nothing`.execute(db);
    const row = await db
      .selectFrom('api_nonces')
      .select('until')
      .where('key_id', '=', MARK.key)
      .where('nonce', '=', MARK.nonce)
      .executeTakeFirstOrThrow();
    return Number(row.until);
  }

  /** Keeps a nonce while the mark stands that this edge knows. */
  async function keep(keyId: string, nonce: string, until: number, known: number): Promise<boolean> {
    const kept = await sql`
      insert into api_nonces (key_id, nonce, until)
      select ${keyId}::bigint, ${nonce}, ${until}::bigint
      where exists (
        select from api_nonces
        where key_id = ${MARK.key}::bigint and nonce = ${MARK.nonce} and until = ${known}::bigint)
      on conflict do nothing returning key_id`.execute(db);
    return kept.rows.length > 0;
  }

  async function sweep(): Promise<void> {
    await db.deleteFrom('api_nonces').where('key_id', '<>', MARK.key).where('until', '<', String(now())).execute();
  }

  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch(onFault)
      .finally(() => (sweeping = undefined));
  }, SWEEP);
  timer.unref();

  return {
    async ready() {
      mark ??= await readMark();
    },

    async use(keyId, nonce, time) {
      mark ??= await readMark();
      if (mark > 0 && time <= mark + SIGNATURE_WINDOW) return false;
      if (await keep(keyId, nonce, time + NONCE_LIFE, mark)) return true;
      // Used, or the table was emptied since: then this request is refused as well, and the next ones by the new mark.
      mark = await readMark();
      return false;
    },
    sweep,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
