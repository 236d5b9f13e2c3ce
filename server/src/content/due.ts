// Publishes scheduled versions whose time has come, each in a transaction of its own.

import type { Kysely } from 'kysely';
import { lockArticle, publish } from './publish.ts';
import type { ContentTables } from './tables.ts';

export async function publishDue(db: Kysely<ContentTables>, now: number): Promise<void> {
  const due = await db
    .selectFrom('content_versions')
    .select(['id', 'article_id'])
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', String(now))
    .orderBy('publish_at')
    .execute();
  for (const { id, article_id } of due)
    await db.transaction().execute(async (tx) => {
      await lockArticle(tx, article_id);
      const version = await tx
        .selectFrom('content_versions')
        .selectAll()
        .where('id', '=', id)
        // Called back since.
        .where('state', '=', 'scheduled')
        .executeTakeFirst();
      if (version !== undefined) await publish(tx, version, now);
    });
}
