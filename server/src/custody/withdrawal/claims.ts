// Plans and their claims, stored together: under one lock per chain, so that nonces are assigned in order.

import { sql } from 'kysely';
import type { Claims, Plan, ChainName } from '../rail/index.ts';
import type { CustodyDatabase, CustodyTransaction } from '../tables.ts';
import { planText, readPlan } from './plan-text.ts';

/** Data stored with a plan. */
export interface PlannedRow {
  readonly kind: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';
  /** Undefined: not a customer's. */
  readonly withdrawal?: string;
  /** Round of its withdrawal; default: the first. */
  readonly round?: number;
  /** 0 the first, 1… fee bumps of `replaces`. */
  readonly attempt: number;
  readonly replaces?: string;
  /** The signer's order whose claims a cancel frees. */
  readonly cancels?: string;
  readonly now: number;
}

/**
 * Runs `work` in one SQL transaction as the only planner of a chain in any process; undefined if another one is
 * planning there.
 */
export function planningOn<T>(
  db: CustodyDatabase,
  chain: ChainName,
  work: (trx: CustodyTransaction) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`custody plan ${chain}`}, 0)) as got`.execute(trx);
    return rows[0]?.got === true ? work(trx) : undefined;
  });
}

/** Current claims: for planning in a transaction of `planningOn`; for reading anywhere. */
export function sqlClaims(trx: CustodyDatabase, chain: ChainName): Claims {
  return {
    async has(claim) {
      const row = await trx
        .selectFrom('custody_claims')
        .select('transaction_id')
        .where('chain', '=', chain)
        .where('claim', '=', claim)
        .union(
          trx
            .selectFrom('custody_foreign')
            .select(sql<string>`0`.as('transaction_id'))
            .where('chain', '=', chain)
            .where('claim', '=', claim),
        )
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async lastNonce(address) {
      const prefix = `nonce:${address}:`;
      // A withdrawn plan leaves a gap, and nothing above a gap is ever included: the gap is assigned first.
      const { rows } = await sql<{ last: string | null }>`
        with used as (
          select distinct substr(claim, ${prefix.length + 1}::int)::bigint as nonce from custody_claims
          where chain = ${chain} and starts_with(claim, ${prefix})
          union
          select substr(claim, ${prefix.length + 1}::int)::bigint from custody_foreign
          where chain = ${chain} and starts_with(claim, ${prefix})
        )
        select min(nonce)::text as last from used
        where not exists (select 1 from used as next where next.nonce = used.nonce + 1)`.execute(trx);
      const last = rows[0]?.last ?? null;
      return last === null ? undefined : Number.parseInt(last, 10);
    },
    async outstanding(address) {
      const rows = await trx
        .selectFrom('custody_transactions as t')
        .select('t.plan')
        .where('t.chain', '=', chain)
        .where('t.state', 'in', ['planned', 'signed', 'broadcast'])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('custody_claims as c')
              .select('c.claim')
              .whereRef('c.transaction_id', '=', 't.id')
              .where(sql<boolean>`starts_with(c.claim, ${`nonce:${address}:`})`),
          ),
        )
        .orderBy('t.id')
        .execute();
      return rows.map(({ plan }) => readPlan(plan));
    },
  };
}

/**
 * Whether a first plan of the hot wallet is not confirmed by exchange and signer yet. Nobody plans after it, so that
 * withdrawing it leaves no gap below another plan.
 */
export async function isUnsettled(trx: CustodyTransaction, chain: ChainName): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select 1 from custody_transactions t left join custody_withdrawals w on w.id = t.withdrawal_id
      where t.chain = ${chain} and t.state = 'planned' and t.raw is null and t.attempt = 0
        and t.kind in ('withdrawal', 'gas', 'cold', 'cancel') and coalesce(w.stage, '') not in ('signed', 'broadcast')
    ) as there`.execute(trx);
  return rows[0]?.there === true;
}

/** Stores a plan and its claims; returns the row's id. A claim of another plan makes the whole transaction fail. */
export async function insertPlan(trx: CustodyTransaction, plan: Plan, row: PlannedRow): Promise<string> {
  if (plan.claims.length === 0) throw new Error(`expected a plan of ${plan.chain} that claims something`);
  const { id } = await trx
    .insertInto('custody_transactions')
    .values({
      ...{ chain: plan.chain, kind: row.kind, withdrawal_id: row.withdrawal ?? null, attempt: row.attempt },
      round: row.round ?? 0,
      ...{ plan: planText(plan), coin: plan.payment.coin, units: plan.payment.units.toString() },
      ...{ to_address: plan.payment.to, state: 'planned', replaces: row.replaces ?? null },
      cancels: row.cancels ?? null,
      ...{ created_at: String(row.now), changed_at: String(row.now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('custody_claims')
    .values(plan.claims.map((claim) => ({ chain: plan.chain, claim, attempt: row.attempt, transaction_id: id })))
    .execute();
  return id;
}

/** Withdraws a plan that was never signed: its claims are free. A signed one stays. */
export async function dropPlan(trx: CustodyTransaction, id: string): Promise<void> {
  const planned = await trx
    .selectFrom('custody_transactions')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .where('raw', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (planned === undefined) return;
  await trx.deleteFrom('custody_claims').where('transaction_id', '=', id).execute();
  await trx.deleteFrom('custody_transactions').where('id', '=', id).execute();
}
