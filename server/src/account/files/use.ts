// Upload limits of a customer: uploads per day, bytes in total. Counted in SQL, so that parallel uploads cannot bypass
// them.

import { type QueryExecutorProvider, sql } from 'kysely';
import { IdentityRefusal } from '../identity/index.ts';

/** Uploads per customer and UTC day, including rejected ones, since each costs a decoding. */
export const MAX_UPLOADS_A_DAY = 60;
/** Bytes of all pictures of one customer. */
export const MAX_BYTES = 200 * 1_024 * 1_024;

const DAY = 86_400_000;

/** Counts an upload. @throws {IdentityRefusal} 429 beyond the daily limit, with the seconds until the next day. */
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
  throw new IdentityRefusal('request.tooFrequent', `at most ${MAX_UPLOADS_A_DAY} uploads a day`, { seconds });
}

/** Counts bytes that are stored from now on. @throws {IdentityRefusal} 413 if they exceed the limit. */
export async function countBytes(db: QueryExecutorProvider, userId: string, size: number): Promise<void> {
  const counted = await sql`
    update file_use set bytes = bytes + ${size}
    where user_id = ${userId} and bytes + ${size} <= ${MAX_BYTES} returning bytes`.execute(db);
  if (counted.rows.length === 0)
    throw new IdentityRefusal('request.tooLarge', 'no space left for pictures', {
      limit: `${MAX_BYTES / 1_048_576} MiB`,
    });
}

/** Subtracts bytes that are no longer stored. */
export async function giveBack(db: QueryExecutorProvider, userId: string, size: number): Promise<void> {
  await sql`update file_use set bytes = greatest(0, bytes - ${size}) where user_id = ${userId}`.execute(db);
}
