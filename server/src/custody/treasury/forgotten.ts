// Claims of orders that the signer has signed and this database has forgotten, because it is older. Their bytes may be
// nobody's any more: a zero self-transfer takes a nonce, an output is left alone.

import type { HeldClaim } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain, Plan } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { insertPlan, planningOn, sqlClaims } from '../withdrawal/index.ts';

/** A row's number. */
const NUMBER = /^[0-9]{1,18}$/;

export interface ForgottenOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'now' | 'onFault'>;
  readonly chain: Chain;
  /** @throws unless the plan's bytes do what it says */
  readonly check: (plan: Plan) => void;
}

/**
 * Whether a plan of this database is what the signer calls by this name, or will be: a withdrawal that is still to be planned
 * gets the claim that it had, and can be signed with no other.
 */
async function knows(db: CustodyDatabase, { name }: Chain, holder: string): Promise<boolean> {
  const [kind, id = '', round = '0'] = holder.split(':');
  if (!NUMBER.test(id) || !NUMBER.test(round)) return true;
  const found = db.selectFrom('custody_transactions').select('id').where('chain', '=', name).limit(1);
  const row =
    kind === 'withdrawal'
      ? await found.where('withdrawal_id', '=', id).where('round', '=', Number(round)).executeTakeFirst()
      : await found.where('id', '=', id).where('withdrawal_id', 'is', null).executeTakeFirst();
  if (row !== undefined || kind !== 'withdrawal') return row !== undefined;
  const waiting = await db
    .selectFrom('custody_withdrawals')
    .select('id')
    .where('id', '=', id)
    .where('round', '=', Number(round))
    .where('stage', 'in', ['review', 'approved'])
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Gets planning past a claim of a plan: by a zero self-transfer with it, or where the chain needs none by passing it over.
 * Does nothing where the order that has it is known here.
 * @throws {CannotPlan}
 */
export async function freeForgotten(
  { parts: { db, now, onFault }, chain, check }: ForgottenOptions,
  plan: Plan,
  { claim, by: holder }: HeldClaim,
): Promise<void> {
  if (!plan.claims.includes(claim) || (await knows(db, chain, holder))) return;
  const found = `expected ${claim} to be free, the signer signed ${holder} with it, which this database does not know`;
  if (chain.planner.free === undefined) {
    await db
      .insertInto('custody_foreign')
      .values({ chain: chain.name, claim, txid: holder, height: 0, taken_at: String(now()) })
      .onConflict((conflict) => conflict.columns(['chain', 'claim']).doNothing())
      .execute();
    onFault(new Error(`${found}: an older one was restored. Nothing is planned with it any more`));
    return;
  }
  // The node is asked before a connection is taken.
  const made = await chain.planner.free(plan);
  check(made);
  const planned = await planningOn(db, chain.name, async (trx) => {
    const { has } = sqlClaims(trx, chain.name);
    for (const one of made.claims) if (await has(one)) return undefined;
    return insertPlan(trx, made, { kind: 'cancel', attempt: 0, cancels: holder, now: now() });
  });
  if (planned !== undefined)
    onFault(new Error(`${found}: an older one was restored. A zero self-transfer takes its place`));
}
