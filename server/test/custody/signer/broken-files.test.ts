// Issue 14: files of the signer, the anchor and the data folder that are not what was written, and a disk that is full. Each
// start says which file, what it expected and what to do; nothing is written over; with free space everything continues.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, statfs, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAnchor } from '../../../src/custody/anchor/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { choose, openService } from '../../../src/custody/signer/service.ts';
import { startSigner } from '../../../src/custody/signer/index.ts';
import { unreadable } from '../../../src/shared/own-file/index.ts';
import { holdFolder } from '../../../src/app/start/index.ts';
import { masterKey } from '../../../src/account/vault/index.ts';

const KEY = new Uint8Array(32).fill(7);
const LIMITS = {
  coins: { 'practice:USDT': { transaction: '1', hour: '1', day: '1', fee: '1' } },
  ...{ cold: {}, bumps: 3 },
};
const HEAD = { row: 5, hash: 'a'.repeat(64) };
const JUNK = ['', 'junk', '\0\0\0\0', '{}', '[1,2', 'null'] as const;

let data: string;
let folder: string;
const open = (key = KEY) => openService({ folder, key, codecs: [practiceCodec], limits: LIMITS, patience: 0 });

async function marked(): Promise<void> {
  const signer = await open();
  await signer.mark(HEAD);
  await signer.stop();
}

/** Refused with the file's name and what to do, and the file is as it was. */
async function refuses(file: string, act: () => Promise<unknown>, todo: RegExp): Promise<void> {
  const before = await readFile(file);
  const error = await act().then(
    () => undefined,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toContain(`${file}: expected `);
  expect(String(error)).toMatch(/got /);
  expect(String(error)).toMatch(todo);
  expect(await readFile(file)).toEqual(before);
}

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vitrine-broken-'));
  folder = join(data, 'signer');
});
afterEach(() => rm(data, { recursive: true, force: true }));

describe('a file that is not what was written', () => {
  it('head.json: refused, changed by hand too; without it the signer starts', async () => {
    await marked();
    const path = join(folder, 'head.json');
    const written = await readFile(path, 'utf8');
    const lower = written.replace('"row":5', '"row":4');
    for (const text of [
      ...JUNK,
      written.slice(0, 100),
      lower,
      lower.replace(/"signature":".{8}/, '"signature":"00000000'),
    ]) {
      await writeFile(path, text);
      await refuses(path, open, /Put back the signer's own backup/);
    }
    await rename(path, `${path}.kept`);
    const signer = await open();
    expect(await signer.marked()).toBeUndefined();
    await signer.stop();
  });

  it('policy.json: refused, as are limits that are none; a version is not chosen beside it', async () => {
    await marked();
    const path = join(folder, 'policy.json');
    const [written] = [await readFile(path, 'utf8')];
    for (const text of [...JUNK, written.slice(0, 50), written.replace('"hour": "1"', '"hour": -1'), '{"coins":{}}']) {
      await writeFile(path, text);
      await refuses(path, open, /Correct it, or put back the backup/);
      await refuses(path, () => choose(folder, 'practice', 1), /Correct it, or put back the backup/);
    }
    await writeFile(path, written.replace('"bumps": 3', '"bumps": 3, "keeper": "Ann"'));
    await choose(folder, 'practice', 1);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ keeper: 'Ann', versions: { practice: 1 } });
    await (await open()).stop();
  });

  it('anchor.log: refused while its last line is no head, and nothing is added', async () => {
    const signer = await open();
    const key = await signer.markKey();
    const place = join(data, 'anchor.log');
    const anchor = openAnchor({ place });
    await anchor.add(await signer.mark(HEAD));
    await signer.stop();
    const written = await readFile(place, 'utf8');
    for (const text of ['junk\n', '\0\0\0\0\n', `${written}{}\n`, `${written}${'x'.repeat(9_000)}\n`]) {
      await writeFile(place, text);
      await refuses(place, () => anchor.newest(key), /Put back the newest copy/);
    }
    // Cut while it was written, a line is none.
    await writeFile(place, `${written}{"row":6,"ha`);
    expect(await anchor.newest(key)).toMatchObject(HEAD);
  });

  it('lock: junk is named and left, in the data folder and the signer', async () => {
    await mkdir(folder);
    for (const path of [join(data, 'lock'), join(folder, 'lock')])
      for (const text of ['junk', '\0'.repeat(4_096), 'x'.repeat(5_000)]) {
        await writeFile(path, text);
        await refuses(path, () => (path === join(data, 'lock') ? holdFolder(data, 0) : open()), /move it away/);
      }
    for (const path of [join(data, 'lock'), join(folder, 'lock')]) await unlink(path);
    (await holdFolder(data, 0)).release();
    await (await open()).stop();
    await mkdir(join(data, 'other', 'lock'), { recursive: true });
    await expect(holdFolder(join(data, 'other'), 0)).rejects.toThrow(`${join(data, 'other', 'lock')}: expected `);
  });
});

