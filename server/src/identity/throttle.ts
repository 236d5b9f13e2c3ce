// Login throttling: wrong attempts are counted per account and per network address, and lock for a while.

import { type Kysely, sql } from 'kysely';
import { IdentityRefusal } from './refusal.ts';
import type { IdentityTables } from './tables.ts';

/** Within this window the failures are counted, ms. */
const WINDOW = 900_000;
/** How long a lock lasts, ms. */
const LOCK = 900_000;

/** The most failures of a window: of one account, and of one network address over all accounts. */
export const FAILURES_MOST = { account: 5, ip: 50 } as const;

export type Subject = { readonly kind: keyof typeof FAILURES_MOST; readonly name: string };

export interface Throttle {
  /** Refuses with 1003 while any of the subjects is locked. */
  check(subjects: readonly Subject[]): Promise<void>;
  failed(subjects: readonly Subject[]): Promise<void>;
  /** A success clears the subject's count. */
  clear(subject: Subject): Promise<void>;
}

const nameOf = (subject: Subject) => `${subject.kind}:${subject.name}`;

/** A throttle over `db`, so that all edges count together. */
export function createThrottle(db: Kysely<IdentityTables>, now: () => number): Throttle {
  return {
    async check(subjects) {
      const rows = await db
        .selectFrom('login_attempts')
        .select('locked_until')
        .where('subject', 'in', subjects.map(nameOf))
        .execute();
      const until = rows.reduce((latest, row) => Math.max(latest, Number(row.locked_until)), 0);
      if (until > now())
        throw new IdentityRefusal(1003, 'Too many wrong attempts. Wait as long as named, or reset the password.', {
          seconds: Math.ceil((until - now()) / 1_000),
        });
    },

    async failed(subjects) {
      const time = now();
      for (const subject of subjects) {
        const most = FAILURES_MOST[subject.kind];
        await sql`
          insert into login_attempts (subject, failures, window_start, locked_until)
          values (${nameOf(subject)}, 1, ${time}, 0)
          on conflict (subject) do update set
            failures = case when login_attempts.window_start < ${time - WINDOW} then 1 else login_attempts.failures + 1 end,
            window_start = case when login_attempts.window_start < ${time - WINDOW} then ${time} else login_attempts.window_start end,
            locked_until = case
              when login_attempts.window_start >= ${time - WINDOW} and login_attempts.failures + 1 >= ${most} then ${time + LOCK}
              else login_attempts.locked_until end`.execute(db);
      }
    },

    async clear(subject) {
      await db.deleteFrom('login_attempts').where('subject', '=', nameOf(subject)).execute();
    },
  };
}
