// Passkey challenges: each for one browser, one use and one customer (or none yet), single use, five minutes. A challenge carries
// its end and a MAC over all of this, so nothing is stored until it is answered: nobody's challenge can push out another's.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';

/** How long a challenge may be answered, ms. */
export const CHALLENGE_LIFE = 300_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;

export type PasskeyUse = 'register' | 'login' | 'step';

export interface ChallengeFor {
  readonly use: PasskeyUse;
  /** Null: any user. */
  readonly userId: string | null;
  /** The browser's cookie. */
  readonly browser: string;
}

export interface Challenges {
  make(whom: ChallengeFor): Uint8Array<ArrayBuffer>;
  /** Uses up a challenge; false: not made for this, used, or expired. */
  take(challenge: string, whom: ChallengeFor): Promise<boolean>;
}

/**
 * Challenges sealed by `secret`, which all API processes share: any of them can take the answer. `db` remembers those that
 * were used.
 */
export function createChallenges(db: Kysely<IdentityTables>, secret: Buffer, now: () => number): Challenges {
  const macOf = (content: Buffer, { use, userId, browser }: ChallengeFor) =>
    createHmac('sha256', secret)
      .update(content)
      .update(JSON.stringify([use, userId, browser]))
      .digest()
      .subarray(0, MAC_BYTES);

  /** When a challenge made for `whom` expires; undefined for any other text. */
  function expiryOf(challenge: string, whom: ChallengeFor): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    // Two encodings of the same bytes would count as two challenges.
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge)
      return undefined;
    const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(content.length), macOf(content, whom))) return undefined;
    return content.readUIntBE(NONCE_BYTES, TIME_BYTES);
  }

  return {
    make(whom) {
      const content = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
      randomBytes(NONCE_BYTES).copy(content);
      content.writeUIntBE(now() + CHALLENGE_LIFE, NONCE_BYTES, TIME_BYTES);
      return Uint8Array.from(Buffer.concat([content, macOf(content, whom)]));
    },

    async take(challenge, whom) {
      const expires = expiryOf(challenge, whom);
      if (expires === undefined || expires <= now()) return false;
      const first = await db
        .insertInto('used_passkey_challenges')
        .values({ challenge, expires_at: String(expires) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('challenge')
        .executeTakeFirst();
      return first !== undefined;
    },
  };
}
