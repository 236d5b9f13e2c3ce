// Throttling: counts attempts per account and per network address before they are tried, and locks for a while.
// Counting first means that concurrent attempts cannot bypass the limit.

import { type Kysely, sql } from 'kysely';
import { IdentityRefusal } from './refusal.ts';
import type { IdentityTables } from './tables.ts';

/** Window in which attempts are counted, ms. */
const WINDOW = 900_000;
/** How long a lock lasts, ms. */
const LOCK = 900_000;

/**
 * The most wrong attempts of a window: of one account, of one account on a browser that signed in to it before, of one network
 * address over all accounts; and the most codes one network address may ask for.
 */
export const FAILURES_MOST = { account: 5, device: 5, ip: 50, codes: 200 } as const;

export type Subject = { readonly kind: keyof typeof FAILURES_MOST; readonly name: string };

export interface Throttle {
  /**
   * Counts an attempt before it is tried. The last one allowed is still tried, and locks.
   * @throws {IdentityRefusal} 1003 with the seconds to wait while any of the subjects is locked; 429 for `codes`.
   */
  attempt(subjects: readonly Subject[]): Promise<void>;
  /** It was right: the count of an account or device begins anew; an address keeps its other failures, this attempt counts no more. */
  passed(subjects: readonly Subject[]): Promise<void>;
  /** Whether a subject is locked now. */
  locked(subject: Subject): Promise<boolean>;
}

const nameOf = (subject: Subject) => `${subject.kind}:${subject.name}`;

/** A throttle over `db`, so that all API processes count together. */
export function createThrottle(db: Kysely<IdentityTables>, now: () => number): Throttle {
  async function lockedUntil(subject: Subject): Promise<number> {
    const row = await db
      .selectFrom('login_attempts')
      .select('locked_until')
      .where('subject', '=', nameOf(subject))
      .executeTakeFirst();
    return Number(row?.locked_until ?? 0);
  }

  /** Counts an attempt; false: the subject is locked, and nothing was counted. */
  async function count(subject: Subject): Promise<boolean> {
    const time = now();
    const most = FAILURES_MOST[subject.kind];
    const { rows } = await sql`
      insert into login_attempts (subject, failures, window_start, locked_until)
      values (${nameOf(subject)}, 1, ${time}, 0)
      on conflict (subject) do update set
        failures = case when login_attempts.window_start <= ${time - WINDOW} then 1 else login_attempts.failures + 1 end,
        window_start = case when login_attempts.window_start <= ${time - WINDOW} then ${time}::bigint else login_attempts.window_start end,
        locked_until = case
          when login_attempts.window_start > ${time - WINDOW} and login_attempts.failures + 1 >= ${most} then ${time + LOCK}::bigint
          else 0 end
      where login_attempts.locked_until <= ${time}
      returning subject`.execute(db);
    return rows.length > 0;
  }

  return {
    async attempt(subjects) {
      for (const subject of subjects) {
        if (await count(subject)) continue;
        const seconds = Math.max(1, Math.ceil(((await lockedUntil(subject)) - now()) / 1_000));
        throw subject.kind === 'codes'
          ? new IdentityRefusal(
              'request.tooFrequent',
              'Too many codes were asked for from here. Wait as long as named.',
              { seconds },
            )
          : new IdentityRefusal(
              'login.locked',
              'Too many wrong attempts. Wait as long as named, or reset the password.',
              {
                seconds,
              },
            );
      }
    },

    async passed(subjects) {
      for (const subject of subjects) {
        if (subject.kind === 'account' || subject.kind === 'device')
          await db.deleteFrom('login_attempts').where('subject', '=', nameOf(subject)).execute();
        else
          await sql`
            update login_attempts set
              failures = greatest(failures - 1, 0),
              locked_until = case when failures - 1 < ${FAILURES_MOST[subject.kind]} then 0 else locked_until end
            where subject = ${nameOf(subject)}`.execute(db);
      }
    },

    locked: async (subject) => (await lockedUntil(subject)) > now(),
  };
}
