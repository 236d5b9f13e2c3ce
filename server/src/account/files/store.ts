// Storage of sealed files: a folder by default; anything that stores bytes by an id can replace it.

import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores bytes by id. They are already sealed. */
export interface FileStore {
  /** Resolves once the bytes are durable. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there are none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Deletes the bytes; does nothing if there are none. */
  remove(id: string): Promise<void>;
}

const ID = /^[0-9a-f]{32}$/;
const UNFINISHED = 'new';
/** Unfinished files older than this belong to a process that has ended, ms. */
const LEFT = 3_600_000;
/** Most unfinished files checked at a start. */
const MOST_LEFT = 10_000;

/**
 * A store in a folder readable only by its owner: `ab/<id>`. A file is written under another name, synced and renamed,
 * so that it is complete or absent.
 */
export async function openFolderStore(folder: string): Promise<FileStore> {
  const unfinished = join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await clean(unfinished);

  const place = (id: string) => {
    if (!ID.test(id)) throw new RangeError('expected a file id of 32 hexadecimal digits');
    return { folder: join(folder, id.slice(0, 2)), path: join(folder, id.slice(0, 2), id) };
  };

  return {
    async put(id, bytes) {
      const to = place(id);
      const from = join(unfinished, id);
      await mkdir(to.folder, { recursive: true, mode: 0o700 });
      try {
        const file = await open(from, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(from, to.path);
      } catch (error) {
        await rm(from, { force: true });
        throw error;
      }
      await syncFolder(to.folder);
    },
    async get(id) {
      try {
        return await readFile(place(id).path);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(id) {
      await rm(place(id).path, { force: true });
    },
  };
}

/** A new name is durable only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function clean(unfinished: string): Promise<void> {
  const before = Date.now() - LEFT;
  for (const name of (await readdir(unfinished)).slice(0, MOST_LEFT)) {
    const path = join(unfinished, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < before) await rm(path, { force: true });
  }
}
