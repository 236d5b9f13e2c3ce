// The master key of a data folder: drawn or set once, and never silently another one.

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVault, keyMark, masterKey } from '../../../src/account/vault/index.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const [one, two] = ['a1'.repeat(32), 'b2'.repeat(32)];

it('is drawn at the first start, kept for its owner’s eyes only, and the same ever after', async () => {
  const key = await masterKey(folder, undefined);
  expect(key).toHaveLength(32);
  expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600);
  expect(await masterKey(folder, undefined)).toEqual(key);
  expect(await masterKey(folder, key.toString('hex'))).toEqual(key);
  await expect(masterKey(folder, one)).rejects.toThrow('not the key');
  const other = await mkdtemp(join(tmpdir(), 'vitrine-vault-'));
  expect(await masterKey(other, undefined)).not.toEqual(key);
  await rm(other, { recursive: true });
});

it('that is set is not written down, but known again: another one, or none, stops the start', async () => {
  expect((await masterKey(folder, one)).toString('hex')).toBe(one);
  expect(await readdir(folder)).toEqual(['master.check']);
  expect(await readFile(join(folder, 'master.check'), 'utf8')).not.toContain(one);
  expect((await masterKey(folder, one)).toString('hex')).toBe(one);
  await expect(masterKey(folder, two)).rejects.toThrow('not the key');
  await expect(masterKey(folder, undefined)).rejects.toThrow('Set VITRINE_MASTER_KEY');
  expect(await readdir(folder)).toEqual(['master.check']);
});

it.each(['signer', 'anchor.log', 'snapshots'])('that is gone from a folder with %s is not drawn anew', async (name) => {
  await writeFile(join(folder, name), '');
  await expect(masterKey(folder, undefined)).rejects.toThrow('master.key is gone');
  expect(await readdir(folder)).toEqual([name]);
});

it('is drawn where a disk for the signer is mounted that nothing was written to, else not (issue 14)', async () => {
  await mkdir(join(folder, 'signer', 'lost+found'), { recursive: true });
  expect(await masterKey(folder, undefined)).toHaveLength(32);
  await rm(join(folder, 'master.key'));
  await writeFile(join(folder, 'signer', 'signed.log'), '');
  await expect(masterKey(folder, undefined)).rejects.toThrow('master.key is gone');
});

it('that is gone is not drawn anew beside a database that was used, whatever else is gone (issue 14)', async () => {
  await expect(masterKey(folder, undefined, { used: true })).rejects.toThrow('master.key is gone');
  expect(await readdir(folder)).toEqual([]);
});

it('is the one of the database: another, set or in the file, is refused and leaves nothing (issue 14)', async () => {
  const mark = keyMark(Buffer.from(one, 'hex'));
  await expect(masterKey(folder, two, { mark, used: true })).rejects.toThrow('the database was sealed with');
  expect(await readdir(folder)).toEqual([]);
  expect((await masterKey(folder, one, { mark, used: true })).toString('hex')).toBe(one);
  await rm(join(folder, 'master.check'));
  await writeFile(join(folder, 'master.key'), two);
  await expect(masterKey(folder, undefined, { mark })).rejects.toThrow('the database was sealed with');
});

it('in a file that was damaged stops the start instead of being replaced', async () => {
  await writeFile(join(folder, 'master.key'), 'not a key');
  await expect(masterKey(folder, undefined)).rejects.toThrow('64 hexadecimal digits');
});

it('seals for one place: changed, moved or by another key it does not open', () => {
  const vault = createVault(Buffer.from(one, 'hex'));
  const sealed = vault.seal('a number', 'cards:1:number');
  expect(vault.open(sealed, 'cards:1:number').toString()).toBe('a number');
  expect(vault.seal('a number', 'cards:1:number').equals(sealed)).toBe(false);
  expect(sealed.includes('number')).toBe(false);
  expect(() => vault.open(sealed, 'cards:2:number')).toThrow();
  expect(() => createVault(Buffer.from(two, 'hex')).open(sealed, 'cards:1:number')).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(changed, 'cards:1:number')).toThrow();
  }
  for (let end = 0; end < sealed.length; end += 1)
    expect(() => vault.open(sealed.subarray(0, end), 'cards:1:number')).toThrow();
  expect(vault.derive('one').equals(vault.derive('two'))).toBe(false);
});
