// Files over a real PostgreSQL and a real folder: what lies on the disk, whose it is, how much there may be, what goes again.

import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createFiles,
  fileIdOf,
  type Files,
  type FileStore,
  type FileTables,
  openFolderStore,
  UNUSED_LIFE,
} from '../../../src/account/files/index.ts';
import { MAX_BYTES, MAX_UPLOADS_A_DAY } from '../../../src/account/files/use.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';
import { jpeg, jpegOfSomebody } from './pictures.ts';

let database: TestDatabase;
let db: Kysely<FileTables>;
let folder = '';
let store: FileStore;
let files: Files;
let time = 0;
let users = 1_000;
let photo: Buffer;

const vault = createVault(createHash('sha256').update('a test').digest());

beforeAll(async () => {
  database = await testDatabase();
  await migrateAll(database.connection);
  const pool = new pg.Pool({ ...database.connection, max: 6 });
  surviveLoss(pool);
  db = new Kysely<FileTables>({ dialect: new PostgresDialect({ pool }) });
  photo = await jpeg();
});
afterAll(async () => {
  await db?.destroy();
  await database?.stop();
});
beforeEach(async () => {
  time = Date.UTC(2026, 10, 21, 12);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-files-'));
  store = await openFolderStore(folder);
  files = open(store);
  return async () => {
    await files.stop();
    await db.deleteFrom('files').execute();
    await rm(folder, { recursive: true, force: true });
  };
});

const open = (over: FileStore) =>
  createFiles({
    db,
    vault,
    store: over,
    now: () => time,
    onFault: (error) => {
      throw error;
    },
  });
const someone = () => String((users += 1));
const put = (userId: string, bytes = photo, name = 'photo.jpg') => files.put(userId, 'kyc', { name, bytes });
const idOf = async (made: Promise<{ link: string }>) => fileIdOf((await made).link) ?? '';
/** Every file below the folder, by its path from there. */
const onDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('a picture on the disk (design §8, issue: encrypted at rest)', () => {
  it('is no picture there: sealed, of its owner’s eyes only, under a name of no meaning', async () => {
    const ann = someone();
    const made = await files.put(ann, 'kyc', { name: '../../etc/passport ann.jpg', bytes: await jpegOfSomebody() });
    const id = fileIdOf(made.link) ?? '';
    expect(made.link).toBe(`/api/file/${id}`);
    expect(made.name).toBe('passport ann.jpg');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await onDisk()).toEqual([`${id.slice(0, 2)}/${id}`]);
    const path = join(folder, id.slice(0, 2), id);
    const bytes = await readFile(path);
    await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported');
    for (const word of ['JFIF', 'Exif', 'Hidden', 'passport', '\xff\xd8\xff'])
      expect(bytes.includes(word, 0, 'latin1')).toBe(false);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, id.slice(0, 2)))).mode & 0o777).toBe(0o700);
    const opened = await files.open(id);
    expect(opened?.type).toBe('image/jpeg');
    expect((await sharp(opened?.bytes).metadata()).format).toBe('jpeg');
    expect(opened?.bytes.length).toBe(made.size);
  });

  it('differs each time the same one is sent, and is known as the same by its digest alone', async () => {
    const ann = someone();
    const [one, two] = [await idOf(put(ann)), await idOf(put(ann))];
    const [left, right] = await Promise.all([store.get(one), store.get(two)]);
    expect(left?.equals(right ?? Buffer.alloc(0))).toBe(false);
    expect(left?.subarray(0, 64).equals(right?.subarray(0, 64) ?? Buffer.alloc(0))).toBe(false);
    const digests = [await files.ofOwner(ann, one), await files.ofOwner(ann, two)].map((file) => file?.digest);
    expect(digests[0]).toBe(digests[1]);
    const plain = createHash('sha256')
      .update((await files.open(one))?.bytes ?? '')
      .digest('base64url');
    expect(digests[0]).not.toBe(plain);
  });

  it('opens at its own place only: one put in the place of another does not', async () => {
    const ann = someone();
    const [one, two] = [await idOf(put(ann)), await idOf(put(ann, await jpeg(2)))];
    await writeFile(join(folder, two.slice(0, 2), two), (await store.get(one)) ?? '');
    await expect(files.open(two)).rejects.toThrow();
    const changed = Buffer.from((await store.get(one)) ?? '');
    changed[100] = (changed[100] ?? 0) ^ 1;
    await writeFile(join(folder, one.slice(0, 2), one), changed);
    await expect(files.open(one)).rejects.toThrow();
  });

  it('is there whole or not at all: what a killed process left unfinished goes at a later start', async () => {
    const left = join(folder, 'new', 'f'.repeat(32));
    const fresh = join(folder, 'new', 'e'.repeat(32));
    for (const path of [left, fresh]) await writeFile(path, 'half');
    const long = new Date(Date.now() - 7_200_000);
    await utimes(left, long, long);
    await openFolderStore(folder);
    expect(await onDisk()).toEqual([`new/${'e'.repeat(32)}`]);
  });

  it('has no path but its id: the store takes no other name', async () => {
    for (const id of ['../../etc/passwd', '..', '', 'A'.repeat(32), `${'a'.repeat(31)}/`, 'a'.repeat(33)])
      await expect(store.put(id, Buffer.alloc(1))).rejects.toThrow('32 hexadecimal');
    expect(await onDisk()).toEqual([]);
  });
});

