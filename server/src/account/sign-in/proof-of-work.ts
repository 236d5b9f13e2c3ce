// Proof-of-work challenges for registrations: signed, expiring, single use. They make an account cost its creator
// something, so that one machine does not create thousands. Nothing is stored for a challenge until it is solved.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { workFits } from '@vitrine/contract';
import { IdentityRefusal } from '../identity/index.ts';

/** How long a challenge may be solved, ms. */
export const WORK_LIFE = 600_000;
/** Most solved challenges remembered, each until it expires. Beyond that registrations wait until one expires. */
const SPENT_MOST = 50_000;
const NONCE_BYTES = 12;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const KEY_BYTES = 32;

export interface Challenge {
  /** Required leading zero bits; 0: no proof is needed. */
  readonly bits: number;
  readonly challenge: string;
  /** ms UTC. */
  readonly expires: number;
}

export interface ProofOfWork {
  /** A new challenge. */
  challenge(): Challenge;
  /**
   * Accepts a solved challenge, once. @throws {IdentityRefusal} 1012 if it is not ours, expired, used or not solved.
   */
  take(challenge: string | undefined, solution: string | undefined): void;
}

/**
 * Challenges with this many bits; 0 requires nothing. Their key lives as long as this process: a challenge of a
 * previous process is rejected, and the page requests another.
 */
export function createProofOfWork(bits: number, now: () => number, spentMost: number = SPENT_MOST): ProofOfWork {
  const key = randomBytes(KEY_BYTES);
  /** Solved challenges with their expiry, the earliest first. */
  const spent = new Map<string, number>();

  const macOf = (content: Buffer) => createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES);

  /** Expiry of a challenge of ours; undefined for any other text. */
  function expiryOf(challenge: string): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    // Two encodings of the same bytes would count as two challenges.
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
      if (!fits) throw new IdentityRefusal('work.wrong', 'Solve a fresh challenge of user/registerChallenge.');
      if (spent.size >= spentMost)
        throw new IdentityRefusal('server.notTaking', 'Too many registrations at the moment.');
      spent.set(challenge, expires);
    },
  };
}
