// Withdrawals to a bank card are paid manually: two people confirm that the bank sent it, with its reference, or that
// it was returned. The first one recorded counts; the exchange is asked until it accepts.

import type { FundsReason } from '@vitrine/contract';
import { asRefusalCode, Refusal, refuse, refuseField } from '../../api/call/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { coreIdOf, STEP, stepCommand } from './plan.ts';
import { CORE, isChain, type Row, setStage, tell } from './row.ts';
import { DONE } from '@vitrine/core';

type CardRow = Pick<Row, 'reference' | 'returned_at'>;

/** The result of a card withdrawal that the exchange has forgotten; undefined: none recorded. */
export function cardEnd({ reference, returned_at: returned }: CardRow): number | undefined {
  if (reference !== null) return CORE.confirmed;
  return returned === null ? undefined : CORE.failed;
}

/** Continues with what two people confirmed; does nothing if they have not. */
export async function goOn(context: WithdrawalContext, row: Row): Promise<void> {
  if (row.reference !== null) await confirmPaid(context, row);
  else if (row.returned_at !== null) await giveBack(context, row);
}

/** `Withdrawals.paid` for a row. @throws 404, 3107, 400 reference; or what the exchange rejects. */
export async function paidUnder(context: WithdrawalContext, row: Row, reference: string): Promise<void> {
  const { db } = context.parts;
  if (isChain(row.network)) throw refuse('request.notFound');
  if (row.reference !== null && row.reference !== reference) throw refuse('withdrawal.final');
  const used = await db
    .selectFrom('custody_withdrawals')
    .select('id')
    .where('network', '=', row.network)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (used !== undefined && used.id !== row.id) throw refuseField('reference', 'range');
  const written = await db
    .updateTable('custody_withdrawals')
    .set({ reference })
    .where('id', '=', row.id)
    .where('stage', 'in', ['approved', 'signed', 'confirmed'])
    .where('returned_at', 'is', null)
    // Another operator's reference, recorded since the row was read, remains.
    .where((is) => is.or([is('reference', 'is', null), is('reference', '=', reference)]))
    .executeTakeFirst();
  if (written.numUpdatedRows === 0n) throw refuse('withdrawal.final');
  await confirmPaid(context, row);
}

/** `Withdrawals.returned` for a row. @throws 404, 3107; or what the exchange rejects. */
export async function cameBack(
  context: WithdrawalContext,
  row: Row,
  why: FundsReason,
  note: string | null,
): Promise<void> {
  const { db, now } = context.parts;
  if (isChain(row.network)) throw refuse('request.notFound');
  await db
    .updateTable('custody_withdrawals')
    .set({ returned_at: String(now()), reason: why, note })
    .where('id', '=', row.id)
    .where('stage', '=', 'approved')
    .where('reference', 'is', null)
    .where('returned_at', 'is', null)
    .execute();
  const own = await read(context, row);
  // Confirmed before: done once, with the first reason.
  if (own.returned_at === null) throw refuse('withdrawal.final');
  await giveBack(context, own);
}

function read({ parts }: WithdrawalContext, { id }: Row): Promise<Row> {
  return parts.db.selectFrom('custody_withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Advances the exchange one step from a status, unless it is beyond. @throws {Refusal} if it refuses. */
async function take({ parts, funds }: WithdrawalContext, row: Row, from: number, step: number): Promise<void> {
  const coreId = coreIdOf(row);
  if (funds.withdrawal(coreId)?.status !== from) return;
  const { code } = await parts.link.submit(stepCommand(coreId, step));
  // Another operator or process was faster: its answer counts.
  if (code !== DONE && funds.withdrawal(coreId)?.status === from) throw new Refusal(asRefusalCode(code));
}

async function confirmPaid(context: WithdrawalContext, row: Row): Promise<void> {
  await take(context, row, CORE.approved, STEP.sign);
  await take(context, row, CORE.signed, STEP.confirm);
  await end(context, row, CORE.confirmed, 'confirmed');
}

async function giveBack(context: WithdrawalContext, row: Row): Promise<void> {
  await take(context, row, CORE.approved, STEP.fail);
  await end(context, row, CORE.failed, 'failed');
}

/** Records the end once the exchange has it. */
async function end(context: WithdrawalContext, row: Row, status: number, stage: 'confirmed' | 'failed'): Promise<void> {
  if ((context.funds.withdrawal(coreIdOf(row))?.status ?? status) !== status) return;
  if (await setStage(context.parts.db, await read(context, row), stage, context.parts.now()))
    await tell(context, row.id);
}
