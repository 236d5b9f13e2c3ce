// Recovery codes: each replaces the authenticator for one sign-in. Shown once, stored as keyed hashes.

import { randomInt } from 'node:crypto';
import { keyed } from '../../account/identity/index.ts';
import type { DeskDatabase, DeskTransaction } from '../tables.ts';

/** Codes per person. */
export const RECOVERY_CODES = 10;
/** Without letters and digits that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP = 4;

/** Random letters and digits in groups: 60 bits with three. */
export function newWords(groups = GROUPS): string {
  const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The normalised form of a code or word for comparison. */
export function plainWords(text: string): string {
  return text.replaceAll('-', '').toUpperCase();
}

export interface Recovery {
  /** Generates new codes and voids all earlier ones. */
  renew(tx: DeskTransaction, person: string): Promise<readonly string[]>;
  /** Uses up a code; false: unknown or used. */
  use(person: string, code: string): Promise<boolean>;
  left(person: string): Promise<number>;
}

export function createRecovery(db: DeskDatabase, secret: Buffer, now: () => number): Recovery {
  const hashed = (person: string, code: string) => keyed(secret, 'recovery', person, plainWords(code));
  return {
    async renew(tx, person) {
      const codes = Array.from({ length: RECOVERY_CODES }, () => newWords());
      await tx.deleteFrom('desk_recovery_codes').where('person', '=', person).execute();
      await tx
        .insertInto('desk_recovery_codes')
        .values(codes.map((code) => ({ person, code_hash: hashed(person, code), used_at: null })))
        .execute();
      return codes;
    },

    async use(person, code) {
      const used = await db
        .updateTable('desk_recovery_codes')
        .set({ used_at: String(now()) })
        .where('person', '=', person)
        .where('code_hash', '=', hashed(person, code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return used.numUpdatedRows === 1n;
    },

    async left(person) {
      const row = await db
        .selectFrom('desk_recovery_codes')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('person', '=', person)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}
