// Passwords known from breaches (issue 15 A.7): by a sorted file, found by the first five digits of a hash.

import { BREACHED_MOST, BREACHED_PREFIX, BREACHED_SUFFIX } from '@vitrine/contract';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BreachedFileError, BreachedPasswords } from '../../../src/account/identity/index.ts';
import { openBreachedList } from '../../../src/account/users/breached-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-breached-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

function fileOf(hashes: readonly string[], end = '\n', count = (at: number): string => `:${at + 1}`): string {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(
    path,
    hashes
      .toSorted()
      .map((hash, at) => `${hash}${count(at)}${end}`)
      .join(''),
  );
  return path;
}

const suffix = (hash: string): string => hash.slice(BREACHED_PREFIX, BREACHED_PREFIX + BREACHED_SUFFIX).toLowerCase();

describe('the list of breached passwords', () => {
  it.each(['\n', '\r\n'])('finds each of 20,000 by its prefix, in a file of many blocks (line end %j)', async (end) => {
    const hashes = Array.from({ length: 20_000 }, (_, at) => sha1(`word ${at}`));
    const list = await BreachedPasswords.open(fileOf(hashes, end));
    const first = hashes.toSorted().at(0) ?? '';
    const last = hashes.toSorted().at(-1) ?? '';
    for (const hash of [first, last, ...hashes.filter((_, at) => at % 97 === 0)]) {
      const prefix = hash.slice(0, BREACHED_PREFIX);
      const wanted = hashes.filter((one) => one.startsWith(prefix)).toSorted();
      expect(await list.suffixesOf(prefix.toLowerCase())).toEqual(wanted.map(suffix));
    }
    expect(await list.suffixesOf('00000')).toEqual([]);
    expect(await list.suffixesOf('fffff')).toEqual([]);
    await list.close();
  });

  it.each([
    ['a folder', folder],
    ['a device', '/dev/null'],
    ['nothing', join(folder, 'none')],
  ])('is refused by the name of its setting where there is %s', async (_, path) => {
    await expect(BreachedPasswords.open(path)).rejects.toThrow(/^VITRINE_BREACHED_PASSWORDS: expected a file/);
  });

  it('finds all of one prefix over the ends of blocks, and answers a bounded number', async () => {
    const many = Array.from(
      { length: BREACHED_MOST + 500 },
      (_, at) => `ABCDE${sha1(`x${at}`).slice(BREACHED_PREFIX)}`,
    );
    const around = Array.from({ length: 3_000 }, (_, at) => sha1(`around ${at}`));
    const list = await BreachedPasswords.open(fileOf([...many, ...around], '\n', () => ''));
    const found = await list.suffixesOf('abcde');
    expect(found).toEqual(many.toSorted().slice(0, BREACHED_MOST).map(suffix));
    await list.close();
  });

  it.each([
    ['emptied', ''],
    ['overwritten', '<html>not found</html>'.repeat(5_000)],
  ])('%s while it is open says so, instead of finding nothing', async (_, text) => {
    const path = fileOf(Array.from({ length: 5_000 }, (__, at) => sha1(`word ${at}`)));
    const list = await BreachedPasswords.open(path);
    writeFileSync(path, text);
    await expect(list.suffixesOf(sha1('word 1').slice(0, BREACHED_PREFIX))).rejects.toThrow(BreachedFileError);
    await list.close();
  });

  it.each([
    ['no hash', 'password\n'],
    ['small letters', `${sha1('a').toLowerCase()}:1\n`],
    ['not sorted', `F${sha1('a').slice(1)}:1\n0${sha1('b').slice(1)}:1\n`],
    ['empty', ''],
  ])('of another form is refused at the start: %s', async (_, text) => {
    const path = join(folder, randomBytes(8).toString('hex'));
    writeFileSync(path, text);
    await expect(BreachedPasswords.open(path)).rejects.toThrow(BreachedFileError);
  });

  it('unsorted or broken in its middle is found by reading all of it, a line doubled is not wrong', async () => {
    const hashes = Array.from({ length: 20_000 }, (_, at) => sha1(`word ${at}`)).toSorted();
    const lines = (all: readonly string[]) => {
      const path = join(folder, randomBytes(8).toString('hex'));
      writeFileSync(path, all.map((one) => `${one}\n`).join(''));
      return path;
    };
    const middle = 11_000;
    const swapped = hashes.with(middle, hashes[middle + 1] ?? '').with(middle + 1, hashes[middle] ?? '');
    for (const wrong of [swapped, hashes.with(middle, 'password'), hashes.with(middle, 'A'.repeat(200_000))]) {
      const list = await BreachedPasswords.open(lines(wrong));
      await expect(list.check()).rejects.toThrow(BreachedFileError);
      await list.close();
    }
    for (const right of [hashes, hashes.flatMap((one) => [one, one])]) {
      const list = await BreachedPasswords.open(lines(right));
      await list.check();
      await list.close();
    }
  });

  it('at work says that it fails: found unsorted, or not to be read later, until it is read again', async () => {
    const faults: unknown[] = [];
    const path = fileOf(Array.from({ length: 5_000 }, (__, at) => sha1(`word ${at}`)));
    const whole = readFileSync(path);
    const list = await openBreachedList(path, (error) => faults.push(error));
    const prefix = sha1('word 1').slice(0, BREACHED_PREFIX);
    expect((await list.suffixes(prefix)).length).toBeGreaterThan(0);
    expect(list.failing()).toBe(0);
    writeFileSync(path, 'gone');
    await expect(list.suffixes(prefix)).rejects.toThrow(/cannot be read/);
    expect([list.failing(), faults.length > 0]).toEqual([1, true]);
    writeFileSync(path, whole);
    await list.suffixes(prefix);
    await list.close();

    const hashes = Array.from({ length: 5_000 }, (_, at) => sha1(`word ${at}`)).toSorted();
    writeFileSync(path, [...hashes.slice(0, 2_000), ...hashes.slice(1_000)].map((one) => `${one}\n`).join(''));
    const found: unknown[] = [];
    const unsorted = await openBreachedList(path, (error) => found.push(error));
    while (found.length === 0) await new Promise((again) => setTimeout(again, 5));
    expect([unsorted.failing(), String(found[0])]).toEqual([1, expect.stringContaining('not sorted')]);
    await unsorted.close();
  });

  it('that is not there is refused at the start', async () => {
    await expect(BreachedPasswords.open(join(folder, 'none'))).rejects.toThrow(/cannot be opened/);
  });
});
