// Senders of a block's transactions: from the signatures on their bytes, not from a node's statement.

import { z } from 'zod';
import { NodeFault } from '../face.ts';
import { address, type FullBlock, hash } from './answers.ts';
import type { Rpc } from './rpc.ts';
import { expectSignedBy, signedTransaction } from './signed-by.ts';

const SIGNED_TYPES = new Set(['0x0', '0x1', '0x2', '0x3', '0x4']);
/** A transaction type whose bytes are unknown here, as some chains add. Its sender is the node's statement. */
const otherType = z.object({
  ...{ hash, from: address },
  type: z.string().refine((type) => !SIGNED_TYPES.has(type), 'is a type whose bytes are known'),
});
const answer = z.union([signedTransaction, otherType]);

/**
 * The sender of each of these transactions of a block.
 * @throws {NodeFault} if the node states a sender other than the one who signed
 */
export async function sendersOf(
  rpc: Rpc,
  block: FullBlock,
  txids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const places = block.transactions.flatMap(({ hash: txid }, at) => (txids.has(txid) ? [{ txid, at }] : []));
  const found = await rpc.readMany(
    'eth_getTransactionByBlockHashAndIndex',
    places.map(({ at }) => [`0x${block.hash}`, `0x${at.toString(16)}`]),
    answer,
  );
  const senders = new Map<string, string>();
  for (const [at, one] of found.entries()) {
    const txid = places[at]?.txid;
    if (one.hash !== txid) throw new NodeFault(`expected ${txid} in block ${block.hash}, got ${one.hash}`);
    if ('nonce' in one) expectSignedBy(one.from, one.nonce, one);
    senders.set(txid, one.from);
  }
  return senders;
}