describe('whose it is', () => {
  it('is found for its owner only; for others it is as if it were not there', async () => {
    const [ann, ben] = [someone(), someone()];
    const id = await idOf(put(ann));
    expect(await files.ofOwner(ann, id)).toMatchObject({ id, purpose: 'kyc' });
    expect(await files.ofOwner(ben, id)).toBeUndefined();
    for (const other of ['0'.repeat(32), '', 'x', '../../..', '1'.repeat(64)]) {
      expect(await files.ofOwner(ann, other)).toBeUndefined();
      expect(await files.open(other)).toBeUndefined();
    }
  });
});

describe('how much (limits)', () => {
  it(`is ${MAX_UPLOADS_A_DAY} uploads a day, those refused too, and none more from many at once`, async () => {
    const ann = someone();
    await expect(put(ann, Buffer.from('no picture'))).rejects.toMatchObject({ code: 5003 });
    await db
      .updateTable('file_use')
      .set({ uploads: MAX_UPLOADS_A_DAY - 2 })
      .where('user_id', '=', ann)
      .execute();
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => put(ann)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    await expect(put(ann)).rejects.toMatchObject({ code: 429, args: { seconds: 12 * 3_600 } });
    await put(someone());
    time += 12 * 3_600_000;
    await put(ann);
  });

  it('is bounded in total; a deleted file frees its bytes', async () => {
    const ann = someone();
    const { size } = await put(ann);
    const used = async () =>
      Number((await db.selectFrom('file_use').select('bytes').where('user_id', '=', ann).executeTakeFirst())?.bytes);
    expect(await used()).toBe(size);
    await db
      .updateTable('file_use')
      .set({ bytes: String(MAX_BYTES - size) })
      .where('user_id', '=', ann)
      .execute();
    const results = await Promise.allSettled([put(ann), put(ann), put(ann)]);
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(put(ann)).rejects.toMatchObject({ code: 413 });
    expect(await onDisk()).toHaveLength(2);
    time += UNUSED_LIFE;
    expect(await files.sweep()).toBe(2);
    expect(await used()).toBe(MAX_BYTES - 2 * size);
    await put(ann);
  });
});

describe('the sweep', () => {
  it('takes what was not used for 24 h, keeps what was, and takes what was given up 24 h later', async () => {
    const ann = someone();
    const [unused, used, given] = [await idOf(put(ann)), await idOf(put(ann)), await idOf(put(ann))];
    expect(await files.attach(used)).toBe(true);
    expect(await files.attach(given)).toBe(true);
    expect(await files.attach(given)).toBe(true);
    time += UNUSED_LIFE - 1;
    expect(await files.sweep()).toBe(0);
    time += 1;
    await files.release(given);
    expect(await files.sweep()).toBe(1);
    expect(await files.ofOwner(ann, unused)).toBeUndefined();
    expect(await store.get(unused)).toBeUndefined();
    expect(await files.attach(unused)).toBe(false);
    expect(await files.ofOwner(ann, used)).toBeDefined();
    time += UNUSED_LIFE;
    expect(await files.sweep()).toBe(1);
    expect(await onDisk()).toEqual([`${used.slice(0, 2)}/${used}`]);
  });

  it('takes each once, though several sweep, and none that is attached meanwhile', async () => {
    const ann = someone();
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => idOf(put(ann))));
    time += UNUSED_LIFE;
    const attached = Promise.all(ids.map((id) => files.attach(id)));
    const swept = await Promise.all([files.sweep(), files.sweep(), files.sweep()]);
    const kept = (await attached).filter(Boolean).length;
    expect(swept.reduce((sum, one) => sum + one, 0) + kept).toBe(6);
    expect(await onDisk()).toHaveLength(kept);
  });

  it('leaves an attachment of a transaction that failed unused', async () => {
    const ann = someone();
    const id = await idOf(put(ann));
    await db
      .transaction()
      .execute(async (within) => {
        expect(await files.attach(id, within)).toBe(true);
        throw new Error('undone');
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'undone' }));
    time += UNUSED_LIFE;
    expect(await files.sweep()).toBe(1);
  });

  it('takes what a full disk kept from being stored, and what could not be removed is tried again', async () => {
    const ann = someone();
    const broken = { ...store, put: () => Promise.reject(new Error('ENOSPC')) };
    const failing = open(broken);
    await expect(failing.put(ann, 'kyc', { name: 'a', bytes: photo })).rejects.toThrow('ENOSPC');
    await failing.stop();
    const id = (await db.selectFrom('files').select('id').where('user_id', '=', ann).executeTakeFirstOrThrow()).id;
    expect(await files.ofOwner(ann, id)).toBeUndefined();
    expect(await files.attach(id)).toBe(false);
    time += UNUSED_LIFE;
    const stuck = open({ ...store, remove: () => Promise.reject(new Error('EBUSY')) });
    await expect(stuck.sweep()).rejects.toThrow('EBUSY');
    await stuck.stop();
    expect(await files.sweep()).toBe(1);
  });
});
