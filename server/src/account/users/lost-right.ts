// Whether a request that was let in may still be done: its session or API key has not ended, its customer is neither
// locked nor frozen. Asked inside the transaction that records the request. The rows stay locked until it ends, so that
// whoever takes the right away waits for it: after their answer it can do nothing any more.

import { type Kysely, sql } from 'kysely';
import { keyIdOf } from '../api-keys/index.ts';

/** What was taken away: the session or the API key ended; withdrawals were locked, or the account frozen. */
export type LostRight = 'session' | 'key' | 'locked';

/** Who asked: the customer, and the id of the session, which for a signed request names its API key. */
export interface Asker {
  readonly userId: string;
  readonly session: string;
}

/**
 * The right that a request to withdraw has lost since it was let in; undefined: none.
 * @param trx a transaction on the database of accounts
 * @param now ms UTC
 */
export async function lostRight<T>(
  trx: Kysely<T>,
  { userId, session }: Asker,
  now: number,
): Promise<LostRight | undefined> {
  const key = keyIdOf(session);
  const { rows: alive } =
    key === undefined
      ? await sql`select from sessions where id = ${session} and ended_at is null for share`.execute(trx)
      : await sql`select from api_keys where id = ${key} and deleted_at is null for share`.execute(trx);
  if (alive.length === 0) return key === undefined ? 'session' : 'key';
  const { rows: free } = await sql`select from users where id = ${userId} and frozen_at is null
    and withdrawals_locked_until <= ${now} for share`.execute(trx);
  return free.length === 0 ? 'locked' : undefined;
}
