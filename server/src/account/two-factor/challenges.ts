// Passkey challenges: each for one browser, one use and one customer (or none yet), single use, five minutes.

import { type Kysely, sql } from 'kysely';
import { sourceOf } from '../devices/index.ts';
import { type IdentityTables, tokenHash } from '../identity/index.ts';

/** How long a challenge may be answered, ms. */
export const CHALLENGE_LIFE = 300_000;
/**
 * Most challenges that wait: of a browser, of an account, and of a network address, whatever browsers it claims to be. Older
 * ones are dropped.
 */
export const CHALLENGES_MOST = { browser: 10, user_id: 20, source: 100 } as const;

export type PasskeyUse = 'register' | 'login' | 'step';

export interface ChallengeFor {
  readonly use: PasskeyUse;
  /** Null: any user. */
  readonly userId: string | null;
  /** The browser's cookie. */
  readonly browser: string;
}

export interface Challenges {
  /** `ip`: the address that asks for it. */
  keep(challenge: string, whom: ChallengeFor, ip: string): Promise<void>;
  /** Uses up a challenge; false: unknown, used, or expired. */
  take(challenge: string, whom: ChallengeFor): Promise<boolean>;
}

/** Challenges over `db`, so that any API process can take the answer. */
export function createChallenges(db: Kysely<IdentityTables>, now: () => number): Challenges {
  return {
    async keep(challenge, { use, userId, browser }, ip) {
      const time = now();
      const whose = { browser: tokenHash(browser), user_id: userId, source: tokenHash(sourceOf(ip)) };
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', String(time)).execute();
      for (const column of ['browser', 'user_id', 'source'] as const) {
        if (whose[column] === null) continue;
        await sql`
          delete from passkey_challenges where challenge in (
            select challenge from passkey_challenges where ${sql.ref(column)} = ${whose[column]}
            order by expires_at desc offset ${CHALLENGES_MOST[column] - 1})`.execute(db);
      }
      await db
        .insertInto('passkey_challenges')
        .values({ challenge, use, ...whose, expires_at: String(time + CHALLENGE_LIFE) })
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
