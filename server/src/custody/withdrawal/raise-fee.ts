// A higher fee for a payment that stays pending, or a zero self-transfer that cancels it.

import { hasPassed } from '../elapsed.ts';
import { SignerRefusal } from '../types/index.ts';
import type { Chain } from '../rail/index.ts';
import { insertPlan, planningOn } from './claims.ts';
import { CANCEL_AFTER, type WithdrawalContext } from './parts.ts';
import { checkPlan, newestOf, orderOf, paymentOf } from './plan.ts';
import { readPlan, sameClaims } from './plan-text.ts';
import { type Row, type Sent, whole } from './row.ts';
import { type Signed, isCancel } from './attempt.ts';
import { cancelOrder } from './sign.ts';

/**
 * A higher fee for the same claims and payment; if that is impossible for long, a zero self-transfer with the claims.
 */
export async function raiseFee(
  context: WithdrawalContext,
  chain: Chain,
  row: Row,
  newest: Signed,
  first: Sent,
): Promise<void> {
  const before = readPlan(newest.plan);
  // The node is queried before a connection is taken: it may be slow, and its answer depends on no claim.
  const bumped = await chain.planner.bump(before);
  const hangs = hasPassed(whole(first.created_at), CANCEL_AFTER * chain.stuckAfter, context.parts.now());
  const cancel = bumped === undefined && hangs && !isCancel(newest) ? await chain.planner.cancel?.(before) : undefined;
  const raised = bumped ?? cancel;
  if (raised === undefined) return;
  const kind = isCancel(newest) || cancel !== undefined ? 'cancel' : 'withdrawal';
  const payment = kind === 'cancel' ? raised.payment : paymentOf(context, chain, row);
  const order = (kind === 'cancel' ? cancelOrder : orderOf)(context, chain, row, raised, newest.round);
  try {
    // A bump that the signer would not sign would only block a later one.
    await context.signer.reserve(order);
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    context.parts.onFault(error);
    return;
  }
  await planningOn(context.parts.db, chain.name, async (trx) => {
    const source = JSON.stringify(raised.source) === JSON.stringify(before.source);
    if (!source || !sameClaims(raised.claims, before.claims))
      throw new Error(`expected a higher fee of ${chain.name} with the same claims, got others`);
    checkPlan(context, chain, raised, payment);
    // If somebody confirms it meanwhile, this waits, or the other waits and then replaces the bump too.
    const last = await newestOf(trx, row).forUpdate().executeTakeFirst();
    if (last?.id !== newest.id || last.state !== 'broadcast') return;
    await insertPlan(trx, raised, {
      ...{ kind, withdrawal: row.id, round: newest.round, attempt: newest.attempt + 1, replaces: newest.id },
      now: context.parts.now(),
    });
  });
}
