// The data folder: made for us alone.

import { chmod, mkdir } from 'node:fs/promises';

/** Makes the folder where it is missing; nobody else may look into it. */
export async function makeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
