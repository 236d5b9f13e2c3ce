// One exchange per data folder. The system releases the lock when its process ends, however it ends.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../shared/file-lock/index.ts';
import { isCode } from '../postgres/index.ts';

const FILE = 'lock';
/** File with the process id of the holder, shown to a process that is rejected. */
const HOLDER = 'lock.pid';

/** The lock on a data folder. */
export interface HeldFolder {
  release(): void;
}

/**
 * Locks a data folder for this process.
 * @param patience how long to wait for an exchange that is just ending, ms.
 * @throws naming the process that holds it.
 */
export async function holdFolder(folder: string, patience?: number): Promise<HeldFolder> {
  try {
    const lock = await takeLock(join(folder, FILE), () => new Held(), patience);
    try {
      await writeFile(join(folder, HOLDER), `${process.pid}\n`, { mode: 0o600 });
    } catch (error) {
      lock.release();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${join(folder, HOLDER)}: expected to write which process works on the folder, got ${why}. Make room, or see to the folder's rights.`,
        { cause: error },
      );
    }
    return lock;
  } catch (error) {
    if (!(error instanceof Held)) throw error;
    const holder = await readHolder(join(folder, HOLDER));
    const who = holder === undefined ? 'Another process' : `Another process (${holder})`;
    throw new Error(
      `${who} works on the data folder ${folder}. Stop it first, or name another folder in VITRINE_DATA.`,
      { cause: error },
    );
  }
}

class Held extends Error {}

async function readHolder(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return /^\d{1,10}$/.test(text) ? text : undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
