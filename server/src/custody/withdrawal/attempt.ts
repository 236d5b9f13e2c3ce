// One transaction of a withdrawal: its stored bytes, their broadcast, and the block that contains it.

import { hasPassed } from '../elapsed.ts';
import type { Chain } from '../rail/index.ts';
import { REBROADCAST_AFTER, type WithdrawalContext } from './parts.ts';
import { coreIdOf, STEP, stepCommand } from './plan.ts';
import { CORE, type Row, type Sent, setStage, tell, whole } from './row.ts';

/** A transaction with its bytes. */
export interface Signed extends Sent {
  readonly raw: Buffer;
  readonly txid: string;
}

export function isSigned(sent: Sent): sent is Signed {
  return sent.raw !== null && sent.txid !== null;
}

/** A zero self-transfer instead of the payment: its claims can no longer be used for the payment. */
export function isCancel({ kind }: Pick<Sent, 'kind'>): boolean {
  return kind === 'cancel';
}

/** Whether pending bytes are sent again, whatever the node says about them. */
export function isDue({ parts }: WithdrawalContext, sent: Sent): boolean {
  return sent.broadcast_at === null || hasPassed(whole(sent.broadcast_at), REBROADCAST_AFTER, parts.now());
}

/** Sends stored bytes. The node's answer has no effect: only blocks count. */
export async function broadcast(context: WithdrawalContext, chain: Chain, row: Row, sent: Signed): Promise<void> {
  const { parts } = context;
  await chain.node.broadcast(sent.raw);
  const now = String(parts.now());
  await parts.db
    .updateTable('custody_transactions')
    .set({ state: 'broadcast', broadcast_at: now, changed_at: now })
    .where('id', '=', sent.id)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute();
  await tellBroadcast(context, row);
}

export async function tellBroadcast(context: WithdrawalContext, row: Row): Promise<void> {
  const { parts, funds } = context;
  if (row.stage === 'broadcast') return;
  const coreId = coreIdOf(row);
  // 3107 if another worker reported it.
  if (funds.withdrawal(coreId)?.status === CORE.signed) await parts.link.submit(stepCommand(coreId, STEP.broadcast));
  if (funds.withdrawal(coreId)?.status !== CORE.broadcast) return;
  if (await setStage(parts.db, row, 'broadcast', parts.now())) await tell(context, row.id);
}

/** Nothing of a round is in a block for certain: everything signed in it is on its way again. */
export async function revive({ parts }: WithdrawalContext, { withdrawal_id: id, round }: Signed): Promise<void> {
  await parts.db
    .updateTable('custody_transactions')
    .set({ state: 'broadcast', height: null, block_hash: null, cost: null, cost_coin: null })
    .set({ changed_at: String(parts.now()) })
    .where('withdrawal_id', '=', id)
    .where('round', '=', round)
    .where('raw', 'is not', null)
    .where((is) =>
      is.or([
        is('state', 'in', ['reverted', 'replaced']),
        is.and([is('state', '=', 'confirmed'), is('kind', '=', 'cancel')]),
      ]),
    )
    .execute();
}

/** It is in no block any more, unless another worker has just confirmed it in the recorded one. */
export async function displace(context: WithdrawalContext, sent: Sent): Promise<void> {
  await context.parts.db
    .updateTable('custody_transactions')
    .set({ height: null, block_hash: null, changed_at: String(context.parts.now()) })
    .where('id', '=', sent.id)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute();
}

/** Records the block of a transaction. */
export async function place(context: WithdrawalContext, sent: Sent, height: number, hash: string): Promise<void> {
  await context.parts.db
    .updateTable('custody_transactions')
    .set({ height, block_hash: hash, changed_at: String(context.parts.now()) })
    .where('id', '=', sent.id)
    .execute();
}
