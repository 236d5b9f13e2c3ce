// Advances a withdrawal that is signed in the exchange: signs its plan once, sends the stored bytes unchanged, and
// raises the fee of a payment that stays pending.

import { hasPassed } from '../elapsed.ts';
import type { Chain } from '../rail/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { attemptsOf } from './plan.ts';
import { goOnProven } from './proof.ts';
import { isChain, type Row, whole } from './row.ts';
import { count, confirm } from './confirm.ts';
import { type Signed, isSigned, isCancel, isDue, broadcast, displace, revive } from './attempt.ts';
import { sign } from './sign.ts';
import { conflicts } from './conflict.ts';
import { raiseFee } from './raise-fee.ts';

/** Advances a withdrawal that is signed in the exchange as far as possible. */
export async function send(context: WithdrawalContext, row: Row): Promise<void> {
  if (!isChain(row.network)) return;
  if (row.proven !== null) return goOnProven(context, row);
  const chain = context.chain(row.network);
  const attempts = await attemptsOf(context, row);
  const [newest] = attempts;
  if (newest === undefined) {
    // Signed in the exchange, but without a plan here: the database is older than the exchange. It may be paid already.
    await halt(
      context,
      row,
      `Withdrawal ${row.id} is signed in the exchange and has no plan here; it is not paid again.`,
    );
    return;
  }
  const done = attempts.find(({ state }) => state === 'confirmed');
  if (done !== undefined && !isCancel(done)) return confirm(context, chain, row, done);
  const dead = done ?? attempts.find(({ state }) => state === 'reverted');
  if (dead !== undefined && isSigned(dead)) return doubt(context, chain, dead);
  const sent = attempts.filter(isSigned);
  // A fee bump may be planned but not signed yet, or never: what has bytes is sent meanwhile.
  const [latest] = sent;
  let unknown = sent.length > 0;
  for (const one of sent) {
    const status = await chain.node.status(one.txid);
    unknown &&= status.state === 'unknown';
    if (status.state === 'included') return count(context, chain, row, one, status);
    // Its block was replaced, or the node forgot it.
    if (one.height !== null) await displace(context, one);
    if (one === latest && (status.state === 'unknown' || isDue(context, one)))
      await broadcast(context, chain, row, one);
  }
  const hangs =
    newest.broadcast_at !== null && hasPassed(whole(newest.created_at), chain.stuckAfter, context.parts.now());
  // Nothing of ours is known to the node, or hangs there: something else may have what it spends.
  if ((unknown || hangs || row.conflict !== null) && (await conflicts(context, chain, row, sent))) return;
  if (!isSigned(newest)) {
    const signed = await sign(context, chain, row, newest);
    if (signed !== undefined) await broadcast(context, chain, row, signed);
    return;
  }
  if (hangs) await raiseFee(context, chain, row, newest, attempts.at(-1) ?? newest);
}

/**
 * A payment without effect, or its cancellation, ended its round by what the node said then. Where the node tells
 * otherwise now (its block was replaced, or it lied), the round goes on: else it would end in no way at all.
 * @throws {NodeFault}
 */
async function doubt(context: WithdrawalContext, chain: Chain, dead: Signed): Promise<void> {
  const status = await chain.node.status(dead.txid);
  if (status.state !== 'included' || status.done !== isCancel(dead)) await revive(context, dead);
}

/** Halts the coin with a reason; two people must lift it. */
async function halt({ treasury }: WithdrawalContext, row: Row, why: string): Promise<void> {
  if (treasury.halted(row.network, row.coin) !== undefined) return;
  await treasury.halt(row.network, row.coin, why, null);
}
