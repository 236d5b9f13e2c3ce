// Pools by domain (issue 15 A.3): each has its own connections, and one that has none left answers 503.

import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { refusalOf } from '../../../src/api/http/answer/problem.ts';
import { awayOf, POOLS, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

it('a wait for a connection that is over is 503; another fault of the database is not', async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  const held = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  try {
    const error: unknown = await pool.query('select 1').catch((no: unknown) => no);
    expect(awayOf(error)).toBe('unreached');
    expect(refusalOf(error)?.code).toBe(503);
    const other: unknown = await held.query('select nothing').catch((no: unknown) => no);
    expect(awayOf(other)).toBeUndefined();
    expect(refusalOf(other)).toBeUndefined();
  } finally {
    held.release();
    await pool.end();
  }
});

it('all together leave connections of the embedded server (60) for the journal, the views and tools', () => {
  const journalAndViews = 2 + 10;
  const all = Object.values(POOLS).reduce((sum, most) => sum + most, journalAndViews);
  expect(all).toBeLessThanOrEqual(48);
});