describe('what cannot be read', () => {
  const key = (path: string) => (path.endsWith('master.key') ? masterKey(data, undefined) : open());
  const fileOf = (name: string) => join(name === 'master.key' ? data : folder, name);
  const all = ['head.json', 'policy.json', 'seed-1.sealed', 'signed.log', 'master.key'];

  it('a folder in place of a file is named as one', async () => {
    await marked();
    await writeFile(join(data, 'master.key'), 'ab'.repeat(32));
    for (const path of all.map(fileOf)) {
      await rename(path, `${path}.kept`);
      await mkdir(path);
      await expect(key(path)).rejects.toThrow(new RegExp(`${path}: expected .*, got a folder\\. [A-Z]`));
      await rm(path, { recursive: true });
      await rename(`${path}.kept`, path);
    }
    const place = join(data, 'anchor.log');
    await mkdir(place);
    await expect(openAnchor({ place }).newest('')).rejects.toThrow(
      `${place}: expected a signed head in its last line, got a folder`,
    );
    await rm(place, { recursive: true });
    // A pipe is never opened: it waits for who reads or writes at its other end.
    if (spawnSync('mkfifo', [place]).status === 0)
      await expect(openAnchor({ place }).newest('')).rejects.toThrow('got no file');
    await (await open()).stop();
  });

  it('a program that was removed while the exchange ran is named, and what to do', async () => {
    const program = join(data, 'main.js');
    const starting = startSigner({
      ...{ folder, vault: { derive: () => Buffer.from(KEY) }, codecs: [], limits: LIMITS, program },
    });
    await expect(starting).rejects.toThrow(`${program}: expected the signer's program, got none`);
  });

  it('a sealed seed that is cut or empty is named, and what to do', async () => {
    await marked();
    const path = join(folder, 'seed-1.sealed');
    const written = await readFile(path);
    for (const content of [written.subarray(0, 0), written.subarray(0, 20), Buffer.alloc(written.length)]) {
      await writeFile(path, content);
      await refuses(path, open, /restore the seed from its words/);
    }
    await writeFile(path, written);
    await (await open()).stop();
  });

  it('the exchange repeats why its signer ended', async () => {
    await marked();
    const path = join(folder, 'policy.json');
    await writeFile(path, 'junk');
    const starting = startSigner({
      ...{ folder, vault: { derive: () => Buffer.from(KEY) }, codecs: [], limits: LIMITS },
      program: join(import.meta.dirname, 'program.ts'),
    });
    await expect(starting).rejects.toThrow(`the signer ended while it started: ${path}: expected the signer's limits`);
  });

  it('a console command says why it was refused in one line, and ends with 1 (issue 14)', async () => {
    await marked();
    const keyFile = join(data, 'key');
    await writeFile(keyFile, Buffer.from(KEY).toString('hex'));
    const run = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'program.ts'), 'restore', '--folder', folder, '--key-file', keyFile, '--version', '2'],
      { input: 'no words of a seed', encoding: 'utf8' },
    );
    expect([run.status, run.stderr]).toEqual([1, 'expected the 24 words of a seed: their check does not fit\n']);
  });

  it("another user's is named with whose it is", async ({ skip }) => {
    if (process.getuid?.() !== 0) return skip('a file of another user takes root');
    const path = join(data, 'theirs');
    await writeFile(path, '', { mode: 0o600 });
    const said = await unreadable(
      path,
      { expected: 'x', remedy: 'Do.' },
      Object.assign(new Error('no'), { code: 'EACCES' }),
    );
    expect(said.message).toBe(
      `${path}: expected x, got one of user 0 with mode 600, which user 0 may not open (give it to that user). Do.`,
    );
  });
});

