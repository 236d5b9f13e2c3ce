// Checks a fund password: five wrong ones lock withdrawals for 24 h, even if they arrive at the same time.

import { sql } from 'kysely';
import { CREDENTIAL_LOCK, IdentityRefusal, wrongField } from '../identity/index.ts';
import type { FundSecret } from './fund-secret.ts';
import type { CredentialParts } from './parts.ts';

/** Wrong fund passwords until withdrawals are locked. */
export const FUND_TRIES = 5;
const CLIENT_HASH = /^[0-9a-f]{64}$/;

export interface FundGuard {
  /**
   * Passes if it is the customer's fund password; returns its stored form.
   * @param field the request field it came in, for refusals.
   * @throws {IdentityRefusal} 400 without one, 1101 if none is set, 1102 with the tries left, 1103 while locked.
   */
  check(userId: string, fundPassword: unknown, field: string): Promise<string>;
}

/** The guard over SQL, which counts tries. */
export function createFundGuard(parts: CredentialParts, secret: FundSecret): FundGuard {
  const { db, standing, messages, now } = parts;
  /**
   * The last check of each customer. Checks run one after the other, so that correct ones sent together do not count as
   * guesses.
   */
  const last = new Map<string, Promise<unknown>>();

  /**
   * Takes one of the five tries before anything is compared, in one statement, so that concurrent guesses cannot share
   * one. The fifth locks at once and unlocks again if it was right; a process that dies in between leaves the lock.
   * Returns undefined if no try is left.
   */
  async function takeTry(userId: string): Promise<{ kept: string; tries: number } | undefined> {
    const time = now();
    const row = await db
      .updateTable('users')
      .set({
        fund_failures: sql<number>`(fund_failures + 1) % ${FUND_TRIES}::int`,
        fund_locked_until: sql<string>`case when fund_failures + 1 >= ${FUND_TRIES}::int
          then ${time + CREDENTIAL_LOCK}::bigint else fund_locked_until end`,
      })
      .where('id', '=', userId)
      .where('fund_password', 'is not', null)
      .where('fund_locked_until', '<=', String(time))
      .returning(['fund_password', 'fund_failures'])
      .executeTakeFirst();
    if (row?.fund_password === undefined || row.fund_password === null) return undefined;
    return { kept: row.fund_password, tries: row.fund_failures === 0 ? FUND_TRIES : row.fund_failures };
  }

  async function refusalOf(userId: string): Promise<IdentityRefusal> {
    const row = await db
      .selectFrom('users')
      .select(['fund_password', 'fund_locked_until'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row || row.fund_password === null)
      return new IdentityRefusal(
        'fundPassword.missing',
        'No fund password is set. Set one in the security centre first.',
      );
    return locked(Number(row.fund_locked_until));
  }

  /** Resets the tries so far; a locked count is only reset by the try that caused the lock. */
  async function passed(userId: string, tries: number): Promise<void> {
    await db
      .updateTable('users')
      .set({ fund_failures: 0, ...(tries === FUND_TRIES ? { fund_locked_until: '0' } : {}) })
      .where('id', '=', userId)
      .$if(tries < FUND_TRIES, (query) => query.where('fund_locked_until', '<=', String(now())))
      .execute();
  }

  async function check(userId: string, fundPassword: unknown, field: string): Promise<string> {
    if (fundPassword === undefined || fundPassword === null || fundPassword === '') {
      const row = await db.selectFrom('users').select('fund_password').where('id', '=', userId).executeTakeFirst();
      if (!row || row.fund_password === null) throw await refusalOf(userId);
      throw wrongField(field, 'required', 'The fund password was expected.');
    }
    if (typeof fundPassword !== 'string' || !CLIENT_HASH.test(fundPassword))
      throw wrongField(field, 'format', 'The fund password was expected as the page hashes it.');
    const taken = await takeTry(userId);
    if (taken === undefined) throw await refusalOf(userId);
    const { kept, tries } = taken;
    if (await secret.matches(kept, userId, fundPassword)) {
      await passed(userId, tries);
      return kept;
    }
    if (tries < FUND_TRIES)
      throw new IdentityRefusal('fundPassword.wrong', 'The fund password is wrong.', { left: FUND_TRIES - tries });
    const until = await standing.credentialChanged(userId);
    await db
      .updateTable('users')
      .set({ fund_failures: 0, fund_locked_until: String(until) })
      .where('id', '=', userId)
      .execute();
    await messages.notice(userId, { kind: 'fundGuessed', time: now(), lockedUntil: until });
    throw locked(until);
  }

  return {
    async check(userId, fundPassword, field) {
      const before = last.get(userId) ?? Promise.resolve();
      const mine = before.then(() => check(userId, fundPassword, field));
      const ended = mine.catch(() => undefined);
      last.set(userId, ended);
      try {
        return await mine;
      } finally {
        if (last.get(userId) === ended) last.delete(userId);
      }
    },
  };
}

function locked(until: number): IdentityRefusal {
  return new IdentityRefusal('fundPassword.locked', 'Too many wrong fund passwords: withdrawals are locked.', {
    until,
  });
}
