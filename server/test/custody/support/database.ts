// A database with custody's tables, for one test file.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { CustodyDatabase, CustodyTables } from '../../../src/custody/tables.ts';
import { type TestDatabase, testDatabase } from '../../../src/app/postgres/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';

export interface CustodyTestDatabase {
  readonly db: CustodyDatabase;
  stop(): Promise<void>;
}

export async function custodyDatabase(): Promise<CustodyTestDatabase> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const { db, stop } = openCustody(database);
  return {
    db,
    async stop() {
      await stop();
      await database.stop();
    },
  };
}

/** Custody's tables of a database that a test has. */
export function openCustody(database: Pick<TestDatabase, 'connection'>): CustodyTestDatabase {
  // int8 as text, as the identity database gives it.
  const { types: _, ...connection } = database.connection;
  const pool = new pg.Pool({ ...connection, max: 8 });
  surviveLoss(pool);
  const db = new Kysely<CustodyTables>({ dialect: new PostgresDialect({ pool }) });
  return { db, stop: () => db.destroy() };
}
