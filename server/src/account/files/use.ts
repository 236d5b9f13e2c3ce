// How much a customer may send: uploads a day, bytes in all. Counted in SQL, so that parallel uploads cannot slip past.

import { type QueryExecutorProvider, sql } from 'kysely';
import { IdentityRefusal } from '../identity/index.ts';

/** Uploads of one customer a day (UTC), those that were refused included: each costs a decoding. */
export const MAX_UPLOADS_A_DAY = 60;
/** Bytes of all pictures of one customer. */
export const MAX_BYTES = 200 * 1_024 * 1_024;

const DAY = 86_400_000;

/** Counts an upload. @throws {IdentityRefusal} 429 after the day's last one, with the seconds to the next day. */
export async function countUpload(db: QueryExecutorProvider, userId: string, now: number): Promise<void> {
  const day = Math.floor(now / DAY);
  const counted = await sql`
    insert into file_use (user_id, day, uploads) values (${userId}, ${day}, 1)
    on conflict (user_id) do update set
      day = excluded.day,
      uploads = case when file_use.day = excluded.day then file_use.uploads + 1 else 1 end
    where file_use.day <> excluded.day or file_use.uploads < ${MAX_UPLOADS_A_DAY}
    returning uploads`.execute(db);
  if (counted.rows.length > 0) return;
  const seconds = Math.ceil(((day + 1) * DAY - now) / 1_000);
  throw new IdentityRefusal(429, `at most ${MAX_UPLOADS_A_DAY} uploads a day`, { seconds });
}

/** Counts bytes that are kept from now on. @throws {IdentityRefusal} 413 when they would be too many. */
export async function countBytes(db: QueryExecutorProvider, userId: string, size: number): Promise<void> {
  const counted = await sql`
    update file_use set bytes = bytes + ${size}
    where user_id = ${userId} and bytes + ${size} <= ${MAX_BYTES} returning bytes`.execute(db);
  if (counted.rows.length === 0)
    throw new IdentityRefusal(413, 'no more room for pictures', { limit: `${MAX_BYTES / 1_048_576} MiB` });
}

/** Bytes that are kept no longer. */
export async function giveBack(db: QueryExecutorProvider, userId: string, size: number): Promise<void> {
  await sql`update file_use set bytes = greatest(0, bytes - ${size}) where user_id = ${userId}`.execute(db);
}
