// Queries a node about one block of our journal: which of our transactions are in it or below, and balances of
// addresses there. The result of a node on another chain, or one that advances meanwhile, is discarded.

import { type Chain, type ChainStatus, NodeFault } from '../rail/index.ts';
import { Unknown } from './records.ts';

/** Concurrent queries. */
const AT_ONCE = 8;
/** Most attempts if the chain advances during the queries. */
const TRIES = 3;

export type Included = Extract<ChainStatus, { state: 'included' }>;

export interface NodeLook {
  /** Included at that block or below; undefined: not. */
  status(txid: string): Promise<Included | undefined>;
  balance(address: string, coin: string): Promise<bigint>;
}

/**
 * Runs `ask` on a node whose head stays the same, at or above our block, the whole time.
 * @throws {Unknown} if it does not answer, has another block there, or advances.
 */
export async function atBlock<T>(
  chain: Chain,
  block: { readonly height: number; readonly hash: string },
  hashAt: (height: number) => Promise<string | undefined>,
  ask: (look: NodeLook) => Promise<T>,
): Promise<T> {
  const { node, name } = chain;
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const before = await node.head();
      const depth = before.height - block.height;
      if (depth < 0) throw new Unknown(`the node of ${name} is at ${before.height}, our journal at ${block.height}`);
      const there = await node.block(block.height);
      if (there?.hash !== block.hash)
        throw new Unknown(`the node of ${name} has another block ${block.height} than our journal`);
      const found = await ask({
        balance: (address, coin) => node.balance(address, coin, depth),
        async status(txid) {
          const status = await node.status(txid);
          if (status.state !== 'included' || status.height > block.height) return undefined;
          const ours = status.height === block.height ? block.hash : await hashAt(status.height);
          if (ours !== status.blockHash)
            throw new Unknown(`the node of ${name} has ${txid} in a block ${status.height} that our journal has not`);
          return status;
        },
      });
      const after = await node.head();
      if (after.hash === before.hash) return found;
    }
  } catch (error) {
    if (error instanceof NodeFault) throw new Unknown(`the node of ${name} did not answer: ${error.message}`);
    throw error;
  }
  throw new Unknown(`the node of ${name} moved on ${TRIES} times while it was asked`);
}

/** Maps with limited concurrency, in order. */
export async function mapFew<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(map))));
  return results;
}
