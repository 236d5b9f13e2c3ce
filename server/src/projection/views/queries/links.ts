// Links of an account made by staff.

import type { Millis, Seq, UserId } from '@vitrine/core';
import type { Kysely } from 'kysely';
import type { LinkFact } from '../../handlers/index.ts';
import type { ViewsDatabase } from '../tables/tables.ts';

/** Most events read per account. */
const MOST = 100;

/** Events about links of an account, newest first. */
export async function readLinks(db: Kysely<ViewsDatabase>, user: number): Promise<readonly LinkFact[]> {
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('seq', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ user_id, other, state, counts, time, seq }) => ({
    ...{ user: user_id as UserId, other: other as UserId, state },
    ...{ from: counts as Millis, time: time as Millis, seq: seq as Seq },
  }));
}
