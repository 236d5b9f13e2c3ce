// How to run PostgreSQL's programs, which refuse to run as root, both for root and for other users.

import { spawn } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';

/** The user and group nobody: an ordinary user on every Unix. */
const NOBODY = 65_534;
/** Timeout of the check for namespaces, ms. */
const PROBE_TIMEOUT = 5_000;

/**
 * `plain`: not root. `namespace`: root, but the programs see an ordinary user and the files stay root's. `other-user`:
 * root without namespaces; the programs run as nobody and own their folders.
 */
export type Rights = 'plain' | 'namespace' | 'other-user';

/** A program and how to start it under the given rights. */
export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** Detects how PostgreSQL's programs can run here. */
export async function findRights(): Promise<Rights> {
  if (process.getuid?.() !== 0) return 'plain';
  const probe = startAs('namespace', 'true', []);
  return (await succeeds(probe)) ? 'namespace' : 'other-user';
}

/** The same program under the given rights. */
export function startAs(rights: Rights, file: string, args: readonly string[]): Start {
  if (rights === 'namespace') {
    return { file: 'unshare', args: ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', file, ...args] };
  }
  if (rights === 'other-user') return { file, args, uid: NOBODY, gid: NOBODY };
  return { file, args };
}

/** Creates a folder that only the database's user may enter. */
export async function makeFolder(folder: string, rights: Rights): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (rights === 'other-user') await chown(folder, NOBODY, NOBODY);
}

/** Advice for when the programs may not reach their files; empty where that cannot be the cause. */
export function adviceFor(rights: Rights, dataFolder: string): string {
  if (rights !== 'other-user') return '';
  return (
    ` This system refuses user namespaces, so PostgreSQL runs as user ${NOBODY}, who must be able to reach ${dataFolder}` +
    ' and the installed packages. Start as an ordinary user, or move both out of folders that are closed to others,' +
    ' or set VITRINE_DATABASE_URL.'
  );
}

function succeeds(start: Start): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(start.file, start.args, { stdio: 'ignore', timeout: PROBE_TIMEOUT });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
