// Recovery codes: ten, generated with the first second factor, shown once, single use; stored as keyed hashes.

import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type IdentityTables, keyed } from '../identity/index.ts';

/** Codes per generation. */
export const RECOVERY_CODES = 10;
/** Characters of a code: 50 bits. */
const LENGTH = 10;
const HALF = 5;
/** Without letters and digits that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const FORM = /^[0-9A-Z]{10}$/;

export interface RecoveryCodes {
  /** Generates ten new codes and replaces all older ones. `tx`: the enclosing transaction. */
  draw(userId: string, tx: Kysely<IdentityTables>): Promise<string[]>;
  /** Uses up a code; false: unknown or used. */
  use(userId: string, code: string): Promise<boolean>;
  /** Number of codes left; -1: none were ever generated. */
  left(userId: string): Promise<number>;
}

/** Whether a text can be a recovery code; dashes and letter case are ignored. */
export function isRecoveryCode(text: string): boolean {
  return FORM.test(plain(text));
}

const plain = (text: string) => text.replaceAll('-', '').toUpperCase();

/** Recovery codes over `db`, hashed with `secret`. */
export function createRecoveryCodes(db: Kysely<IdentityTables>, secret: Buffer, now: () => number): RecoveryCodes {
  const hashOf = (userId: string, code: string) => keyed(secret, 'recovery', userId, code);

  return {
    async draw(userId, tx) {
      const codes = Array.from({ length: RECOVERY_CODES }, () =>
        Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
      );
      await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      await tx
        .insertInto('recovery_codes')
        .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code), used_at: null })))
        .execute();
      return codes.map((code) => `${code.slice(0, HALF)}-${code.slice(HALF)}`);
    },

    async use(userId, code) {
      const row = await db
        .updateTable('recovery_codes')
        .set({ used_at: String(now()) })
        .where('user_id', '=', userId)
        .where('code_hash', '=', hashOf(userId, plain(code)))
        .where('used_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async left(userId) {
      const rows = await db.selectFrom('recovery_codes').select('used_at').where('user_id', '=', userId).execute();
      return rows.length === 0 ? -1 : rows.filter((row) => row.used_at === null).length;
    },
  };
}
