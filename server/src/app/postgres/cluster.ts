// The folders of an embedded PostgreSQL: created once by initdb, all or nothing, with data checksums.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Binaries } from './binaries.ts';
import { adviceFor, makeFolder, type Rights, startAs } from './rights.ts';
import { isCode } from './system-error.ts';

/** How long initdb may take, ms. */
const INITDB_TIMEOUT = 60_000;
/** A unix socket's path holds 107 bytes; `/.s.PGSQL.5432` takes 15 of them. */
const LONGEST_SOCKET_FOLDER = 90;
/** Owner of the database, a PostgreSQL role. */
export const DATABASE_USER = 'vitrine';

/** Paths of one embedded server. */
export interface Cluster {
  readonly data: string;
  readonly log: string;
  readonly sockets: string;
}

/** The folders of the server that belongs to a data folder. */
export function clusterOf(dataFolder: string): Cluster {
  const folder = resolve(dataFolder);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const named = join(tmpdir(), `vitrine-${hash}`);
  return {
    data: join(folder, 'postgres'),
    log: join(folder, 'postgres.log'),
    sockets: named.length <= LONGEST_SOCKET_FOLDER ? named : join('/tmp', `vitrine-${hash}`),
  };
}

/**
 * Creates the cluster if it is missing: initdb into a folder next to it, then one rename, so that a kill leaves nothing
 * half made. Also creates the socket folder and rejects one owned by somebody else.
 */
export async function makeCluster(
  cluster: Cluster,
  binaries: Binaries,
  rights: Rights,
  options: { readonly sync: boolean },
): Promise<void> {
  await makeSocketFolder(cluster.sockets, rights);
  if (await exists(join(cluster.data, 'PG_VERSION'))) return;
  const half = `${cluster.data}.making`;
  await rm(half, { recursive: true, force: true });
  await mkdir(resolve(cluster.data, '..'), { recursive: true });
  await makeFolder(half, rights);
  const args = [
    `--pgdata=${half}`,
    `--username=${DATABASE_USER}`,
    '--auth=trust',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.sync ? [] : ['--no-sync']),
  ];
  await runInitdb(binaries, rights, args, cluster.data);
  await rename(half, cluster.data);
}

async function runInitdb(binaries: Binaries, rights: Rights, args: readonly string[], folder: string): Promise<void> {
  const start = startAs(rights, binaries.initdb, args);
  const said: string[] = [];
  const code = await new Promise<number | null>((done, failed) => {
    const child = spawn(start.file, start.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: INITDB_TIMEOUT,
      cwd: '/',
      ...(start.uid === undefined ? {} : { uid: start.uid, gid: start.gid }),
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    });
    child.stdout.on('data', (part: Buffer) => said.push(part.toString()));
    child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
    child.once('error', failed);
    child.once('close', done);
  });
  if (code === 0) return;
  const words = said.join('').trim().split('\n').slice(-5).join(' | ');
  throw new Error(`PostgreSQL's initdb could not make ${folder} (exit ${code}): ${words}.${adviceFor(rights, folder)}`);
}

async function makeSocketFolder(folder: string, rights: Rights): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(folder);
  const mine = process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (found.uid !== mine && mine !== 0)) {
    throw new Error(`${folder} should be our folder for the database's socket, but belongs to someone else; remove it`);
  }
  await chmod(folder, 0o700);
  if (rights === 'other-user') await makeFolder(folder, rights);
  else if (mine === 0 && found.uid !== 0) await chown(folder, 0, 0);
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}
