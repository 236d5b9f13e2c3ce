// Passwords arrive as hex SHA-256 of `vitrine:` + the NFKC text and are stored as Argon2id of that.

import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { FairQueue } from '../../shared/collection/index.ts';
import { contextPasswords } from './context-words.ts';
import { IdentityRefusal } from './refusal.ts';

/** How many of the most common passwords are rejected (those of an allowed length). */
const COMMON_PASSWORDS = 10_000;
const SHORTEST = 6;
const LONGEST = 20;
/** Argon2id, 19 MiB, two passes, one lane: OWASP's first recommendation. */
const ARGON = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The page's hash of a password: lower-case hex SHA-256 of `vitrine:` and the NFKC text. */
export function clientHash(password: string): string {
  return createHash('sha256')
    .update(`vitrine:${password.normalize('NFKC')}`)
    .digest('hex');
}

/** Passwords hashed at once: each takes a whole core, and the exchange needs the others. */
export const PASSWORDS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** Most passwords in progress and waiting. */
export const PASSWORDS_MOST = 10_000;
const queue = new FairQueue<string>(PASSWORDS_AT_ONCE);
let asked = 0;

/** Runs work on a password when its owner's turn comes. @throws {IdentityRefusal} 503 if too many wait. */
async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if (asked >= PASSWORDS_MOST)
    throw new IdentityRefusal('server.notTaking', 'Too many passwords are being checked. Try again soon.');
  asked += 1;
  try {
    return await queue.run(owner, work);
  } finally {
    asked -= 1;
  }
}

let common: ReadonlySet<string> | undefined;

/**
 * Whether a client hash is that of one of the most common passwords, or of an obvious guess here. The list is hashed at
 * first use.
 */
export function isCommon(passwordHash: string): boolean {
  common ??= new Set(
    [
      ...dictionary['passwords-common']
        .map(String)
        .filter((word) => word.length >= SHORTEST && word.length <= LONGEST)
        .slice(0, COMMON_PASSWORDS),
      ...contextPasswords(),
    ].map(clientHash),
  );
  return common.has(passwordHash);
}

/**
 * The stored form of a client hash.
 * @param owner who waits for it: an account, or before that a network address. Owners take turns.
 */
export function seal(passwordHash: string, owner: string): Promise<string> {
  return inTurn(owner, () => hash(passwordHash, ARGON));
}

let decoy: Promise<string> | undefined;

/**
 * Whether a client hash matches the stored form. Without an account (`kept` undefined) the same work is done against a
 * decoy, so that timing does not reveal whether the account exists. Owners take turns, as for `seal`.
 */
export function matches(kept: string | undefined, passwordHash: string, owner: string): Promise<boolean> {
  return inTurn(owner, async () => {
    decoy ??= hash(clientHash('no account has this'), ARGON);
    const answer = await verify(kept ?? (await decoy), passwordHash);
    return kept !== undefined && answer;
  });
}
