// A start that is refused leaves the database as it was: nothing is written before it is known to be the one that goes on
// (issue 14, 5).

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, startPostgres } from '../../src/app/postgres/index.ts';
import { Exchange } from './exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-refused-'));
const data = join(folder, 'data');
let running: Exchange | undefined;

afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Does something on the database of the exchange that stands still. */
async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataFolder: data });
  try {
    const client = await connect(postgres.address, 'test');
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

/** What each table and each sequence holds. */
async function contents(client: pg.Client): Promise<Record<string, string>> {
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select schemaname || '.' || sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences`,
  );
  const held = Object.fromEntries(sequences.map(({ name, value }) => [name, value]));
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) {
    const { rows: sums } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t`,
    );
    held[name] = sums[0]?.sum ?? '';
  }
  return held;
}

/** Starts it; what it says when it has ended. */
async function refused(settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const exchange = (running = new Exchange(data, { port: 0, desk: 0 }, settings));
  await exchange.end();
  expect(exchange.said).toContain('Vitrine does not start.');
  return exchange.said;
}

beforeAll(async () => {
  const exchange = (running = await Exchange.on(data));
  await exchange.customer('refuseda');
  await exchange.stop();
  expect(existsSync(join(data, 'anchor.log'))).toBe(true);
});

test('by another signer folder, a newer release, another key, another history and an older database: nothing is written', async () => {
  const before = await onDatabase(contents);
  expect(Object.keys(before).length).toBeGreaterThan(20);

  // Its own signer folder is lost: a new seed is drawn, whose addresses are others.
  renameSync(join(data, 'signer'), join(folder, 'signer'));
  renameSync(join(data, 'anchor.log'), join(folder, 'anchor.log'));
  expect(await refused()).toContain("the signer's key 1 gives");
  rmSync(join(data, 'signer'), { recursive: true });
  renameSync(join(folder, 'signer'), join(data, 'signer'));
  renameSync(join(folder, 'anchor.log'), join(data, 'anchor.log'));

  const newer = await onDatabase(async (client) => {
    expect(await contents(client)).toEqual(before);
    await client.query(`insert into migrations_custody (name, timestamp) values ('9999-later', 'now')`);
    return contents(client);
  });
  expect(await refused()).toContain('of a newer release: it has custody/9999-later');
  await onDatabase(async (client) => {
    expect(await contents(client)).toEqual(newer);
    await client.query(`delete from migrations_custody where name = '9999-later'`);
  });

  expect(await refused({ VITRINE_MASTER_KEY: 'ab'.repeat(32) })).toContain('VITRINE_MASTER_KEY is not the key');
  // A backup without its key, signer and anchor being elsewhere: no other key is drawn, and another one is told.
  for (const name of ['master.key', 'signer', 'anchor.log']) renameSync(join(data, name), join(folder, name));
  expect(await refused()).toContain('master.key is gone, and the database shows that there was one');
  expect(await refused({ VITRINE_MASTER_KEY: 'ab'.repeat(32) })).toContain('the database was sealed with');
  expect(existsSync(join(data, 'master.check'))).toBe(false);
  for (const name of ['master.key', 'signer', 'anchor.log']) renameSync(join(folder, name), join(data, name));
  const rewritten = await onDatabase(async (client) => {
    expect(await contents(client)).toEqual(before);
    await client.query('update journal set row_hash = sha256(row_hash) where row = (select max(row) from journal)');
    return contents(client);
  });
  // The check against the signer's head and the replay run side by side: whichever is first names the row.
  expect(await refused()).toMatch(/history was rewritten|was changed or damaged/u);
  const older = await onDatabase(async (client) => {
    expect(await contents(client)).toEqual(rewritten);
    await client.query('delete from journal where row = (select max(row) from journal)');
    return contents(client);
  });
  expect(await refused()).toContain('the database is older');
  expect(await onDatabase(contents)).toEqual(older);
});
