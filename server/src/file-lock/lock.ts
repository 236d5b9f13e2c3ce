// A lock on a file that the operating system holds for a process and drops at its end, however it ends. Node has none of
// its own; SQLite's is one (fcntl, LockFileEx), also between containers that share a folder.

import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from '../postgres/index.ts';

/** How long a start waits for a predecessor that is just ending, ms. */
export const LOCK_PATIENCE = 10_000;
const RETRY = 50;
/** SQLITE_BUSY: somebody has it. */
const BUSY = 5;
/** SQLITE_FULL. */
const FULL = 13;

export interface Lock {
  release(): void;
}

/**
 * Takes the lock of a file, which is made where it is absent and stays.
 * @throws what `held` gives when somebody else still has it after `patience` ms.
 */
export async function takeLock(path: string, held: () => Error, patience = LOCK_PATIENCE): Promise<Lock> {
  await make(path);
  const until = performance.now() + patience;
  for (;;) {
    const database = openedAt(path);
    try {
      database.exec('BEGIN EXCLUSIVE');
      return { release: () => database.close() };
    } catch (error) {
      database.close();
      if (codeOf(error) === FULL)
        throw new Error(`${path}: expected room for a lock, got a full disk. Make room.`, { cause: error });
      if (codeOf(error) !== BUSY) throw strange(path, error);
      if (performance.now() > until) throw held();
    }
    await sleep(RETRY);
  }
}

/** @throws naming what is no file. */
function openedAt(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw strange(path, error);
  }
}

/** For its owner alone. Never opened where it is there: closing it would drop what this process holds of it (fcntl). */
async function make(path: string): Promise<void> {
  try {
    await (await open(path, 'ax', 0o600)).close();
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

/** What lies there is no lock of ours, or cannot be one: it is left as it is. */
function strange(path: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `${path}: expected an empty file that stands for a lock, got another (${why}). If nothing works here, move it away; it is made again.`,
    { cause },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined;
}
