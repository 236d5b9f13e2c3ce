// What a caller gets while the database is away: 503 where nothing was done, 504 where nobody knows, never 500.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/api/http/answer/problem.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { fromPage, startWorld } from '../http/harness.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-away-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What one piece of work on a pool of one connection failed by. */
async function failure(config: pg.PoolConfig, work: (pool: pg.Pool) => Promise<unknown>): Promise<unknown> {
  const pool = new pg.Pool({ ...config, max: 1 });
  pool.on('error', () => undefined);
  try {
    await work(pool);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await pool.end();
  }
}

/** A connection ended by the server while a statement of it runs. */
async function cut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  try {
    await client.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)');
  } finally {
    client.release(true);
  }
}

describe('the database is away (issue 14, 7)', () => {
  it('is 503 where the statement never got there', async () => {
    const nobody = await failure({ host: folder, database: 'none' }, (pool) => pool.query('select 1'));
    expect(refusalOf(nobody, true)?.code).toBe(503);
    expect(refusalOf(new Error('explained', { cause: nobody }), true)?.code).toBe(503);
    const full = await failure(database.connection, async (pool) => {
      const held = await pool.connect();
      // From now on: opening the first one may take its time.
      pool.options.connectionTimeoutMillis = 10;
      try {
        await pool.query('select 1');
      } finally {
        held.release();
      }
    });
    expect(String(full)).toContain('timeout exceeded');
    expect(refusalOf(full, true)?.code).toBe(503);
  });

  it('is 504 where a call that writes lost the answer, 503 where it only reads', async () => {
    const lost = await failure(database.connection, cut);
    expect(refusalOf(lost, true)?.code).toBe(504);
    expect(refusalOf(lost, false)?.code).toBe(503);
  });

  it('leaves what the database refuses, and a file that is missing, faults of ours', async () => {
    const wrong = await failure(database.connection, (pool) => pool.query('select nothing_of_that_name'));
    expect(refusalOf(wrong)).toBeUndefined();
    const file = await rm(join(folder, 'absent')).catch((error: unknown) => error);
    expect(refusalOf(file)).toBeUndefined();
  });

  it('answers calls by it: reads 503, writes 503 or 504', async () => {
    const world = await startWorld();
    const ask = async (url: string, error: unknown): Promise<number> => {
      world.answer = () => {
        throw error;
      };
      return (await world.app.inject({ method: 'POST', url, headers: fromPage('alice'), payload: {} })).statusCode;
    };
    const lost = await failure(database.connection, cut);
    const nobody = await failure({ host: folder, database: 'none' }, (pool) => pool.query('select 1'));
    expect(await ask('/api/user/getInfo', lost)).toBe(503);
    expect(await ask('/api/practice/claim', lost)).toBe(504);
    expect(await ask('/api/practice/claim', nobody)).toBe(503);
    await world.app.close();
  });
});
