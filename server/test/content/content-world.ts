// The articles of a new exchange on a real PostgreSQL.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { poolConfig, type TestDatabase } from '../../src/app/postgres/index.ts';
import { type Content, type ContentTables, createContent } from '../../src/content/index.ts';
import { surviveLoss } from '../../src/projection/views/index.ts';

export interface ContentWorld {
  readonly db: Kysely<ContentTables>;
  readonly content: Content;
  stop(): Promise<void>;
}

/** Opens the articles of a migrated database. */
export async function openContent(database: TestDatabase, now: () => number = Date.now): Promise<ContentWorld> {
  const { types: _, ...config } = poolConfig(database.address, 'content', 4);
  const pool = new pg.Pool(config);
  surviveLoss(pool);
  const db = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
  const content = await createContent({
    ...{ db, now },
    onFault: (error) => {
      throw error;
    },
  });
  return {
    ...{ db, content },
    async stop() {
      await content.stop();
      await db.destroy();
    },
  };
}
