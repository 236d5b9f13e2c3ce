// One exchange per data folder. The system releases the lock when its process ends, however it ends.

import { rmSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../shared/file-lock/index.ts';
import { isCode } from '../postgres/index.ts';

const FILE = 'lock';
/**
 * File with the process id of the holder, shown to a process that is rejected, and the number of the lock file on its disk.
 * Removed at a stop: one that is there at a start shows that the exchange was killed, or that the folder is a copy of one
 * that ran.
 */
const HOLDER = 'lock.pid';
const HOLDER_TEXT = /^(?<pid>\d{1,10})(?: (?<file>\d{1,30}))?$/;

/** The lock on a data folder. */
export interface HeldFolder {
  release(): void;
}

/**
 * Locks a data folder for this process.
 * @param patience how long to wait for an exchange that is just ending, ms.
 * @throws naming the process that holds it; or for a folder that was copied while an exchange ran on it.
 */
export async function holdFolder(folder: string, patience?: number): Promise<HeldFolder> {
  const holder = join(folder, HOLDER);
  try {
    const lock = await takeLock(join(folder, FILE), () => new Held(), patience);
    try {
      const file = String((await stat(join(folder, FILE), { bigint: true })).ino);
      await expectNoCopy(folder, file);
      await note(holder, file);
    } catch (error) {
      lock.release();
      throw error;
    }
    return {
      release() {
        try {
          rmSync(holder, { force: true });
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    if (!(error instanceof Held)) throw error;
    const pid = (await readHolder(holder))?.pid;
    const who = pid === undefined ? 'Another process' : `Another process (${pid})`;
    throw new Error(
      `${who} works on the data folder ${folder}. Stop it first, or name another folder in VITRINE_DATA.`,
      { cause: error },
    );
  }
}

class Held extends Error {}

async function note(holder: string, file: string): Promise<void> {
  try {
    await writeFile(holder, `${process.pid} ${file}\n`, { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${holder}: expected to write which process works on the folder, got ${why}. Free disk space, or correct the folder's permissions.`,
      { cause: error },
    );
  }
}

/**
 * A copy has another lock file than the exchange that ran. Copied while PostgreSQL writes, its files are of different
 * moments, which nothing else tells: each page is whole by itself.
 */
async function expectNoCopy(folder: string, file: string): Promise<void> {
  const before = (await readHolder(join(folder, HOLDER)))?.file;
  if (before === undefined || before === file || !(await isThere(join(folder, 'postgres')))) return;
  throw new Error(
    `${join(folder, HOLDER)}: expected the data folder of an exchange that was stopped, got a copy of one that ran, whose ` +
      'database may be of several moments at once. Stop that exchange and copy its folder again. If nothing ran when it was ' +
      'copied (it was killed before, or the copy is one of the whole disk at one moment), remove this file.',
  );
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Undefined if there is none, or it says something else. `file`: absent in those of earlier releases. */
async function readHolder(
  path: string,
): Promise<{ readonly pid: string; readonly file: string | undefined } | undefined> {
  try {
    const found = HOLDER_TEXT.exec((await readFile(path, 'utf8')).trim())?.groups;
    return found?.['pid'] === undefined ? undefined : { pid: found['pid'], file: found['file'] };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
