// Nonces of signed requests: each is used once per key, and kept a little longer than its request could be valid.
//
// The table is unlogged, so that a signed request costs no sync; a crash of the database empties it. A marker row in
// the table reveals that: it is lost with the rest, and whoever restores it records the time. Every API process then
// rejects requests that could have come before.

import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';

/** Largest difference between a request's time and ours, before or after, ms. */
export const SIGNATURE_WINDOW = 5_000;
/**
 * How long a nonce is kept after its request's time, ms: the window plus the clock difference between two API
 * processes.
 */
export const NONCE_LIFE = 15_000;
/** Pause between two clean-ups, ms. */
const SWEEP = 10_000;
/** No key has this number: the row is the marker; its `until` is the time it was inserted. */
const MARK = { key: '0', nonce: 'mark' } as const;

export interface Nonces {
  /**
   * Reads the marker once. Must run before the first use of a key is recorded, so that a fresh exchange is recognised.
   */
  ready(): Promise<void>;
  /**
   * Uses up a nonce. Returns false if it was used in any API process, or if that is no longer known.
   * @param time the request's time, ms UTC.
   */
  use(keyId: string, nonce: string, time: number): Promise<boolean>;
  /** Deletes nonces that no request can use any more; also runs regularly by itself. */
  sweep(): Promise<void>;
  /** Resolves once no clean-up is running any more. */
  stop(): Promise<void>;
}

/** Nonces over SQL; starts cleaning up at once. */
export function createNonces(db: Kysely<IdentityTables>, now: () => number, onFault: (error: unknown) => void): Nonces {
  /** When the table's marker was inserted, as far as this process knows; 0: before any key was used. */
  let mark: number | undefined;

  /** The marker of the table; inserts it if missing. If no key was ever used, nothing can have been lost. */
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

  /** Stores a nonce if the marker that this process knows is still there. */
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
      // Used, or the table was emptied meanwhile: this request is rejected too, and later ones by the new marker.
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