describe('a full disk', () => {
  /** A disk of 64 KiB; only root may have one. */
  const disk = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data]).status === 0;
  const fill = async (pages = 0) => {
    const { bavail, bsize } = await statfs(data);
    await writeFile(join(data, 'filler'), Buffer.alloc((bavail - pages) * bsize));
  };
  /** A lock takes so many while it is held. */
  const LOCK_PAGES = 1;
  const freeDisk = () => unlink(join(data, 'filler'));
  const onDisk = (name: string, act: () => Promise<void>) =>
    it(name, async ({ skip }) => {
      if (!disk()) return skip('a disk of its own takes root');
      try {
        await act();
      } finally {
        // Also where a file is still open: nothing of it is left behind.
        spawnSync('umount', ['-l', data]);
      }
    });

  onDisk('leaves no half of a seed or of its settings behind', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'lock'), '');
    await fill();
    await expect(open()).rejects.toThrow(`${join(folder, 'lock')}: expected space for a lock, got a full disk`);
    await freeDisk();
    await fill(LOCK_PAGES);
    await expect(open()).rejects.toThrow(`${join(folder, 'seed-1.sealed')}: expected to write`);
    await freeDisk();
    const signer = await open();
    const account = await signer.account('practice');
    await signer.stop();
    await unlink(join(folder, 'policy.json'));
    await fill(LOCK_PAGES);
    await expect(open()).rejects.toThrow(`${join(folder, 'policy.json')}: expected to write`);
    await freeDisk();
    const again = await open();
    expect(await again.account('practice')).toBe(account);
    await again.stop();
  });

  onDisk('marks no row, and keeps the one that was', async () => {
    const signer = await open();
    const anchor = openAnchor({ place: join(data, 'anchor.log') });
    await anchor.add(await signer.mark(HEAD));
    await fill();
    const next = { row: 6, hash: 'b'.repeat(64) };
    await expect(signer.mark(next)).rejects.toThrow(`${join(folder, 'head.json')}: expected to write`);
    expect(await signer.marked()).toMatchObject(HEAD);
    await freeDisk();
    const signed = await signer.mark(next);
    const before = await readFile(join(data, 'anchor.log'), 'utf8');
    // What is left of the anchor's last page takes some heads more.
    await fill();
    const added = async () => {
      for (let at = 0; at < 20; at += 1) await anchor.add(signed);
    };
    await expect(added()).rejects.toThrow(`${join(data, 'anchor.log')}: expected to add the head of row 6`);
    expect((await readFile(join(data, 'anchor.log'), 'utf8')).startsWith(before)).toBe(true);
    const key = await signer.markKey();
    expect(await anchor.newest(key)).toMatchObject(next);
    await freeDisk();
    await anchor.add(signed);
    expect(await anchor.newest(key)).toMatchObject(next);
    await signer.stop();
    const again = await open();
    expect(await again.marked()).toMatchObject(next);
    await again.stop();
  });

  onDisk('holds no folder that it cannot say it holds', async () => {
    await writeFile(join(data, 'lock'), '');
    await fill(LOCK_PAGES);
    await expect(holdFolder(data, 0)).rejects.toThrow(`${join(data, 'lock.pid')}: expected to write`);
    await freeDisk();
    (await holdFolder(data, 0)).release();
  });
});
