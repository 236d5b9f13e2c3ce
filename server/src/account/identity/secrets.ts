// Secrets and tokens: how they are drawn, and in what form they are kept.

import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

const TOKEN_BYTES = 32;
const SECRET_BYTES = 32;
/** No letters or digits that are mistaken for each other. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const INVITE_LENGTH = 8;
const CODE_DIGITS = 6;

/** A fresh token for a cookie. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The form in which a token is kept and looked up. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** A fresh invite code. */
export function newInviteCode(): string {
  return Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
}

/** A fresh code to send: six digits. */
export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** Keyed hash, for values too short to be hashed alone, and for the anti-forgery value of a session. */
export function keyed(secret: Buffer, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}

/** Compares two texts without telling by time where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The secret of that name, drawn and stored at its first use; the same for every edge. */
export async function namedSecret(db: Kysely<IdentityTables>, name: string): Promise<Buffer> {
  await db
    .insertInto('identity_secrets')
    .values({ name, value: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('identity_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
