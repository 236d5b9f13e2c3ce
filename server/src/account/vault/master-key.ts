// The master key: from the setting, else generated at the first start and stored in the data folder, readable only by
// its owner.

import { createHmac, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnFile, readOwn, unexpected, writeWhole } from '../../shared/own-file/index.ts';

const FILE = 'master.key';
/** Trace of a configured key: enough to recognise it, useless to open anything. */
const CHECK_FILE = 'master.check';
/** Files that show that an earlier start had a key. */
const TRACES = ['signer', 'anchor.log', 'snapshots'];
const KEY_BYTES = 32;
const KEY_FILE: OwnFile = { expected: '64 hexadecimal digits', remedy: 'Put back the file from your backup.' };
const HEX = /^[0-9a-f]{64}$/;

/** What the database tells of the key it was sealed with; nothing where it is not asked. */
export interface KeyBefore {
  /** The key's mark (`keyMark`). */
  readonly mark?: string | undefined;
  /** Whether an exchange has run on it. */
  readonly used?: boolean;
}

/** Enough to know a key again, nothing to open anything with; hex. */
export function keyMark(key: Uint8Array): string {
  return createHmac('sha256', key).update('vitrine:master-check').digest('hex');
}

/**
 * The master key of a data folder.
 * @param given 64 hexadecimal digits, from the setting.
 * @throws when it is another one than folder or database were sealed with, or that one is gone: nothing sealed before would
 * open.
 */
export async function masterKey(folder: string, given: string | undefined, before: KeyBefore = {}): Promise<Buffer> {
  const kept = await read(join(folder, FILE));
  if (kept !== undefined) {
    if (given !== undefined && given !== kept) throw anotherKey(folder);
    return expectMarked(Buffer.from(kept, 'hex'), before, join(folder, FILE));
  }
  const check = await read(join(folder, CHECK_FILE));
  if (given === undefined) {
    if (check !== undefined)
      throw new Error(`${folder} was sealed with a key that was set. Set VITRINE_MASTER_KEY to the one it began with.`);
    const trace = (await traceIn(folder)) ?? (before.used === true ? 'the database' : undefined);
    if (trace !== undefined)
      throw new Error(
        `${join(folder, FILE)} is gone, and ${trace} shows that there was one. Put back the file from your backup, or set VITRINE_MASTER_KEY to it.`,
      );
    const key = randomBytes(KEY_BYTES);
    await writeWhole(join(folder, FILE), `${key.toString('hex')}\n`, true);
    return key;
  }
  // A key that is set is not written down: whoever sets it keeps it elsewhere on purpose.
  const key = expectMarked(Buffer.from(given, 'hex'), before, 'VITRINE_MASTER_KEY');
  const mark = keyMark(key);
  if (check === undefined) await writeWhole(join(folder, CHECK_FILE), `${mark}\n`, true);
  else if (check !== mark) throw anotherKey(folder);
  return key;
}

/** @throws where the database was sealed with another key; nothing was written then. */
function expectMarked(key: Buffer, { mark }: KeyBefore, from: string): Buffer {
  if (mark === undefined || mark === keyMark(key)) return key;
  throw new Error(
    `${from}: expected the key that the database was sealed with, got another. Set the one that belongs to this database, ` +
      'or put it back.',
  );
}

/** What shows that a folder was used: a file, or a folder with something in it. An empty disk mounted there shows nothing. */
async function traceIn(folder: string): Promise<string | undefined> {
  for (const name of TRACES) {
    const path = join(folder, name);
    try {
      if (!(await stat(path)).isDirectory()) return path;
      const inside = await readdir(path);
      if (inside.some((one) => one !== 'lost+found')) return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return undefined;
}

function anotherKey(folder: string): Error {
  return new Error(
    `VITRINE_MASTER_KEY is not the key that ${folder} was sealed with. Leave it out, or set the one it began with.`,
  );
}

/** The digits in a file; undefined if there is none. @throws if it has other content. */
async function read(path: string): Promise<string | undefined> {
  const content = await readOwn(path, KEY_FILE);
  if (content === undefined) return undefined;
  const hex = content.toString('utf8').trim();
  // The content may be most of the key, so none of it is shown.
  if (!HEX.test(hex)) throw unexpected(path, KEY_FILE, `${content.length} bytes of another kind`);
  return hex;
}
