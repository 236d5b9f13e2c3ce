// Customers' pictures: re-encoded, sealed and stored; opened for their owner and for the desk.

import { createHmac, randomBytes } from 'node:crypto';
import type { UploadPurpose } from '@vitrine/contract';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { FileAnswer, UploadedFile } from '../../api/call/index.ts';
import type { Vault } from '../vault/index.ts';
import { DECODERS } from './decoder.ts';
import { createGate } from './gate.ts';
import { AVATAR_SIDE, MAX_SIDE, PICTURE_TYPE, redraw } from './picture.ts';
import type { FileStore } from './store.ts';
import { startSweep } from './sweep.ts';
import type { FileTables } from './tables.ts';
import { countBytes, countUpload } from './use.ts';

const ID_BYTES = 16;
/** Most pictures waiting to be decoded; further ones are rejected with 503. */
const WAITING = 24;
/**
 * Most pictures of one account at once, including waiting ones: a document has three photos, each sent at most twice.
 * Further ones are rejected with 429.
 */
const EACH = 6;
/** Most characters shown of a file's name. */
const MAX_NAME = 100;

const sides: Readonly<Record<UploadPurpose, number>> = {
  kyc: MAX_SIDE,
  recharge: MAX_SIDE,
  loan: MAX_SIDE,
  chat: MAX_SIDE,
  avatar: AVATAR_SIDE,
};

/** Metadata of a stored picture. */
export interface KeptFile {
  readonly id: string;
  readonly purpose: UploadPurpose;
  /** Keyed hash: equal if the same picture was sent twice. */
  readonly digest: string;
}

export interface Files {
  /**
   * Stores a picture for a customer; if unused it is deleted after 24 h.
   * @throws {IdentityRefusal} 5003 no picture, 5004 damaged, 413 no space, 429 too many today, 503 too many at once.
   */
  put(
    userId: string,
    purpose: UploadPurpose,
    file: UploadedFile,
  ): Promise<{ link: string; name: string; size: number }>;
  /** A picture of that customer; undefined for another's, as for a missing one. */
  ofOwner(userId: string, id: string): Promise<KeptFile | undefined>;
  /** The picture itself, whoever owns it: call `ofOwner` first, or log the access (the desk). */
  open(id: string): Promise<FileAnswer | undefined>;
  /**
   * Marks a picture as referenced, so that it stays. Within a transaction that depends on its commit.
   * @returns whether it existed.
   */
  attach(id: string, within?: QueryExecutorProvider): Promise<boolean>;
  /** Marks a picture as unreferenced: it is deleted in 24 h. */
  release(id: string): Promise<void>;
  /** Deletes what was not used for 24 h; also runs regularly by itself. Returns how many were deleted. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

export interface FileParts {
  readonly db: Kysely<FileTables>;
  readonly vault: Vault;
  readonly store: FileStore;
  /** ms UTC. */
  readonly now: () => number;
  /** Receives the error of a failed sweep; the next one tries again. */
  readonly onFault: (error: unknown) => void;
}

const LINK = /^\/api\/file\/([0-9A-Za-z-]{1,64})$/;

/** The id in one of our file links; undefined for any other text. */
export function fileIdOf(link: string): string | undefined {
  return LINK.exec(link)?.[1];
}

/** The link of a file. */
export function linkOf(id: string): string {
  return `/api/file/${id}`;
}

/** Pictures over a store; starts its sweep at once. */
export function createFiles({ db, vault, store, now, onFault }: FileParts): Files {
  const gate = createGate({ atOnce: DECODERS, waiting: WAITING, each: EACH });
  const digestKey = vault.derive('file-digest');
  const sweep = startSweep(db, store, now, onFault);

  return {
    async put(userId, purpose, file) {
      const time = now();
      await countUpload(db, userId, time);
      const bytes = await gate.run(userId, () => redraw(file.bytes, sides[purpose]));
      const id = randomBytes(ID_BYTES).toString('hex');
      const size = bytes.length;
      // The row first: bytes without a row would never be found again, a row without bytes is swept.
      await db.transaction().execute(async (within) => {
        await countBytes(within, userId, size);
        await within
          .insertInto('files')
          .values({
            id,
            user_id: userId,
            purpose,
            state: 'storing',
            type: PICTURE_TYPE,
            size,
            digest: createHmac('sha256', digestKey).update(bytes).digest('base64url'),
            created_at: String(time),
            unused_since: String(time),
          })
          .execute();
      });
      await store.put(id, vault.seal(bytes, placeOf(id)));
      await db
        .updateTable('files')
        .set({ state: 'kept' })
        .where('id', '=', id)
        .where('state', '=', 'storing')
        .execute();
      return { link: linkOf(id), name: shownName(file.name), size };
    },

    async ofOwner(userId, id) {
      const row = await db
        .selectFrom('files')
        .select(['id', 'purpose', 'digest'])
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('state', '=', 'kept')
        .executeTakeFirst();
      return row && { ...row, purpose: row.purpose as UploadPurpose };
    },

    async open(id) {
      const row = await db
        .selectFrom('files')
        .select(['id', 'type'])
        .where('id', '=', id)
        .where('state', '=', 'kept')
        .executeTakeFirst();
      const sealed = row && (await store.get(row.id));
      return row && sealed && { type: row.type, bytes: vault.open(sealed, placeOf(row.id)) };
    },

    async attach(id, within = db) {
      const found = await sql`
        update files set unused_since = null where id = ${id} and state = 'kept' returning id`.execute(within);
      return found.rows.length > 0;
    },

    async release(id) {
      await db
        .updateTable('files')
        .set({ unused_since: String(now()) })
        .where('id', '=', id)
        .where('unused_since', 'is', null)
        .execute();
    },

    sweep: sweep.run,
    stop: sweep.stop,
  };
}

/** The context that a sealed file is bound to. */
function placeOf(id: string): string {
  return `file:${id}`;
}

/** A name that is safe to show: no path, no invisible characters. */
function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_NAME);
}
