// Atomic file writes: a file is complete or unchanged, whatever interrupts the write (full disk, power cut, kill).

import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file; resolves once it is on disk.
 * @param fresh only if it does not exist yet.
 * @throws naming the file, which is then unchanged.
 */
export async function writeWhole(path: string, content: string | Uint8Array, fresh = false): Promise<void> {
  const beside = `${path}.new`;
  try {
    const file = await open(beside, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    if (fresh) await link(beside, path);
    else await rename(beside, path);
    const folder = await open(dirname(path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    if (fresh) await rm(beside, { force: true });
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${path}: expected to write ${content.length} bytes, got ${why}. It is as it was.`, {
      cause: error,
    });
  }
}
