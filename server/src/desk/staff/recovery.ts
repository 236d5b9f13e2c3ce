// Recovery codes: each opens one sign-in in place of the authenticator. Shown once, kept as keyed hashes.

import { randomInt } from 'node:crypto';
import { keyed } from '../../account/identity/index.ts';
import type { DeskDatabase, DeskTransaction } from '../tables.ts';

/** Codes of a person. */
export const RECOVERY_CODES = 10;
/** No letters or digits that are mistaken for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP = 4;

/** Some letters and digits in groups: 60 bits with three. */
export function newWords(groups = GROUPS): string {
  const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A code or word as it is compared: however it was typed. */
export function plainWords(text: string): string {
  return text.replaceAll('-', '').toUpperCase();
}

export interface Recovery {
  /** New codes in place of all before. */
  renew(tx: DeskTransaction, person: string): Promise<readonly string[]>;
  /** Uses a code up; false: it is none, or was used. */
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
