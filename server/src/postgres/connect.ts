// Opening connections that work: retried while a server starts, checked for durability, with the database made.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type DatabaseAddress } from './address.ts';
import { withoutPassword } from '../settings/index.ts';

/** How long a server may take to answer at the start, ms. */
const ANSWER_PATIENCE = 30_000;
const RETRY_PAUSE = 50;
/** The oldest PostgreSQL that has all we use. */
const OLDEST_VERSION = 140_000;
/** cannot connect now (starting, stopping), admin shutdown, crash shutdown, too many connections */
const PASSING = new Set(['57P03', '57P01', '57P02', '53300', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);
const NO_SUCH_DATABASE = '3D000';
const DATABASE_EXISTS = '42P04';

/** Opens one connection, trying again while the server starts or stops. The caller ends it. */
export async function connect(address: DatabaseAddress, name: string, patience = ANSWER_PATIENCE): Promise<pg.Client> {
  const until = performance.now() + patience;
  for (;;) {
    const client = new pg.Client(clientConfig(address, name));
    // Without a listener a lost connection would end the process; the next query on it fails and is handled there.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isPassing(error) || performance.now() > until) throw explain(error, address);
      await sleep(RETRY_PAUSE);
    }
  }
}

/** Whether an error of a connection is likely to pass by itself. */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.has(error.code);
}

/** Makes our database where the embedded server does not have it yet. */
export async function makeDatabase(address: DatabaseAddress): Promise<void> {
  if (address.kind === 'url') return;
  const probe = await connect(address, 'start').catch((error: unknown) => {
    if (error instanceof Error && error.cause instanceof Error && isDatabaseMissing(error.cause)) return undefined;
    throw error;
  });
  if (probe !== undefined) {
    await probe.end();
    return;
  }
  const client = await connect({ ...address, database: 'postgres' }, 'start');
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(address.database)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === DATABASE_EXISTS)) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Refuses a database that would acknowledge before its disk holds the data.
 * @throws naming the setting, what it is and what it must be.
 */
export async function checkDurability(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'server_version_num')",
  );
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting ?? '';
  const wrong: string[] = [];
  if (setting('fsync') !== 'on') wrong.push(`fsync is "${setting('fsync')}", must be "on"`);
  const commit = setting('synchronous_commit');
  if (commit !== 'on' && commit !== 'remote_apply') wrong.push(`synchronous_commit is "${commit}", must be "on"`);
  const version = Number(setting('server_version_num'));
  if (version < OLDEST_VERSION) wrong.push(`its version is ${version}, must be at least ${OLDEST_VERSION}`);
  if (wrong.length === 0) return;
  throw new Error(
    `this PostgreSQL may lose what it acknowledged: ${wrong.join('; ')}.` +
      ' Change it (ALTER SYSTEM SET …; SELECT pg_reload_conf()) and start again.',
  );
}

function isDatabaseMissing(error: Error): boolean {
  return 'code' in error && error.code === NO_SUCH_DATABASE;
}

function explain(error: unknown, address: DatabaseAddress): Error {
  const where = address.kind === 'url' ? withoutPassword(address.url) : `the socket in ${address.folder}`;
  const reason = withoutPassword(error instanceof Error ? error.message : String(error));
  return new Error(`no connection to PostgreSQL at ${where}: ${reason}. Is it running, and is the setting right?`, {
    cause: error,
  });
}
