// A start that meets a dying server: each of its steps outlives the server's end, and it ends with a server of its own (stack).

import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DatabaseAddress, isAlive, type Postgres, startPostgres } from '../../../src/app/postgres/index.ts';
import { clientConfig } from '../../../src/app/postgres/address.ts';
import { clusterOf, DATABASE_USER } from '../../../src/app/postgres/cluster.ts';
import { ask, endServers, gone, kill, newFolder, removeFolders, start, startHolder } from './servers.ts';

/** Waits between a kill and the next start, ms: the old supervisor has not noticed, is stopping the server, is gone. */
const DELAYS = [0, 2, 10, 30, 60, 100, 150, 300];
let template = '';

beforeAll(async () => {
  template = newFolder();
  await start(template);
  await endServers();
});
afterEach(endServers);
afterAll(removeFolders);

test.each(DELAYS)('a start %i ms after a kill gives a server that stays (stack)', async (delay) => {
  const old = await startHolder(template);
  await kill(old.child);
  await sleep(delay);
  const reports: string[] = [];
  const next = await start(template, {}, (report) => void reports.push(report.state));
  expect(await ask(next, 'SELECT 4')).toBe('4');
  await gone(old.supervisor);
  expect(isAlive(old.pid)).toBe(false);
  expect(await ask(next, 'SELECT 5')).toBe('5');
  expect(reports).toEqual(['ready']);
});

/** Opens a connection of an onlooker, which goes with the server. */
async function look(database: string): Promise<pg.Client> {
  const address: DatabaseAddress = {
    kind: 'socket',
    folder: clusterOf(template).sockets,
    user: DATABASE_USER,
    database,
  };
  const client = new pg.Client(clientConfig(address, 'onlooker'));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Waits until a start's statement waits for a lock. */
async function untilBlocked(onlooker: pg.Client, statement: string): Promise<void> {
  const text = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE application_name = 'vitrine start' AND wait_event_type = 'Lock' AND query LIKE $1`;
  for (;;) {
    const { rows } = await onlooker.query<{ n: number }>(text, [`%${statement}%`]);
    if (rows[0]?.n === 1) return;
    await sleep(10);
  }
}

/** A start gave a server that works and is kept by it: lost, it comes back. */
async function expectKept(postgres: Postgres, old: number): Promise<void> {
  expect(await ask(postgres, 'SELECT 4')).toBe('4');
  while (postgres.pid() === old) await sleep(10);
  const own = postgres.pid()!;
  process.kill(own, 'SIGKILL');
  await gone(own);
  expect(await ask(postgres, 'SELECT 5')).toBe('5');
}

test('a server that ends between the connection and the check is replaced by one of our own (stack)', async () => {
  const old = await startHolder(template);
  const locking = await look('vitrine');
  await locking.query('BEGIN');
  await locking.query('LOCK TABLE pg_settings IN ACCESS EXCLUSIVE MODE');
  const starting = start(template);
  await untilBlocked(await look('postgres'), 'pg_settings');
  await kill(old.child);
  await expectKept(await starting, old.pid);
});

test('a server that ends while our database is made is replaced by one of our own, which has it (stack)', async () => {
  const old = await startHolder(template);
  const locking = await look('postgres');
  await locking.query('DROP DATABASE vitrine WITH (FORCE)');
  await locking.query('BEGIN');
  await locking.query('LOCK TABLE pg_database IN SHARE MODE');
  const starting = start(template);
  await untilBlocked(await look('postgres'), 'CREATE DATABASE');
  await kill(old.child);
  await expectKept(await starting, old.pid);
});

/** What PostgreSQL says when it is shut down. */
const GOING = errorResponse('57P01', 'terminating connection due to administrator command');
/** AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A server that deals with its first `times` connections so, and passes the others on to the real one. */
async function dyingServer(real: Postgres, times: number, die: (socket: Socket) => void): Promise<Server> {
  if (real.address.kind !== 'socket') throw new Error('an embedded server has a socket');
  const target = join(real.address.folder, '.s.PGSQL.5432');
  let met = 0;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    met += 1;
    if (met <= times) return die(near);
    const far = createConnection(target);
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Lets a connection in, and answers its first statement so. */
function atTheFirstStatement(answer: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.once('data', () => answer(socket));
    });
  };
}

test.each<[string, (socket: Socket) => void]>([
  ['refuses the connection', (socket) => socket.once('data', () => socket.end(GOING))],
  ['closes without a word', (socket) => socket.once('data', () => socket.end())],
  ['ends at the first statement', atTheFirstStatement((socket) => socket.end(GOING))],
  ['is killed at the first statement', atTheFirstStatement((socket) => socket.end())],
  ['is reset at the first statement', atTheFirstStatement((socket) => socket.resetAndDestroy())],
])('a start outlives a server of yours that %s (design §9)', async (_, die) => {
  const real = await start(template);
  const dying = await dyingServer(real, 2, die);
  try {
    const { port } = dying.address() as AddressInfo;
    const databaseUrl = `postgres://${DATABASE_USER}@127.0.0.1:${port}/vitrine?sslmode=disable`;
    const yours = await startPostgres({ dataFolder: newFolder(), databaseUrl });
    expect(await ask(yours, 'SELECT 4')).toBe('4');
  } finally {
    dying.close();
  }
});

test('a server of yours that ends at each check is named, with what it said (design §9)', async () => {
  const real = await start(template);
  const dying = await dyingServer(
    real,
    Number.POSITIVE_INFINITY,
    atTheFirstStatement((socket) => socket.end(GOING)),
  );
  try {
    const { port } = dying.address() as AddressInfo;
    const databaseUrl = `postgres://me:secret@127.0.0.1:${port}/vitrine?sslmode=disable`;
    const message = await startPostgres({ dataFolder: newFolder(), databaseUrl }).catch(
      (error: Error) => error.message,
    );
    expect(message).toContain(`postgres://me:…@127.0.0.1:${port}/vitrine`);
    expect(message).toContain('terminating connection due to administrator command');
    expect(message).not.toContain('secret');
  } finally {
    dying.close();
  }
});
