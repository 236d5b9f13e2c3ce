// The master key: from the setting, else drawn at the first start and kept in the data folder, for its owner's eyes only.

import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'master.key';
const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/;

/**
 * The master key of a data folder.
 * @param given 64 hexadecimal digits, from the setting.
 * @throws when another one is set than was kept: nothing sealed before would open.
 */
export async function masterKey(folder: string, given: string | undefined): Promise<Buffer> {
  const path = join(folder, FILE);
  const kept = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) {
    const hex = kept.trim();
    if (!HEX.test(hex)) throw new Error(`${path}: expected 64 hexadecimal digits. Put back the file from your backup.`);
    if (given !== undefined && given !== hex)
      throw new Error(
        `VITRINE_MASTER_KEY is not the key that ${folder} was sealed with. Leave it out, or set the one it began with.`,
      );
    return Buffer.from(hex, 'hex');
  }
  // A key that is set is not written down: whoever sets it keeps it elsewhere on purpose.
  if (given !== undefined) return Buffer.from(given, 'hex');
  const key = randomBytes(KEY_BYTES);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return key;
}
