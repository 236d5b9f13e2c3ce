// Signed withdrawals with a dead payment: included without effect, cancelled on the chain, or in conflict with another
// transaction in a block.

import { sql } from 'kysely';
import type { StuckWithdrawal } from '../types/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { type Row, whole } from './row.ts';

/** Most rows listed. */
const MOST_LISTED = 50;

/** Condition on withdrawals as `w`: signed, not ended, and whatever used the claims of its round paid nothing. */
const DEAD = sql<boolean>`w.stage in ('signed', 'broadcast') and (w.conflict is not null or exists (
  select 1 from custody_transactions t where t.withdrawal_id = w.id and t.round = w.round
    and (t.state = 'reverted' or (t.kind = 'cancel' and t.state = 'confirmed'))))`;

/** Those of these withdrawals whose payment is dead. */
export async function stuckOf({ parts }: WithdrawalContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await parts.db
    .selectFrom('custody_withdrawals as w')
    .select('w.id')
    .where('w.id', 'in', ids)
    .where(DEAD)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether the same customer or destination already has a dead payment; then no payment may be planned. A contract that
 * rejects payments thus costs the chain's fee once, until two people have checked.
 */
export async function hasDead(
  { parts }: WithdrawalContext,
  { user_id: user, address, network }: Row,
): Promise<boolean> {
  const row = await parts.db
    .selectFrom('custody_withdrawals as w')
    .select('w.id')
    .where('w.network', '=', network)
    .where((is) => is.or([is('w.user_id', '=', user), is('w.address', '=', address)]))
    .where(DEAD)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Number of customers of a coin with reverted payments. */
export async function revertedCustomers({ parts }: WithdrawalContext, { network, coin }: Row): Promise<number> {
  const { users } = await parts.db
    .selectFrom('custody_withdrawals as w')
    .select(({ fn }) => fn.count<string>('w.user_id').distinct().as('users'))
    .where('w.network', '=', network)
    .where('w.coin', '=', coin)
    .where(DEAD)
    .executeTakeFirstOrThrow();
  return whole(users);
}

/** Dead payments, oldest first. */
export async function stuckList({ parts }: WithdrawalContext): Promise<readonly StuckWithdrawal[]> {
  const rows = await parts.db
    .selectFrom('custody_withdrawals as w')
    .select(['w.id', 'w.network', 'w.coin', 'w.changed_at'])
    .where(DEAD)
    .orderBy('w.id')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(({ id, network, coin, changed_at: since }) => ({ id, network, coin, since: whole(since) }));
}
