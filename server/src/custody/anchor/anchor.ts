// A file outside the database that records the journal's progress: one signed head per line, append only. It can be on
// another machine or on write-once storage.

import { type FileHandle, open, stat } from 'node:fs/promises';
import { type OwnFile, shownOf, unexpected, unreadable } from '../../shared/own-file/index.ts';
import { isCode } from '../../app/postgres/index.ts';
import type { SignedHead } from '../types/index.ts';
import { isSignedHead, readHeadText } from '../signer/index.ts';

/** Bytes read from the end of a file: a head is much shorter. */
const TAIL = 4_096;
const ANCHOR_FILE: OwnFile = {
  expected: 'a signed head in its last line',
  remedy:
    'Put back the newest copy of the file. Without one, move it away and keep it: what it showed of an older database, only ' +
    'the signer tells then.',
};

/**
 * The last complete line of an anchor; undefined if the file is missing or empty.
 * @throws for a line that this signer did not sign.
 */
export async function readAnchor(path: string, publicKey: string): Promise<SignedHead | undefined> {
  const size = await sizeOf(path);
  if (size === undefined) return undefined;
  const from = Math.max(0, size - TAIL);
  const file = await opened(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL), 0, TAIL, from);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    // Without a line end it was cut off during the write.
    const line =
      text
        .slice(0, text.lastIndexOf('\n') + 1)
        .trimEnd()
        .split('\n')
        .at(-1) ?? '';
    if (line === '') return undefined;
    return expectSigned(path, headIn(path, line), publicKey);
  } finally {
    await file.close();
  }
}

/** Undefined where there is none. @throws for what is no file: opening a pipe would wait for ever. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
    throw unexpected(path, ANCHOR_FILE, found.isDirectory() ? 'a folder' : 'no file');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    if (error instanceof Error && !('code' in error)) throw error;
    throw await unreadable(path, ANCHOR_FILE, error);
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw await unreadable(path, ANCHOR_FILE, error);
  }
}

/** @throws naming the file: its last content is unknown, so nothing is appended. */
function headIn(path: string, line: string): SignedHead {
  try {
    return readHeadText(line);
  } catch (error) {
    throw unexpected(path, ANCHOR_FILE, shownOf(line), error);
  }
}

/** Returns the head. @throws for one that this signer did not sign. */
export function expectSigned(place: string, head: SignedHead, publicKey: string): SignedHead {
  if (head.publicKey !== publicKey || !isSignedHead(head))
    throw new Error(`${place}: expected a head that this signer signed, got another`);
  return head;
}

/** Appends a head; resolves once it is on disk. */
export async function addToAnchor(path: string, head: SignedHead): Promise<void> {
  await sizeOf(path);
  try {
    const file = await open(path, 'a', 0o600);
    try {
      const { size } = await file.stat();
      // Terminates a line that was cut off during the write; it counts as no head.
      const cut = size > 0 && (await endOf(path, size)) !== '\n';
      await file.appendFile(`${cut ? '\n' : ''}${JSON.stringify(head)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${path}: expected to add the head of row ${head.row}, got ${why}. Nothing is signed until it is.`,
      {
        cause: error,
      },
    );
  }
}

async function endOf(path: string, size: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}
