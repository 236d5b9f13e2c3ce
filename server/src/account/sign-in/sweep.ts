// Deletes expired rows: counts, codes, tokens, steps and challenges that cannot be used any more.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IdentityTables } from '../identity/index.ts';
import type { TokenLives } from '../../app/settings/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Interval of sweeps, ms. */
const EVERY = HOUR;
/** Rows per delete statement, and statements per table in one sweep. */
const BATCH = 5_000;
const BATCHES_MOST = 200;
/** How long ended sessions are kept for questions about them, ms. */
const SESSIONS_KEPT = 90 * DAY;

/** Expired rows by table: a condition at a given time. */
const over: Readonly<Record<string, (time: number, lives: TokenLives) => RawBuilder<unknown>>> = {
  login_attempts: (time) => sql`window_start < ${time - DAY} and locked_until < ${time}`,
  verification_codes: (time) => sql`created_at < ${time - 2 * DAY}`,
  session_tokens: (time) => sql`until < ${time - HOUR}`,
  sessions: (time, { refresh }) => sql`coalesce(ended_at, last_seen + ${refresh}) < ${time - SESSIONS_KEPT}`,
  login_steps: (time) => sql`expires_at < ${time}`,
  used_passkey_challenges: (time) => sql`expires_at < ${time - HOUR}`,
};

export interface SignInSweep {
  /** Deletes expired rows; also runs by itself every hour. Returns how many. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts sweeping. `onFault` receives the error of a failed sweep; the next one tries again. */
export function createSweep(
  db: Kysely<IdentityTables>,
  lives: TokenLives,
  now: () => number,
  onFault: (error: unknown) => void,
): SignInSweep {
  async function sweep(): Promise<number> {
    let gone = 0;
    for (const [table, condition] of Object.entries(over))
      for (let batch = 0; batch < BATCHES_MOST; batch += 1) {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where ctid in (
            select ctid from ${sql.table(table)} where ${condition(now(), lives)} limit ${BATCH})`.execute(db);
        gone += Number(numAffectedRows);
        if (numAffectedRows < BATCH) break;
      }
    return gone;
  }

  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch(onFault)
      .finally(() => (sweeping = undefined));
  }, EVERY);
  timer.unref();

  return {
    sweep,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
