// A file of ours that cannot be read is named, with what was expected, what is there and what to do.

import { readFile, stat } from 'node:fs/promises';
import { isCode } from '../../app/postgres/index.ts';

export interface OwnFile {
  /** As the message goes on after `expected`. */
  readonly expected: string;
  /** Sentences: what to do. */
  readonly remedy: string;
}

/** What a file holds; undefined where there is none. @throws naming it and what to do. */
export async function readOwn(path: string, file: OwnFile): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw await unreadable(path, file, error);
  }
}

/** The refusal of a file that is there and holds something else. `got`: what, as the message goes on after `got`. */
export function unexpected(path: string, { expected, remedy }: OwnFile, got: string, cause?: unknown): Error {
  return new Error(`${path}: expected ${expected}, got ${got}. ${remedy}`, { cause });
}

/** The refusal of a file that could not be opened or read, for that error of the system. */
export async function unreadable(path: string, file: OwnFile, cause: unknown): Promise<Error> {
  return unexpected(path, file, await whatIs(path, cause), cause);
}

/** The beginning of what a file holds instead of what was expected, for a message. */
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
    // Its folder is closed to us too; the first error says enough.
    return error instanceof Error && isCode(error, 'EACCES') ? `${words}, as its folder` : words;
  }
}
