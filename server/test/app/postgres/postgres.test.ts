// The embedded PostgreSQL: starts as root and as a user, outlives kill -9, leaves nothing behind (design §2, §8; stack).

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { clusterOf } from '../../../src/app/postgres/cluster.ts';
import { connect, isAlive, startPostgres, testDatabase } from '../../../src/app/postgres/index.ts';
import { findKeeper } from '../../../src/app/postgres/postmaster.ts';
import type { Report } from '../../../src/app/postgres/supervisor.ts';
import { ask, endServers, gone, newFolder, removeFolders, SMALL, start, startHolder } from './servers.ts';

let template = '';

beforeAll(() => {
  template = newFolder();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await endServers();
});
afterAll(removeFolders);

test('a first start makes the cluster with data checksums, a socket only, and syncs (design §2)', async () => {
  const postgres = await start(template);
  expect(await ask(postgres, 'SHOW data_checksums')).toBe('on');
  expect(await ask(postgres, 'SHOW listen_addresses')).toBe('');
  expect(await ask(postgres, 'SHOW fsync')).toBe('on');
  expect(await ask(postgres, 'SELECT current_database()')).toBe('vitrine');
  expect(await ask(postgres, 'SELECT 9007199254740991::int8')).toBe('9007199254740991');
  await expect(ask(postgres, 'SELECT 9007199254740993::int8')).rejects.toThrow('beyond 2^53');
  const pid = postgres.pid()!;
  await postgres.stop();
  expect(isAlive(pid)).toBe(false);
});

