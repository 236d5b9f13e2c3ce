// A customer's anti-phishing word, shown in every mail of ours, stored sealed.

import type { Kysely } from 'kysely';
import type { Vault } from '../vault/index.ts';
import type { IdentityTables } from './tables.ts';

const placeOf = (userId: string) => `users:${userId}:anti_code`;

/** Seals a customer's word for storage. */
export function sealAntiCode(vault: Vault, userId: string, word: string): Buffer {
  return vault.seal(word, placeOf(userId));
}

/** Opens a stored word; null: none is set. */
export function openAntiCode(vault: Vault, userId: string, sealed: Uint8Array | null): string | null {
  return sealed === null ? null : vault.open(sealed, placeOf(userId)).toString('utf8');
}

/** The anti-phishing word of a customer; null: none is set. */
export async function antiCodeOf(db: Kysely<IdentityTables>, vault: Vault, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('anti_code').where('id', '=', userId).executeTakeFirst();
  return openAntiCode(vault, userId, row?.anti_code ?? null);
}
