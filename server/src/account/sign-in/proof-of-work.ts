// Challenges for registrations: signed, expiring, each taken once. What an account costs its maker, so that one machine does
// not make thousands of them. Nothing is kept of a challenge until it is solved.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { workFits } from '@vitrine/contract';
import { IdentityRefusal } from '../identity/index.ts';

/** How long a challenge may be solved, ms. */
export const WORK_LIFE = 600_000;
/** Solved challenges remembered at once, each until it expires. Beyond that nobody registers until one does. */
const SPENT_MOST = 50_000;
const NONCE_BYTES = 12;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const KEY_BYTES = 32;

export interface Challenge {
  /** Leading zero bits that are asked for; 0: no proof is needed. */
  readonly bits: number;
  readonly challenge: string;
  /** ms UTC. */
  readonly expires: number;
}

export interface ProofOfWork {
  /** A fresh challenge. */
  challenge(): Challenge;
  /** Takes a solved challenge, once. @throws {IdentityRefusal} 1012 when it is none of ours, too late, used or not solved. */
  take(challenge: string | undefined, solution: string | undefined): void;
}

/**
 * Challenges of so many bits; 0 asks for nothing. Their key lives as long as this process: a challenge of the one before is
 * refused, and the page asks for another.
 */
export function createProofOfWork(bits: number, now: () => number, spentMost: number = SPENT_MOST): ProofOfWork {
  const key = randomBytes(KEY_BYTES);
  /** Solved ones with their ends, the first to expire first. */
  const spent = new Map<string, number>();

  const macOf = (content: Buffer) => createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES);

  /** When a challenge of ours expires; undefined for any other text. */
  function expiryOf(challenge: string): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    // Two texts of the same bytes would be two challenges.
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge)
      return undefined;
    const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(content.length), macOf(content))) return undefined;
    return content.readUIntBE(NONCE_BYTES, TIME_BYTES);
  }

  function forgetExpired(time: number): void {
    for (const [one, expires] of spent) {
      if (expires > time) return;
      spent.delete(one);
    }
  }

  return {
    challenge() {
      const expires = now() + WORK_LIFE;
      if (bits === 0) return { bits, challenge: '', expires };
      const content = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
      randomBytes(NONCE_BYTES).copy(content);
      content.writeUIntBE(expires, NONCE_BYTES, TIME_BYTES);
      return { bits, challenge: Buffer.concat([content, macOf(content)]).toString('base64url'), expires };
    },

    take(challenge = '', solution = '') {
      if (bits === 0) return;
      const time = now();
      forgetExpired(time);
      const expires = expiryOf(challenge);
      const fits =
        expires !== undefined && expires > time && !spent.has(challenge) && workFits(challenge, solution, bits);
      if (!fits) throw new IdentityRefusal(1012, 'Solve a fresh challenge of user/registerChallenge.');
      if (spent.size >= spentMost) throw new IdentityRefusal(503, 'Too many registrations at the moment.');
      spent.set(challenge, expires);
    },
  };
}
