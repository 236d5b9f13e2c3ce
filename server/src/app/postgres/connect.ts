// Opens working connections: retries while a server starts, checks durability, creates the database.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig, type DatabaseAddress } from './address.ts';
import { withoutPassword } from '../settings/index.ts';

/** How long a server may take to answer at the start, ms. */
const ANSWER_PATIENCE = 30_000;
const RETRY_PAUSE = 50;
/** The oldest PostgreSQL version with all features used. */
const OLDEST_VERSION = 140_000;
/**
 * SQLSTATE and system codes of temporary failures: cannot connect now, admin shutdown, crash shutdown, too many
 * connections
 */
const PASSING = new Set(['57P03', '57P01', '57P02', '53300', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);
/** Driver messages without a code, for a server that closed the connection (killed) or did not answer in time. */
const PASSING_WORDS = new Set(['Connection terminated unexpectedly', 'timeout expired']);
const NO_SUCH_DATABASE = '3D000';
const DATABASE_EXISTS = '42P04';

/** Opens one connection; retries while the server starts or stops. The caller ends it. */
export async function connect(address: DatabaseAddress, name: string, patience = ANSWER_PATIENCE): Promise<pg.Client> {
  return await whilePassing(patience, () => open(address, name));
}

/**
 * Runs one step of the start on a separate connection. Reconnects and runs it again if the server ends meanwhile: a
 * start may meet a server whose owner was killed and that is about to be replaced. Running a step twice must be
 * harmless.
 * @throws what the step throws, or the last connection error once `patience` (ms) is over.
 */
async function onConnection(
  address: DatabaseAddress,
  piece: (client: pg.Client) => Promise<void>,
  patience: number,
): Promise<void> {
  await whilePassing(patience, async () => {
    const client = await open(address, 'start');
    try {
      await piece(client);
    } catch (error) {
      throw isPassing(error) ? explain(error, address) : error;
    } finally {
      await client.end();
    }
  });
}

async function open(address: DatabaseAddress, name: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(address, name));
  // Without a listener a lost connection would end the process; the next query on it fails and is handled there.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explain(error, address);
  }
}

/** Retries while the failure is temporary and `patience` (ms) is not over. */
async function whilePassing<T>(patience: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(rootOf(error)) || performance.now() > until) throw error;
      await sleep(RETRY_PAUSE);
    }
  }
}

/** Whether an error of PostgreSQL, the socket or the driver is likely to be temporary. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return PASSING.has(code);
  return error instanceof Error && PASSING_WORDS.has(error.message);
}

/** Creates the database if the embedded server does not have it yet. */
export async function makeDatabase(address: DatabaseAddress, patience = ANSWER_PATIENCE): Promise<void> {
  if (address.kind === 'url') return;
  try {
    await onConnection(address, async () => undefined, patience);
  } catch (error) {
    if (codeOf(rootOf(error)) !== NO_SUCH_DATABASE) throw error;
    await onConnection({ ...address, database: 'postgres' }, (client) => create(client, address.database), patience);
  }
}

async function create(client: pg.Client, database: string): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } catch (error) {
    if (codeOf(error) !== DATABASE_EXISTS) throw error;
  }
}

/**
 * Rejects a database that would acknowledge commits before its disk holds the data. Waits until it answers.
 * @throws naming the setting, its value and the required value.
 */
export async function checkDatabase(address: DatabaseAddress, patience = ANSWER_PATIENCE): Promise<void> {
  await onConnection(address, checkDurability, patience);
}

async function checkDurability(client: pg.Client): Promise<void> {
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

/** SQLSTATE or system code of an error. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The original cause of an explained error. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function explain(error: unknown, address: DatabaseAddress): Error {
  const where = address.kind === 'url' ? withoutPassword(address.url) : `the socket in ${address.folder}`;
  const reason = withoutPassword(error instanceof Error ? error.message : String(error));
  return new Error(`no connection to PostgreSQL at ${where}: ${reason}. Is it running, and is the setting right?`, {
    cause: error,
  });
}
