// Storage of fund passwords.
//
// A fund password has six digits, so there are only 10^6. Whoever has a copy of the database could try all of them
// against a plain Argon2id within hours. So Argon2id hashes an HMAC of the client hash under a key derived from the
// vault's master key, which is not in the database. Without that key no guess can be tested; with it, each guess still
// costs an Argon2id. The HMAC includes the user id, so that one customer's hash reveals nothing about another's.

import { createHmac } from 'node:crypto';
import { matches, seal } from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';

export interface FundSecret {
  /** The stored form of a client hash. */
  seal(userId: string, clientHash: string): Promise<string>;
  matches(kept: string, userId: string, clientHash: string): Promise<boolean>;
}

/** Fund passwords under a key derived by the vault. */
export function createFundSecret(vault: Vault): FundSecret {
  const key = vault.derive('fund-password');
  const keyed = (userId: string, clientHash: string) =>
    createHmac('sha256', key).update(`${userId}\n${clientHash}`).digest('hex');
  return {
    seal: (userId, clientHash) => seal(keyed(userId, clientHash), userId),
    matches: (kept, userId, clientHash) => matches(kept, keyed(userId, clientHash), userId),
  };
}
