// How a fund password is kept.
//
// It has six digits: only 10^6 there are, and whoever holds a copy of the database could try all of them against a plain
// Argon2id in hours. So what is hashed is an HMAC of the client hash under a key derived from the vault's master key,
// which is not in the database. Without that key no guess can be tried at all; with it Argon2id still costs each one.
// The customer's number is in the HMAC, so that one customer's hash says nothing of another's.

import { createHmac } from 'node:crypto';
import { matches, seal } from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';

export interface FundSecret {
  /** What is kept of a client hash. */
  seal(userId: string, clientHash: string): Promise<string>;
  matches(kept: string, userId: string, clientHash: string): Promise<boolean>;
}

/** Fund passwords under the vault's key. */
export function createFundSecret(vault: Vault): FundSecret {
  const key = vault.derive('fund-password');
  const keyed = (userId: string, clientHash: string) =>
    createHmac('sha256', key).update(`${userId}\n${clientHash}`).digest('hex');
  return {
    seal: (userId, clientHash) => seal(keyed(userId, clientHash), userId),
    matches: (kept, userId, clientHash) => matches(kept, keyed(userId, clientHash), userId),
  };
}
