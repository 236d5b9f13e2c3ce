// Passwords known from breaches, from the operator's file. The page requests all hashes with a five-digit prefix and
// searches them itself, so neither the password nor its whole hash leaves the browser (k-anonymity).

import { type FileHandle, open } from 'node:fs/promises';
import { BREACHED_MOST, BREACHED_PREFIX, BREACHED_SUFFIX } from '@vitrine/contract';

/** Bytes per read; a line has fewer than 64. */
const BLOCK = 65_536;
const LINE_MOST = 64;
const HASH_DIGITS = 40;
const LINE = /^[0-9A-F]{40}(?::\d{1,15})?$/;

/** An error in a file of breached passwords. */
export class BreachedFileError extends Error {
  override readonly name = 'BreachedFileError';
}

/** A file of SHA-1 hashes in upper case, one per line, sorted, each optionally followed by `:` and a count. */
export class BreachedPasswords {
  readonly #file: FileHandle;
  /** Bytes, as of the start. */
  readonly #size: number;
  #closed = false;
  #checked: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** @throws {BreachedFileError} if there is none, or its first or last line is no hash, or they are not in order. */
  static async open(path: string): Promise<BreachedPasswords> {
    const file = await open(path, 'r').catch((error: unknown) => {
      throw new BreachedFileError(
        `VITRINE_BREACHED_PASSWORDS: expected a file of SHA-1 hashes, ${path} cannot be opened: ${String(error)}`,
      );
    });
    try {
      const found = await file.stat();
      if (!found.isFile())
        throw new BreachedFileError(
          `VITRINE_BREACHED_PASSWORDS: expected a file of SHA-1 hashes, got ${path}, which is no file`,
        );
      const { size } = found;
      const one = new BreachedPasswords(file, size);
      const first = linesOf(await one.#read(0, LINE_MOST))[0] ?? '';
      const last = linesOf(await one.#read(Math.max(size - LINE_MOST, 0), LINE_MOST)).at(-1) ?? '';
      if (!LINE.test(first) || !LINE.test(last) || first > last)
        throw new BreachedFileError(
          `VITRINE_BREACHED_PASSWORDS: ${path} must hold SHA-1 hashes in capitals, sorted, one a line, each with ":" and a count or without.`,
        );
      return one;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * The hashes with a prefix, without it.
   * @param prefix five hex digits in either case
   * @returns at most `BREACHED_MOST`, each 15 lower-case hex digits
   * @throws {BreachedFileError} if the file is no longer the list it was at the start.
   */
  async suffixesOf(prefix: string): Promise<string[]> {
    const wanted = prefix.toUpperCase();
    const found: string[] = [];
    let at = await this.#startOf(wanted);
    // Bounded by the size of the answer: a block holds a thousand lines.
    while (at < this.#size && found.length < BREACHED_MOST) {
      const block = await this.#read(at, BLOCK);
      const last = at + block.length >= this.#size;
      const end = last ? block.length : block.lastIndexOf('\n') + 1;
      const lines = linesOf(block.slice(0, end));
      if (!LINE.test(lines[0] ?? ''))
        throw new BreachedFileError(
          `The file of breached passwords holds no hash at byte ${at}: it was changed while the exchange ran. Put the list back and start again.`,
        );
      for (const line of lines) {
        const head = line.slice(0, BREACHED_PREFIX);
        if (head > wanted) return found;
        if (head === wanted && found.length < BREACHED_MOST)
          found.push(line.slice(BREACHED_PREFIX, BREACHED_PREFIX + BREACHED_SUFFIX).toLowerCase());
      }
      at += end;
    }
    return found;
  }

  /**
   * Reads the whole file once, block by block, in the background: a list of all known breaches has forty gigabytes.
   * @throws {BreachedFileError} at the first line that is no hash or not in order: half of the list could not be found.
   */
  check(): Promise<void> {
    const checked = this.#checkAll();
    // The caller gets the error; a close only waits for the end.
    this.#checked = checked.catch(() => undefined);
    return checked;
  }

  async #checkAll(): Promise<void> {
    let before = '';
    for (let at = 0; at < this.#size && !this.#closed;) {
      const block = await this.#read(at, BLOCK);
      const last = at + block.length >= this.#size;
      const end = last ? block.length : block.lastIndexOf('\n') + 1;
      if (end === 0) throw this.#broken(at);
      for (const line of linesOf(block.slice(0, end))) {
        if (!LINE.test(line) || line.slice(0, HASH_DIGITS) < before) throw this.#broken(at);
        before = line.slice(0, HASH_DIGITS);
      }
      at += end;
      // Registrations must not wait for it.
      await new Promise((next) => setImmediate(next));
    }
  }

  #broken(at: number): BreachedFileError {
    return new BreachedFileError(
      `The file of breached passwords is not sorted, or holds no hash, behind byte ${at}: some passwords would be looked for in vain. Put the whole list there, sorted, and start again.`,
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#checked;
    await this.#file.close();
  }

  /** Binary search for the start of a line, at most a block before the first one of a prefix. */
  async #startOf(prefix: string): Promise<number> {
    let low = 0;
    let high = this.#size;
    while (high - low > BLOCK) {
      const middle = Math.floor((low + high) / 2);
      const part = await this.#read(middle, 2 * LINE_MOST);
      const begins = part.indexOf('\n') + 1;
      if (begins === 0) return low;
      if (part.slice(begins, begins + BREACHED_PREFIX) < prefix) low = middle + begins;
      else high = middle;
    }
    return low;
  }

  async #read(from: number, bytes: number): Promise<string> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(bytes), 0, bytes, from);
    return buffer.toString('latin1', 0, bytesRead);
  }
}

/** The non-empty lines of a text. */
function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}
