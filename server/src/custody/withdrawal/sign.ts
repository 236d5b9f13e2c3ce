// Signing a plan: the bytes are stored before they are used, and every signing must return the same ones.

import { hasPassed } from '../elapsed.ts';
import { type SignOrder, SignerRefusal } from '../types/index.ts';
import type { Chain, Plan } from '../rail/index.ts';
import { REFUSED_REST, type WithdrawalContext } from './parts.ts';
import { checkPlan, expectSpend, isUnsigned, orderIdOf, orderOf, planAgain } from './plan.ts';
import { readPlan } from './plan-text.ts';
import { type Row, type Sent, whole } from './row.ts';
import { waitOf } from './waits.ts';
import { type Signed, isSigned, isCancel } from './attempt.ts';

/** Has a plan signed, and stores the bytes before anything else is done with them. */
export async function sign(
  context: WithdrawalContext,
  chain: Chain,
  row: Row,
  sent: Sent,
): Promise<Signed | undefined> {
  const { parts, signer, addresses } = context;
  const plan = readPlan(sent.plan);
  const order = isCancel(sent)
    ? cancelOrder(context, chain, row, plan, sent.round)
    : orderOf(context, chain, row, plan, sent.round);
  const { payment } = order;
  let raw: Uint8Array;
  try {
    raw = await signer.sign(order);
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    // It agreed before, so its keeper changed its limits, or it forgot. The bytes do not exist: another plan may be
    // signed.
    parts.onFault(error);
    context.waits.note(row.id, waitOf(error));
    if (isUnsigned(sent) && hasPassed(whole(sent.created_at), REFUSED_REST, parts.now()))
      await planAgain(context, row, sent);
    return undefined;
  }
  expectSpend(chain, raw, plan, payment, chain.codec.address(addresses.publicKeyOf(chain.name)(plan.source)));
  const txid = chain.codec.txid(raw);
  const bytes = Buffer.from(raw);
  await parts.db
    .updateTable('custody_transactions')
    .set({ raw: bytes, txid, state: 'signed', changed_at: String(parts.now()) })
    .where('id', '=', sent.id)
    .where('raw', 'is', null)
    .execute();
  const stored = await parts.db
    .selectFrom('custody_transactions')
    .selectAll()
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow();
  if (!isSigned(stored) || !stored.raw.equals(bytes))
    throw new Error(`expected the same bytes for transaction ${sent.id} at every signing`);
  return stored;
}

export function cancelOrder(context: WithdrawalContext, chain: Chain, row: Row, plan: Plan, round: number): SignOrder {
  const { payment, source } = plan;
  const unsigned = checkPlan(context, chain, plan, payment);
  return { id: `cancel:${orderIdOf(row, round)}`, chain: chain.name, unsigned, payment, source };
}
