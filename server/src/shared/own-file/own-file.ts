// Errors for our own files that cannot be read: they name the file, what was expected, what was found and what to do.

import { readFile, stat } from 'node:fs/promises';
import { isCode } from '../../app/postgres/index.ts';

export interface OwnFile {
  /** Completes the message after `expected`. */
  readonly expected: string;
  /** Sentences that say what to do. */
  readonly remedy: string;
}

/** Content of a file; undefined if it does not exist. @throws naming it and what to do. */
export async function readOwn(path: string, file: OwnFile): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw await unreadable(path, file, error);
  }
}

/** Error for a file with unexpected content. `got` completes the message after `got`. */
export function unexpected(path: string, { expected, remedy }: OwnFile, got: string, cause?: unknown): Error {
  return new Error(`${path}: expected ${expected}, got ${got}. ${remedy}`, { cause });
}

/** Error for a file that could not be opened or read because of that system error. */
export async function unreadable(path: string, file: OwnFile, cause: unknown): Promise<Error> {
  return unexpected(path, file, await whatIs(path, cause), cause);
}

/** The beginning of unexpected content, for a message. */
export function shownOf(text: string): string {
  return text === '' ? 'nothing' : JSON.stringify(text.slice(0, 40));
}

async function whatIs(path: string, cause: unknown): Promise<string> {
  if (isCode(cause, 'EISDIR')) return 'a folder';
  const words = cause instanceof Error ? cause.message : String(cause);
  if (!isCode(cause, 'EACCES') && !isCode(cause, 'EPERM')) return words;
  const us = process.geteuid?.();
  try {
    const { uid, mode } = await stat(path);
    const rights = (mode & 0o777).toString(8).padStart(3, '0');
    return `one of user ${uid} with mode ${rights}, which user ${us ?? 'of the exchange'} may not open (give it to that user)`;
  } catch (error) {
    // Its folder is not accessible either; the first error says enough.
    return error instanceof Error && isCode(error, 'EACCES') ? `${words}, as its folder` : words;
  }
}
