// Passkey challenges: each for one browser, one use and one customer (or none yet), single use, five minutes.

import type { Kysely } from 'kysely';
import { type IdentityTables, tokenHash } from '../identity/index.ts';

/** How long a challenge may be answered, ms. */
export const CHALLENGE_LIFE = 300_000;
/** Most challenges per browser; older ones are dropped. */
export const CHALLENGES_MOST = 10;

export type PasskeyUse = 'register' | 'login' | 'step';

export interface ChallengeFor {
  readonly use: PasskeyUse;
  /** Null: any user. */
  readonly userId: string | null;
  /** The browser's cookie. */
  readonly browser: string;
}

export interface Challenges {
  keep(challenge: string, whom: ChallengeFor): Promise<void>;
  /** Uses up a challenge; false: unknown, used, or expired. */
  take(challenge: string, whom: ChallengeFor): Promise<boolean>;
}

/** Challenges over `db`, so that any API process can take the answer. */
export function createChallenges(db: Kysely<IdentityTables>, now: () => number): Challenges {
  return {
    async keep(challenge, { use, userId, browser }) {
      const time = now();
      const mark = tokenHash(browser);
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', String(time)).execute();
      await db
        .deleteFrom('passkey_challenges')
        .where('challenge', 'in', (eb) =>
          eb
            .selectFrom('passkey_challenges')
            .select('challenge')
            .where('browser', '=', mark)
            .orderBy('expires_at', 'desc')
            .offset(CHALLENGES_MOST - 1),
        )
        .execute();
      await db
        .insertInto('passkey_challenges')
        .values({ challenge, use, user_id: userId, browser: mark, expires_at: String(time + CHALLENGE_LIFE) })
        .execute();
    },

    async take(challenge, { use, userId, browser }) {
      const row = await db
        .deleteFrom('passkey_challenges')
        .where('challenge', '=', challenge)
        .where('use', '=', use)
        .where('browser', '=', tokenHash(browser))
        .where('user_id', userId === null ? 'is' : '=', userId)
        .where('expires_at', '>', String(now()))
        .returning('challenge')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
