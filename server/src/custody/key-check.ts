// The mark of the master key in the database: whoever restores a database without its key hears of it at the start.

import { sql } from 'kysely';
import type { CustodyDatabase } from './tables.ts';

/** The mark that an earlier start left; undefined: none did. Reads only, of any release's database. */
export async function readKeyCheck(db: CustodyDatabase): Promise<string | undefined> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('custody_key_check') is not null as there`.execute(db);
  if (rows[0]?.there !== true) return undefined;
  return (await db.selectFrom('custody_key_check').select('mark').executeTakeFirst())?.mark;
}

/** Leaves the mark of the key that this start has, where none is. */
export async function keepKeyCheck(db: CustodyDatabase, mark: string): Promise<void> {
  await db
    .insertInto('custody_key_check')
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
