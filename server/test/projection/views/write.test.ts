import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { migrateViews } from '../../../src/projection/views/index.ts';
import { tables } from '../../../src/projection/views/tables/tables.ts';
import { insertRows } from '../../../src/projection/views/write.ts';

let database: TestDatabase;
let db: Kysely<unknown>;

beforeAll(async () => {
  database = await testDatabase();
  await migrateViews(database.connection);
  const pool = new pg.Pool({ ...database.connection, options: '-c search_path=views' });
  db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await db.destroy();
  await database.stop();
});

/** A row of orders in which every column is 0 or false but those given. */
function order(given: Readonly<Record<string, number | boolean>>): object {
  const zeros = Object.entries(tables.orders.columns).map(([column, type]) => [column, type === 'bool' ? false : 0]);
  return { ...Object.fromEntries(zeros), order_id: 1, user_id: 7, ...given };
}

describe('rows written again (design §2)', () => {
  it('a stop whose trigger came stays triggered when it is cancelled in a later batch', async () => {
    for (const row of [
      order({ status: 4, whole: true }),
      order({ status: 0, fired: true }),
      order({ status: 2, reason: 1, last_seq: 9 }),
    ])
      await insertRows('orders', tables.orders, [row]).execute(db);
    const { rows } = await sql`select status, whole, fired, last_seq::int from orders`.execute(db);
    expect(rows).toEqual([{ status: 2, whole: true, fired: true, last_seq: 9 }]);
  });
});
