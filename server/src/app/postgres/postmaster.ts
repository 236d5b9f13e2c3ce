// Reads what a PostgreSQL reports in its folder's `postmaster.pid`, and stops it by process id.

import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_PORT } from './socket-port.ts';
import { isCode } from './system-error.ts';

/** A server found in its folder. */
export interface Postmaster {
  readonly pid: number;
  readonly status: 'ready' | 'starting' | 'stopping';
}

/**
 * How long each stop stage may take, ms: fast (rolls back transactions), immediate (needs crash recovery later), kill.
 */
const STOP_STAGES = [
  { signal: 'SIGINT', patience: 20_000 },
  { signal: 'SIGQUIT', patience: 5_000 },
  { signal: 'SIGKILL', patience: 5_000 },
] as const;
const LOOK_EVERY = 10;
/** Line indexes in `postmaster.pid`, from 0. */
const PID_LINE = 0;
const STATUS_LINE = 7;

/** Whether a process with that id is alive. A zombie not yet reaped by its parent is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
    if (isCode(error, 'EPERM')) return true;
    throw error;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name is in parentheses and may contain any character; the state follows the last closing one.
    return text.charAt(text.lastIndexOf(')') + 2) === 'Z';
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return true;
    throw error;
  }
}

/** The live server of a folder, if any. Remains of a killed server count as none. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  // Another program may have the id by now: only a process running in this folder is the server.
  if (!(await runsIn(pid, data))) return undefined;
  const word = lines[STATUS_LINE]?.trim();
  return { pid, status: word === 'ready' || word === 'stopping' ? word : 'starting' };
}

/** Stops a server by process id: first fast, then hard. Resolves once the process has ended. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const { signal, patience } of STOP_STAGES) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (isCode(error, 'ESRCH')) return;
      throw error;
    }
    const until = performance.now() + patience;
    while (performance.now() < until) {
      if (!isAlive(pid)) return;
      await sleep(LOOK_EVERY);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop; end it by hand`);
}

/**
 * A server's working directory is its data folder. Where the system does not show it (not Linux), the id is trusted.
 */
async function runsIn(pid: number, data: string, whenHidden = true): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data));
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return false;
    if (isCode(error, 'EACCES') || isCode(error, 'EPERM')) return whenHidden;
    throw error;
  }
}

/** Path of a supervisor's program, of any build. */
const KEEPER = /[\\/]supervisor\.[jt]s$/;

/** The supervisor process that started a server and will end it. */
export interface Keeper {
  readonly pid: number;
  /** Its owner has ended, so it is about to end the server. */
  readonly abandoned: boolean;
}

/**
 * The live supervisor that is the parent of a server; undefined if there is none. It is `supervisor.ts` of any build:
 * as source, or as JavaScript in another folder. The argument after the program's file is its owner's process id. Where
 * the system does not show processes (not Linux), there is none.
 */
export async function findKeeper(server: number): Promise<Keeper | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const pid = await parentOf(server);
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    const at = words.findIndex((word) => KEEPER.test(word));
    // A process whose parent ends gets a new parent.
    return at < 0 ? undefined : { pid, abandoned: (await parentOf(pid)) !== Number(words[at + 1]) };
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH') || isCode(error, 'EACCES')) return undefined;
    throw error;
  }
}

async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/**
 * Removes `postmaster.pid` and the socket's lock file of a killed server. PostgreSQL believes the process number in each as
 * long as any process has it: another program (numbers begin anew when a container restarts), or the killed server itself
 * where nobody collects ended processes. Only where it is proven that no process runs in the folder.
 * @param sockets folder of the server's socket
 */
export async function removeStaleLocks(data: string, sockets: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await runsIn(Number(name), data, false))) return;
  }
  await rm(join(data, 'postmaster.pid'), { force: true });
  await rm(join(sockets, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
}
