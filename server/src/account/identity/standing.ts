// A customer's standing: verification stage and locks. SQL holds the reasons; the exchange holds the effective values
// and receives every change. A change lost in a crash is sent at the next start; expiring locks are sent in time.

import { CODE, type Lock } from '@vitrine/contract';
import type { UserId } from '@vitrine/core';
import { LOCK } from '@vitrine/core/enum';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { IdentityTables } from './tables.ts';

/** How long withdrawals stay locked after a credential changed, ms. */
export const CREDENTIAL_LOCK = 24 * 3_600_000;
/** Interval of checks for expired locks, ms. */
const SWEEP = 10_000;
/** Most users updated per check. */
const SWEEP_MOST = 500;

/** What changed for a customer: locks or their end, or a verification stage. */
export type StandingChange = 'locks' | 'kyc';

/** Locks as shown to the customer. `until`: end of the lock after a changed credential, ms UTC. */
export function locksOf(bits: number, until: number, now: number): Lock[] {
  const isFrozen = (bits & LOCK.frozen) !== 0;
  return [
    ...(isFrozen ? [{ kind: 'frozen' as const, until: null }] : []),
    ...((bits & LOCK.withdrawals) !== 0
      ? // A frozen account stays locked, however old the change of a credential is.
        [{ kind: 'withdrawal' as const, until: !isFrozen && until > now ? until : null }]
      : []),
  ];
}

export interface Standing {
  /**
   * After a credential changed: locks withdrawals for 24 h from now. Returns until when, ms UTC.
   * @throws {IntakeError} 503 while the clock is behind: the lock would end with that.
   */
  credentialChanged(userId: string): Promise<number>;
  /** The customer freezes the account: orders, withdrawals, keys. */
  freeze(userId: string): Promise<void>;
  /** After two staff members removed the freeze in the exchange. */
  unfrozen(userId: string): Promise<void>;
  /** A verification stage was passed (or revoked). */
  setStage(userId: string, stage: 0 | 1 | 2): Promise<void>;
  /** Signals a verification change that the exchange does not receive: submitted, or refused. */
  verificationChanged(userId: string): void;
  /** Calls `listener` for changes without a command of the exchange; returns a function that stops it. */
  onChange(listener: (userId: string, what: StandingChange) => void): () => void;
  /** Sends outstanding changes to the exchange; also runs regularly by itself. Returns how many were sent. */
  sweep(): Promise<number>;
  stop(): void;
}

/**
 * Standing over `db`; starts its sweep at once. `onFault` receives the error of a failed sweep; the next one tries
 * again. `waitsFrom`: from when a lock counts, ms UTC.
 */
export function createStanding(
  db: Kysely<IdentityTables>,
  link: ExchangeLink,
  now: () => number,
  onFault: (error: unknown) => void,
  waitsFrom: () => number = now,
): Standing {
  const wanted = (row: { kyc_stage: number; frozen_at: string | null; withdrawals_locked_until: string }) => {
    const frozen = row.frozen_at === null ? 0 : LOCK.frozen | LOCK.withdrawals;
    const locked = Number(row.withdrawals_locked_until) > now() ? LOCK.withdrawals : 0;
    return { stage: row.kyc_stage, locks: frozen | locked };
  };

  /**
   * Sends one user's standing to the exchange if it differs from the last one sent. One at a time for each user: of two
   * that were read before either was sent, the older could arrive last and take a new lock away.
   */
  function send(userId: string): Promise<boolean> {
    return db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`standing ${userId}`}, 0))`.execute(transaction);
      return sendNow(transaction, userId);
    });
  }

  async function sendNow(transaction: Transaction<IdentityTables>, userId: string): Promise<boolean> {
    const row = await transaction
      .selectFrom('users')
      .select(['core_user', 'kyc_stage', 'frozen_at', 'withdrawals_locked_until', 'standing_sent'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row || row.core_user === null) return false;
    const { stage, locks } = wanted(row);
    const text = `${stage}:${locks}`;
    if ((row.standing_sent ?? '0:0') === text) return false;
    const user = Number(row.core_user) as UserId;
    const outcome = await link.submit({ name: 'user.set', user, stage, locks });
    if (outcome.code !== CODE.ok) throw new Error(`expected user.set to be accepted, got ${outcome.code}`);
    await transaction.updateTable('users').set({ standing_sent: text }).where('id', '=', userId).execute();
    return true;
  }

  let stopped = false;

  async function sweep(): Promise<number> {
    const rows = await sql<{ id: string }>`
      select id from users
      where core_user is not null
        and coalesce(standing_sent, '0:0') <> kyc_stage || ':' ||
          (case when frozen_at is not null then ${LOCK.frozen | LOCK.withdrawals}
                when withdrawals_locked_until > ${now()} then ${LOCK.withdrawals} else 0 end)
      order by id limit ${SWEEP_MOST}`.execute(db);
    let sent = 0;
    for (const { id } of rows.rows) {
      if (stopped) break;
      if (await send(String(id))) sent += 1;
    }
    return sent;
  }

  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch(onFault)
      .finally(() => (sweeping = undefined));
  }, SWEEP);
  timer.unref();

  const listeners = new Set<(userId: string, what: StandingChange) => void>();
  const say = (userId: string, what: StandingChange): void => {
    for (const listener of listeners) listener(userId, what);
  };

  async function change(userId: string, set: Record<string, unknown>): Promise<void> {
    await db.updateTable('users').set(set).where('id', '=', userId).execute();
    // No command is sent if nothing changes for the exchange, such as a lock that only ends later.
    if (!(await send(userId))) say(userId, 'locks');
  }

  return {
    async credentialChanged(userId) {
      const time = waitsFrom();
      const until = time + CREDENTIAL_LOCK;
      await change(userId, { credential_changed_at: String(time), withdrawals_locked_until: String(until) });
      return until;
    },
    freeze: (userId) => change(userId, { frozen_at: String(now()) }),
    // The exchange has already cleared its bits; sending them again does not change that.
    unfrozen: (userId) => change(userId, { frozen_at: null }),
    setStage: (userId, stage) => change(userId, { kyc_stage: stage }),
    verificationChanged: (userId) => say(userId, 'kyc'),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    sweep,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
