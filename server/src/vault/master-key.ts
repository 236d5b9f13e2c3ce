// The master key: from the setting, else drawn at the first start and kept in the data folder, for its owner's eyes only.

import { createHmac, randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnFile, readOwn, unexpected, writeWhole } from '../own-file/index.ts';

const FILE = 'master.key';
/** What a key that was set leaves behind: enough to know it again, nothing to open anything with. */
const CHECK_FILE = 'master.check';
/** What a start that had a key leaves in the folder. */
const TRACES = ['signer', 'anchor.log', 'snapshots'];
const KEY_BYTES = 32;
const KEY_FILE: OwnFile = { expected: '64 hexadecimal digits', remedy: 'Put back the file from your backup.' };
const HEX = /^[0-9a-f]{64}$/;

/**
 * The master key of a data folder.
 * @param given 64 hexadecimal digits, from the setting.
 * @throws when it is another one than the folder was sealed with, or that one is gone: nothing sealed before would open.
 */
export async function masterKey(folder: string, given: string | undefined): Promise<Buffer> {
  const kept = await read(join(folder, FILE));
  if (kept !== undefined) {
    if (given !== undefined && given !== kept) throw anotherKey(folder);
    return Buffer.from(kept, 'hex');
  }
  const check = await read(join(folder, CHECK_FILE));
  if (given === undefined) {
    if (check !== undefined)
      throw new Error(`${folder} was sealed with a key that was set. Set VITRINE_MASTER_KEY to the one it began with.`);
    const trace = await traceIn(folder);
    if (trace !== undefined)
      throw new Error(
        `${join(folder, FILE)} is gone, and ${trace} shows that the folder was used. Put back the file from your backup.`,
      );
    const key = randomBytes(KEY_BYTES);
    await writeWhole(join(folder, FILE), `${key.toString('hex')}\n`, true);
    return key;
  }
  // A key that is set is not written down: whoever sets it keeps it elsewhere on purpose.
  const key = Buffer.from(given, 'hex');
  const mark = createHmac('sha256', key).update('vitrine:master-check').digest('hex');
  if (check === undefined) await writeWhole(join(folder, CHECK_FILE), `${mark}\n`, true);
  else if (check !== mark) throw anotherKey(folder);
  return key;
}

async function traceIn(folder: string): Promise<string | undefined> {
  for (const name of TRACES) {
    const path = join(folder, name);
    const isThere = await access(path).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (isThere) return path;
  }
  return undefined;
}

function anotherKey(folder: string): Error {
  return new Error(
    `VITRINE_MASTER_KEY is not the key that ${folder} was sealed with. Leave it out, or set the one it began with.`,
  );
}

/** The digits in a file; undefined when there is none. @throws when it holds something else. */
async function read(path: string): Promise<string | undefined> {
  const content = await readOwn(path, KEY_FILE);
  if (content === undefined) return undefined;
  const hex = content.toString('utf8').trim();
  // What it holds may be most of the key: nothing of it is shown.
  if (!HEX.test(hex)) throw unexpected(path, KEY_FILE, `${content.length} bytes of another kind`);
  return hex;
}
