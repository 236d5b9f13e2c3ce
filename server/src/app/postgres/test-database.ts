// Fresh databases on one embedded server, for tests and measurements. A test run shares the server that
// `server/test/support/postgres-server.ts` starts; without one, each process starts its own.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseAddress, poolConfig } from './address.ts';
import { connect } from './connect.ts';
import { type Postgres, startPostgres } from './start.ts';

/** How often a database that is to be dropped is looked at for open connections, and the pause between looks, ms. */
const CLOSING_TRIES = 200;
const CLOSING_PAUSE = 10;

/** One empty database. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  readonly connection: pg.PoolConfig;
  /** Drops it. A server that this process started for it stops with its last database. */
  stop(): Promise<void>;
}

let own: Promise<Postgres> | undefined;
let open = 0;
let made = 0;

/** Shared by a test run: its server, and a database in which every migration has run. */
export interface SharedServer {
  readonly address: DatabaseAddress & { readonly kind: 'socket' };
  readonly template: string;
}

/**
 * Creates a database; call `stop` in `afterAll`. In a test run it has empty tables, as `migrateAll` makes them; with
 * `empty` it has none.
 */
export async function testDatabase({ empty = false } = {}): Promise<TestDatabase> {
  open += 1;
  const { server, template } = await serverOf();
  made += 1;
  const name = `test_${process.pid}_${made}`;
  const from = empty || template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  await run(server, `CREATE DATABASE ${pg.escapeIdentifier(name)}${from}`);
  const address: DatabaseAddress = { ...server, database: name };
  let stopped = false;
  return {
    address,
    connection: poolConfig(address, 'test'),
    async stop() {
      if (stopped) return;
      stopped = true;
      open -= 1;
      const last = open === 0 ? own : undefined;
      if (last === undefined) {
        await drop(server, name);
        return;
      }
      own = undefined;
      await (await last).stop();
    },
  };
}

async function serverOf(): Promise<{ readonly server: SharedServer['address']; readonly template?: string }> {
  const shared = process.env['VITRINE_TEST_POSTGRES'];
  if (shared !== undefined) {
    const { address, template } = JSON.parse(shared) as SharedServer;
    return { server: address, template };
  }
  own ??= mkdtemp(join(tmpdir(), 'vitrine-test-')).then((dataFolder) =>
    startPostgres({ dataFolder, temporary: true, options: { shared_buffers: '32MB' } }),
  );
  const { address } = await own;
  if (address.kind !== 'socket') throw new Error('the test server is an embedded one');
  return { server: address };
}

/**
 * Drops a database once nobody is connected to it, else by force. A pool that was ended may still be closing its connections:
 * one that is cut meanwhile throws an error that nobody listens to any more.
 */
async function drop(address: DatabaseAddress, name: string): Promise<void> {
  const client = await connect(address, 'test');
  try {
    for (let tries = 0; tries < CLOSING_TRIES; tries += 1) {
      const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name]);
      if (rows.length === 0) break;
      await pause(CLOSING_PAUSE);
    }
    await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function run(address: DatabaseAddress, statement: string): Promise<void> {
  const client = await connect(address, 'test');
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
