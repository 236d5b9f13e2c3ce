// Who sent the transactions of a block: by the signature on their own bytes, not by a node's word.

import { z } from 'zod';
import { NodeFault } from '../face.ts';
import { address, type FullBlock, hash } from './answers.ts';
import type { Rpc } from './rpc.ts';
import { expectSignedBy, signedTransaction } from './signed-by.ts';

const SIGNED_TYPES = new Set(['0x0', '0x1', '0x2', '0x3', '0x4']);
/** Of a type whose bytes are not known here: what a chain of its own rules adds. Its sender is the node's word. */
const otherType = z.object({
  ...{ hash, from: address },
  type: z.string().refine((type) => !SIGNED_TYPES.has(type), 'is a type whose bytes are known'),
});
const answer = z.union([signedTransaction, otherType]);

/**
 * The sender of each of these transactions of a block.
 * @throws {NodeFault} where the node tells another than the one who signed it
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
