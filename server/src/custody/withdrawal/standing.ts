// Identity's data about a customer that matters for a withdrawal: account age, recent changes, locks.

import type { WithdrawalLimits } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Customer } from '../types/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { type Sql, whole } from './row.ts';

/** Times in ms UTC; null: never. */
export interface CustomerStanding {
  readonly since: number;
  readonly frozen: number | null;
  readonly credentialChanged: number | null;
  /** 0: not locked. */
  readonly lockedUntil: number;
  readonly fundPassword: boolean;
  readonly fundLockedUntil: number;
}

interface UserRow {
  readonly created_at: string;
  readonly frozen_at: string | null;
  readonly credential_changed_at: string | null;
  readonly withdrawals_locked_until: string;
  readonly fund_password: boolean;
  readonly fund_locked_until: string;
}

/** Undefined: no such customer. Identity's table is in the same database. */
export async function standingOf(db: Sql, userId: string): Promise<CustomerStanding | undefined> {
  const { rows } = await sql<UserRow>`
    select created_at::text, frozen_at::text, credential_changed_at::text, withdrawals_locked_until::text,
      fund_password is not null as fund_password, fund_locked_until::text
    from users where id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    since: whole(row.created_at),
    frozen: row.frozen_at === null ? null : whole(row.frozen_at),
    credentialChanged: row.credential_changed_at === null ? null : whole(row.credential_changed_at),
    lockedUntil: whole(row.withdrawals_locked_until),
    fundPassword: row.fund_password,
    fundLockedUntil: whole(row.fund_locked_until),
  };
}

/** Current withdrawal locks of a customer. */
export async function locksOf(
  context: WithdrawalContext,
  { userId, coreUser }: Customer,
): Promise<WithdrawalLimits['locks']> {
  const { parts, funds, deposits } = context;
  const standing = await standingOf(parts.db, userId);
  const now = parts.now();
  const locks: WithdrawalLimits['locks'] = [];
  if (standing !== undefined) {
    if (standing.frozen !== null) locks.push({ kind: 'frozen', until: null });
    if (standing.lockedUntil > now) locks.push({ kind: 'credential', until: standing.lockedUntil });
    if (!standing.fundPassword) locks.push({ kind: 'fundPassword', until: null });
    else if (standing.fundLockedUntil > now) locks.push({ kind: 'fundPassword', until: standing.fundLockedUntil });
  }
  if (funds.owes(coreUser)) locks.push({ kind: 'reversal', until: null });
  if (funds.overdue(coreUser)) locks.push({ kind: 'loan', until: null });
  if (await deposits.doubted(userId)) locks.push({ kind: 'doubt', until: null });
  return locks;
}
