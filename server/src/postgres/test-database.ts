// For tests: a fresh database on one embedded server a test process. The server ends with the process at the latest.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseAddress, poolConfig } from './address.ts';
import { connect } from './connect.ts';
import { type Postgres, startPostgres } from './start.ts';

/** One empty database. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  readonly connection: pg.PoolConfig;
  /** Drops it. With the last one the server stops and its folder is removed. */
  stop(): Promise<void>;
}

let server: Promise<Postgres> | undefined;
let open = 0;
let made = 0;

/** Gives an empty database; call `stop` in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  open += 1;
  server ??= mkdtemp(join(tmpdir(), 'vitrine-test-')).then((dataFolder) =>
    startPostgres({ dataFolder, temporary: true, options: { shared_buffers: '32MB' } }),
  );
  const running = await server;
  made += 1;
  const name = `test_${made}`;
  await run(running.address, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  if (running.address.kind !== 'socket') throw new Error('the test server is an embedded one');
  const address: DatabaseAddress = { ...running.address, database: name };
  let stopped = false;
  return {
    address,
    connection: poolConfig(address, 'test'),
    async stop() {
      if (stopped) return;
      stopped = true;
      open -= 1;
      if (open > 0) {
        await run(running.address, `DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
        return;
      }
      server = undefined;
      await running.stop();
    },
  };
}

async function run(address: DatabaseAddress, statement: string): Promise<void> {
  const client = await connect(address, 'test');
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
