// The fold when the database goes away under it.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { compareViews, eventLog, migrateViews, openFolder, rebuildViews } from '../../../src/projection/views/index.ts';
import { pruneTicks, TICKS_KEPT_MS } from '../../../src/projection/views/retention.ts';
import { viewsDatabase, viewsPool } from '../../../src/projection/views/database.ts';
import { START, storyBatches } from '../../support/story.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

async function endConnections(): Promise<void> {
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'vitrine-views-fold'",
  );
  await client.end();
}

describe('the views under trouble (design §2)', () => {
  it('lose no batch and double none when their connections are cut again and again', async () => {
    await migrateViews(database.connection);
    const troubles: string[] = [];
    const folder = await openFolder({
      connection: database.connection,
      onTrouble: (error) => troubles.push(error.message),
    });
    for (const batch of storyBatches()) {
      folder.push(batch);
      await endConnections();
    }
    await folder.reached(6);
    await folder.stop();
    await rebuildViews({
      connection: database.connection,
      schema: 'views_check',
      source: eventLog(database.connection),
    });
    expect(await compareViews(database.connection, 'views', 'views_check')).toEqual([]);
  });

  it('write nothing of a transaction that fails in its middle, and all of it when the cause is gone', async () => {
    const schema = 'views_fault';
    await migrateViews(database.connection, schema);
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.query(`alter table ${schema}.ticks add constraint planted check (number < 0)`);
    const troubles: string[] = [];
    const folder = await openFolder({
      connection: database.connection,
      schema,
      onTrouble: (error) => troubles.push(error.message),
    });
    folder.push(storyBatches()[0]!);
    await folder.reached(1);
    for (const batch of storyBatches()) folder.push(batch);
    while (troubles.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(troubles[0]).toMatch(/planted/);
    const { rows } = await client.query(
      `select (select count(*) from ${schema}.bills)::int as bills, (select row from ${schema}.views_state)::int as row`,
    );
    expect(rows).toEqual([{ bills: 0, row: 1 }]);
    await client.query(`alter table ${schema}.ticks drop constraint planted`);
    await client.end();
    await folder.reached(6);
    await folder.stop();
    expect(await compareViews(database.connection, 'views', schema)).toEqual([]);
  });

  it('delete ticks after two days, and compare without them (bounds)', async () => {
    const db = viewsDatabase(viewsPool(database.connection, { use: 'fold', most: 1 }));
    expect(await pruneTicks(db, START + 50_000 + TICKS_KEPT_MS)).toBe(false);
    expect(await db.selectFrom('ticks').select('number').execute()).toEqual([{ number: 2 }]);
    await db.destroy();
    await rebuildViews({
      connection: database.connection,
      schema: 'views_check',
      source: eventLog(database.connection),
    });
    expect(await compareViews(database.connection, 'views', 'views_check')).toEqual([]);
  });
});
