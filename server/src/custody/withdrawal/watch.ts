// Watches confirmed payments: one whose block was replaced is sent again, unchanged.

import { stands } from '../chain/index.ts';
import type { Chain } from '../rail/index.ts';
import { PASS, type WithdrawalContext, WATCHED_BLOCKS } from './parts.ts';
import { readPlan } from './plan-text.ts';
import { isSigned, isCancel, isDue, place } from './attempt.ts';

/**
 * A reorganisation may be deeper than counted: a payment in such a block is sent again, unchanged. Its claims allow
 * only one inclusion.
 */
export async function watchConfirmed(context: WithdrawalContext, chain: Chain): Promise<void> {
  const { db, now } = context.parts;
  const head = context.follower(chain.name).height();
  if (head === undefined) return;
  const rows = await db
    .selectFrom('custody_transactions')
    .leftJoin('custody_blocks', (join) =>
      join
        .onRef('custody_blocks.chain', '=', 'custody_transactions.chain')
        .onRef('custody_blocks.height', '=', 'custody_transactions.height')
        .onRef('custody_blocks.hash', '=', 'custody_transactions.block_hash'),
    )
    .selectAll('custody_transactions')
    .where('custody_transactions.chain', '=', chain.name)
    .where('custody_transactions.kind', 'in', ['withdrawal', 'cancel'])
    .where('custody_transactions.state', '=', 'confirmed')
    .where((is) =>
      is.or([
        is('custody_transactions.height', '>', head - WATCHED_BLOCKS),
        is('custody_transactions.height', 'is', null),
      ]),
    )
    .where('custody_blocks.hash', 'is', null)
    .orderBy('custody_transactions.id')
    .limit(PASS)
    .execute();
  for (const sent of rows) {
    if (!isSigned(sent)) continue;
    const status = await chain.node.status(sent.txid);
    if (status.state === 'included') {
      const deep = await context.follower(chain.name).confirmations(status.height, status.blockHash);
      const { payment } = readPlan(sent.plan);
      // A wrongly reported block would end the watch over it. A cancel pays nothing that a block could show.
      const there = isCancel(sent) || (await stands(context.parts.db, chain, payment, sent.txid, status));
      if (deep > 0 && there) await place(context, sent, status.height, status.blockHash);
    } else if (status.state === 'unknown' || isDue(context, sent)) {
      await chain.node.broadcast(sent.raw);
      const time = String(now());
      await db.updateTable('custody_transactions').set({ broadcast_at: time }).where('id', '=', sent.id).execute();
    }
  }
}
