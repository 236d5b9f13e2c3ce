// The simulator's seed and its published hash: drawn once, hashed into the journal, revealed when it is replaced.

import { createHash, randomBytes } from 'node:crypto';

/** A new seed: 32 bytes in hex. */
export function drawSeed(): string {
  return randomBytes(32).toString('hex');
}

/** SHA-256 of a seed's text as the eight 32-bit words that genesis records. */
export function seedHashOf(seed: string): readonly number[] {
  const hash = createHash('sha256').update(seed.toLowerCase(), 'utf8').digest();
  return Array.from({ length: 8 }, (_, at) => hash.readUInt32BE(at * 4));
}

/** Whether a revealed seed matches the recorded hash. */
export function seedMatches(seed: string, hash: readonly number[]): boolean {
  const own = seedHashOf(seed);
  return hash.length === own.length && own.every((word, at) => word === hash[at]);
}
