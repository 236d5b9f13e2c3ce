// A file lock that the operating system holds for a process and releases when it ends, however it ends. Node has none,
// so this uses SQLite's (fcntl, LockFileEx), which also works between containers that share a folder.

import { open, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from '../../app/postgres/index.ts';

/** How long a start waits for a predecessor that is just ending, ms. */
export const LOCK_PATIENCE = 10_000;
const RETRY = 50;
/** SQLITE_BUSY: another process has it. */
const BUSY = 5;
/** SQLITE_FULL. */
const FULL = 13;
/** SQLITE_READONLY and SQLITE_CANTOPEN; the higher bits of a code are the extended code. */
const READ_ONLY = 8;
const NOT_OPENED = 14;
const KIND = 0xff;

export interface Lock {
  release(): void;
}

/**
 * Takes the lock of a file, which is created if missing and remains afterwards.
 * @throws the error from `held` if another process still has it after `patience` ms.
 */
export async function takeLock(path: string, held: () => Error, patience = LOCK_PATIENCE): Promise<Lock> {
  await make(path);
  const until = performance.now() + patience;
  for (;;) {
    const database = await openedAt(path);
    try {
      // A read-only file is opened for reading, where BEGIN EXCLUSIVE locks nobody out: only a write reveals that.
      database.exec('BEGIN EXCLUSIVE; PRAGMA user_version = 1');
      return { release: () => database.close() };
    } catch (error) {
      database.close();
      const code = codeOf(error);
      if (code === FULL)
        throw new Error(`${path}: expected space for a lock, got a full disk. Free some.`, { cause: error });
      if (code === READ_ONLY || code === NOT_OPENED) throw await notOurs(path, error);
      if (code !== BUSY) throw strange(path, error);
      if (performance.now() > until) throw held();
    }
    await sleep(RETRY);
  }
}

/** @throws naming a path that is no file or may not be opened. */
async function openedAt(path: string): Promise<DatabaseSync> {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw codeOf(error) === NOT_OPENED ? await notOurs(path, error) : strange(path, error);
  }
}

/**
 * Readable only by its owner. Never opened if it exists: closing it would release this process's lock on it (fcntl).
 */
async function make(path: string): Promise<void> {
  try {
    await (await open(path, 'ax', 0o600)).close();
  } catch (error) {
    if (isCode(error, 'EEXIST')) return;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${path}: expected to make the file that stands for a lock, got ${why}. Correct the rights of its folder, or start as the folder's owner.`,
      { cause: error },
    );
  }
}

/** Error for a lock file without write permission, which would lock nobody out: names its owner and what to do. */
async function notOurs(path: string, cause: unknown): Promise<Error> {
  const found = await stat(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (found === undefined)
    return new Error(`${path}: expected a lock file, got a link to a file that is not there. Remove the link.`, {
      cause,
    });
  if (!found.isFile()) return strange(path, cause);
  const mode = (found.mode & 0o777).toString(8);
  return new Error(
    `${path}: expected a lock that user ${process.geteuid?.() ?? 'of the exchange'} may write, got one of user ${found.uid} with mode ${mode}. See that nothing works on the folder, and give the file to that user (chown) with mode 600; if it is so already, its disk is read-only.`,
    { cause },
  );
}

/** Error for a file that is not a lock file of ours, or cannot be one; it is left untouched. */
function strange(path: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `${path}: expected an empty file that stands for a lock, got another (${why}). If nothing works here, move it away; it is made again.`,
    { cause },
  );
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & KIND
    : undefined;
}
