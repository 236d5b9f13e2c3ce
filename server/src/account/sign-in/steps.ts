// The second step of a sign-in: bound to the browser that gave the password, five minutes, five tries, single use.

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { IdentityRefusal, type IdentityTables, tokenHash } from '../identity/index.ts';

/** How long a step is valid, ms. */
export const STEP_LIFE = 300_000;
/** Tries of one step. */
export const STEP_TRIES = 5;
/** Most open steps per account; older ones are dropped. */
export const STEPS_MOST = 10;

export interface Steps {
  /** Opens a step for a customer whose password was right; returns its id. */
  open(userId: string, browser: string): Promise<string>;
  /** The user of a step, without counting a try. @throws 1005 if it has expired, or belongs to another browser. */
  owner(stepId: string, browser: string): Promise<string>;
  /** Counts a try before it is made; returns the user. @throws 1005 as `owner`, and after five tries. */
  attempt(stepId: string, browser: string): Promise<string>;
  /** Closes a step; only one of several concurrent calls succeeds. @throws 1005 for the others. */
  close(stepId: string): Promise<void>;
}

const over = () => new IdentityRefusal('code.expired', 'This sign-in is over. Begin again with the password.');

/** Steps over `db`, so that any API process can take the second one. */
export function createSteps(db: Kysely<IdentityTables>, now: () => number): Steps {
  return {
    async open(userId, browser) {
      const id = randomUUID();
      const time = now();
      await sql`
        delete from login_steps where expires_at <= ${time} or id in (
          select id from login_steps where user_id = ${userId} order by created_at desc offset ${STEPS_MOST - 1})`.execute(
        db,
      );
      await db
        .insertInto('login_steps')
        .values({
          id,
          user_id: userId,
          browser: tokenHash(browser),
          created_at: String(time),
          expires_at: String(time + STEP_LIFE),
        })
        .execute();
      return id;
    },

    async owner(stepId, browser) {
      const row = await db
        .selectFrom('login_steps')
        .select('user_id')
        .where('id', '=', stepId)
        .where('browser', '=', tokenHash(browser))
        .where('expires_at', '>', String(now()))
        .where('attempts', '<', STEP_TRIES)
        .executeTakeFirst();
      if (!row) throw over();
      return String(row.user_id);
    },

    async attempt(stepId, browser) {
      const row = await db
        .updateTable('login_steps')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', '=', stepId)
        .where('browser', '=', tokenHash(browser))
        .where('expires_at', '>', String(now()))
        .where('attempts', '<', STEP_TRIES)
        .returning('user_id')
        .executeTakeFirst();
      if (!row) throw over();
      return String(row.user_id);
    },

    async close(stepId) {
      const row = await db.deleteFrom('login_steps').where('id', '=', stepId).returning('id').executeTakeFirst();
      if (!row) throw over();
    },
  };
}
