// The data folder, accessible only to this user.

import { chmod, mkdir } from 'node:fs/promises';
import { isCode } from '../postgres/index.ts';

/**
 * Creates the folder if it is missing; no other user may read it.
 * @throws naming the setting, what was expected, and what was found.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (error) {
    const expected = `VITRINE_DATA: expected a folder of ours for the data, or a place where one can be made, got ${folder}`;
    if (isCode(error, 'EEXIST') || isCode(error, 'ENOTDIR')) throw new Error(`${expected}, which is no folder`);
    throw new Error(`${expected} (${error instanceof Error ? error.message : String(error)})`, { cause: error });
  }
}
