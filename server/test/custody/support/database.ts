// A database with custody's tables, for one test file.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { CustodyDatabase, CustodyTables } from '../../../src/custody/tables.ts';
import { testDatabase } from '../../../src/postgres/index.ts';
import { migrateAll, surviveLoss } from '../../../src/views/index.ts';

export interface CustodyTestDatabase {
  readonly db: CustodyDatabase;
  stop(): Promise<void>;
}

export async function custodyDatabase(): Promise<CustodyTestDatabase> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  // int8 as text, as the identity database gives it.
  const { types: _, ...connection } = database.connection;
  const pool = new pg.Pool({ ...connection, max: 8 });
  surviveLoss(pool);
  const db = new Kysely<CustodyTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    async stop() {
      await db.destroy();
      await database.stop();
    },
  };
}
