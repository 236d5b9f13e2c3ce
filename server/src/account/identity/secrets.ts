// Secrets and tokens: how they are generated and stored.

import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

const TOKEN_BYTES = 32;
const SECRET_BYTES = 32;
/** Without letters and digits that are easily confused. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const INVITE_LENGTH = 8;
const CODE_DIGITS = 6;

/** A new token for a cookie. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored form of a token, used for look-ups. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** A new invite code. */
export function newInviteCode(): string {
  return Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
}

/** A new verification code: six digits. */
export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** Keyed hash, for values too short for a plain hash, and for a session's anti-forgery token. */
export function keyed(secret: Buffer, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The secret with that name, generated and stored at first use; the same in every API process. */
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