test.runIf(process.platform === 'linux')('a supervisor of another build keeps its server, too', async () => {
  const folder = newFolder();
  // A parent that waits, with a child in place of the server: as source here, as JavaScript in a folder of its own there.
  const code = `const child = require('node:child_process').spawn('sleep', ['60']); console.log(child.pid);
    process.stdin.resume().once('end', () => { child.kill(); process.exit(); });`;
  for (const [name, keeps] of [
    ['supervisor.js', true],
    ['supervisor.ts', true],
    ['another.js', false],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, code);
    const parent = spawn(process.execPath, [file, String(process.pid), '{}'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    expect(await findKeeper(Number(String(said)))).toEqual(keeps ? { pid: parent.pid, abandoned: false } : undefined);
    parent.stdin.end();
    await once(parent, 'exit');
  }
});

test('what was left by a kill in the middle of initdb is made anew (design §2)', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres.making'), { recursive: true });
  writeFileSync(join(folder, 'postgres.making', 'PG_VERSION'), '18');
  const postgres = await start(folder);
  expect(await ask(postgres, 'SELECT 1')).toBe('1');
  expect(existsSync(join(folder, 'postgres.making'))).toBe(false);
});

test('a server with fsync off is refused by name (design §2)', async () => {
  await expect(start(template, { fsync: 'off' })).rejects.toThrow('fsync is "off", must be "on"');
});

test('a server with synchronous_commit off is refused by name (design §2)', async () => {
  await expect(start(template, { synchronous_commit: 'off' })).rejects.toThrow(
    'synchronous_commit is "off", must be "on"',
  );
});

test('a database reached by its URL is checked the same way and left running (design §9)', async () => {
  const postgres = await start(template);
  if (postgres.address.kind !== 'socket') throw new Error('an embedded server has a socket');
  const { folder, user } = postgres.address;
  const databaseUrl = `postgres://${user}@/vitrine?host=${encodeURIComponent(folder)}`;
  const other = await startPostgres({ dataFolder: newFolder(), databaseUrl });
  expect(await ask(other, 'SELECT 2')).toBe('2');
  await other.stop();
  expect(await ask(postgres, 'SELECT 3')).toBe('3');
  await ask(postgres, 'ALTER DATABASE vitrine SET synchronous_commit = off');
  await expect(startPostgres({ dataFolder: newFolder(), databaseUrl })).rejects.toThrow('synchronous_commit');
  await ask(postgres, 'ALTER DATABASE vitrine RESET synchronous_commit');
});

test('a database that is not there is said to be so, without its password (design §9)', async () => {
  const databaseUrl = 'postgres://me:secret@127.0.0.1:1/none';
  const message = await startPostgres({ dataFolder: newFolder(), databaseUrl }).catch((error: Error) => error.message);
  expect(message).toContain('no connection to PostgreSQL at postgres://me:…@127.0.0.1:1/none');
  expect(message).not.toContain('secret');
});

test('a killed server comes back by itself with what was committed (design §2)', async () => {
  const reports: string[] = [];
  const postgres = await start(template, {}, (report) => void reports.push(report.state));
  await ask(postgres, 'CREATE TABLE kept (n int)');
  await ask(postgres, 'INSERT INTO kept VALUES (7) RETURNING n');
  for (let round = 0; round < 3; round += 1) {
    const pid = postgres.pid()!;
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    while (postgres.pid() === pid) await sleep(10);
    expect(await ask(postgres, 'SELECT n FROM kept')).toBe('7');
  }
  expect(reports.filter((state) => state === 'lost').length).toBe(3);
  await ask(postgres, 'DROP TABLE kept');
});

test('a killed supervisor is replaced, and the new one goes on with the running server (stack)', async () => {
  const reports: Report[] = [];
  const postgres = await start(template, {}, (report) => void reports.push(report));
  const [server, supervisor] = [postgres.pid()!, postgres.supervisorPid()!];
  process.kill(supervisor, 'SIGKILL');
  while (reports.filter((report) => report.state === 'ready').length < 2) await sleep(10);
  expect(postgres.supervisorPid()).not.toBe(supervisor);
  expect(reports.at(-1)).toEqual({ state: 'ready', pid: server, found: true });
  await postgres.stop();
  expect(isAlive(server)).toBe(false);
});

test('when our process is killed, its server stops and its supervisor ends (design §2)', async () => {
  const { child, pid, supervisor } = await startHolder(template);
  child.kill('SIGKILL');
  await gone(pid);
  await gone(supervisor);
});

/** Somebody else than us can be tried only by root (we ask Linux whose process it is), and only where others may enter the folder of this checkout. */
function canBeAnother(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false;
  return true;
}

test.runIf(canBeAnother())(
  'an ordinary user starts a server of his own, and a kill leaves nothing (design §2)',
  async () => {
    const nobody = { uid: 65_534, gid: 65_534 };
    const folder = newFolder();
    chownSync(folder, nobody.uid, nobody.gid);
    const holder = await startHolder(folder, nobody);
    expect(statSync(clusterOf(folder).data).uid).toBe(nobody.uid);
    expect(readFileSync(`/proc/${holder.pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534/m);
    holder.child.kill('SIGKILL');
    await gone(holder.pid);
    await gone(holder.supervisor);
  },
);

test('a second start on the folder of a running one uses its server and leaves it running (design §2)', async () => {
  const first = await start(template);
  const second = await startPostgres({ dataFolder: template, options: SMALL });
  expect(second.pid()).toBe(first.pid());
  expect(await ask(second, 'SELECT 6')).toBe('6');
  await second.stop();
  expect(isAlive(first.pid()!)).toBe(true);
  expect(await ask(first, 'SELECT 7')).toBe('7');
});

test("a stale postmaster.pid that names another program's process is no server (stack)", async () => {
  const first = await start(template);
  await first.stop();
  const file = join(clusterOf(template).data, 'postmaster.pid');
  writeFileSync(file, `${process.pid}\n${clusterOf(template).data}\n1\n5432\n/tmp\n\n0 0\nready   \n`);
  const postgres = await start(template);
  expect(await ask(postgres, 'SELECT 5')).toBe('5');
});

test.each(['a living process', 'a process that ended and was not collected'])(
  'a socket lock of a killed server that names %s keeps no start out (stack)',
  async (which) => {
    const first = await start(template);
    await first.stop();
    const { data, sockets } = clusterOf(template);
    // Its parent does not wait for it, as process 1 of many containers does not.
    const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = which === 'a living process' ? process.pid : Number(line.toString());
      writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), `${pid}\n${data}\n1\n5432\n${sockets}\n`);
      const postgres = await start(template);
      expect(await ask(postgres, 'SELECT 6')).toBe('6');
    } finally {
      parent.kill('SIGKILL');
    }
  },
);

test('without a shared server a process has one of its own, which is gone with its last database (stack)', async () => {
  vi.stubEnv('VITRINE_TEST_POSTGRES', undefined);
  const [one, two] = [await testDatabase(), await testDatabase()];
  const client = await connect(one.address, 'test');
  await client.query('CREATE TABLE only_here (n int)');
  const { rows } = await client.query<{ pid: string; folder: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid, current_setting('data_directory') AS folder",
  );
  await client.end();
  const other = await connect(two.address, 'test');
  await expect(other.query('SELECT * FROM only_here')).rejects.toThrow('does not exist');
  await other.end();
  await one.stop();
  await two.stop();
  await gone(Number(rows[0]!.pid));
  expect(existsSync(rows[0]!.folder)).toBe(false);
});

test('the log of the server stands in the data folder (docs)', () => {
  expect(readFileSync(clusterOf(template).log, 'utf8')).toContain('database system is ready');
});

test('the log of the server says what went wrong, without what was written (ASVS 16.2.5)', async () => {
  const postgres = await start(template);
  const client = await connect(postgres.address, 'a test');
  try {
    await client.query('CREATE TABLE logged (mail text PRIMARY KEY, born date, CHECK (mail <> $$bad@example.org$$))');
    const add = (mail: string, born = '2000-01-01') => client.query('INSERT INTO logged VALUES ($1, $2)', [mail, born]);
    await add('someone@example.org');
    await expect(add('someone@example.org')).rejects.toThrow('duplicate key');
    await expect(add('bad@example.org')).rejects.toThrow('violates check');
  } finally {
    await client.end();
  }
  const text = readFileSync(clusterOf(template).log, 'utf8');
  expect(text).toContain('duplicate key value violates unique constraint');
  expect(text).toContain('violates check constraint');
  expect(text).not.toContain('someone@example.org');
  expect(text).not.toContain('(bad@example.org');
});
