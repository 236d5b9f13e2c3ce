// Transactions that custody does not know and that spend what a payment spends: a forgotten fee bump, or another's.

import { CONFIRMATIONS, expectCost } from '../chain/index.ts';
import type { Chain, Rival } from '../rail/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { attemptsOf } from './plan.ts';
import { readPlan } from './plan-text.ts';
import { foreignWords, haltForeign } from './foreign.ts';
import { rivalOf } from './proof.ts';
import type { Row } from './row.ts';
import { forgottenCap, finish, confirm } from './confirm.ts';
import type { Signed } from './attempt.ts';

/**
 * Whether another transaction in a block uses what the payment spends. One that pays the same counts as the payment;
 * two people decide on any other.
 */
export async function conflicts(
  context: WithdrawalContext,
  chain: Chain,
  row: Row,
  sent: readonly Signed[],
): Promise<boolean> {
  const { db, onFault } = context.parts;
  const [latest] = sent;
  const rival = await rivalOf(context, chain, sent, new Set(sent.map(({ txid }) => txid)), row.conflict);
  const conflict = rival === undefined || rival.pays ? null : rival.txid;
  if (conflict !== row.conflict) {
    if (conflict !== null) {
      onFault(new Error(`expected withdrawal ${row.id} to be paid on ${chain.name}, ${conflict} spends what pays it`));
      const words = foreignWords(conflict, `what pays withdrawal ${row.id}`);
      await haltForeign(db, context.treasury, chain, conflict, words);
    }
    await db.updateTable('custody_withdrawals').set({ conflict }).where('id', '=', row.id).execute();
  }
  if (rival === undefined || latest === undefined) return false;
  if (rival.pays) await adopt(context, row, chain, latest, rival);
  return true;
}

/** Adopts a fee bump that an older database has forgotten as the payment, once it is twelve blocks deep. */
async function adopt(
  context: WithdrawalContext,
  row: Row,
  chain: Chain,
  latest: Signed,
  { txid, feeCap }: Rival,
): Promise<void> {
  const status = await chain.node.status(txid);
  if (status.state !== 'included' || !status.done) return;
  if ((await context.follower(chain.name).confirmations(status.height, status.blockHash)) < CONFIRMATIONS) return;
  const plan = readPlan(latest.plan);
  expectCost(chain, { payment: plan.payment, feeCap: feeCap ?? forgottenCap(chain, plan) }, txid, status);
  context.parts.onFault(
    new Error(
      `expected withdrawal ${row.id} to be paid by ${latest.txid}, ${txid} paid it: an older database was restored`,
    ),
  );
  await context.parts.db.updateTable('custody_transactions').set({ txid }).where('id', '=', latest.id).execute();
  await finish(context, row, { ...latest, txid }, status);
  const confirmed = (await attemptsOf(context, row)).find(({ state }) => state === 'confirmed');
  if (confirmed !== undefined) await confirm(context, chain, row, confirmed);
}
