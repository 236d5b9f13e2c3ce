// What a node says of one block of our journal: which of our transactions stand in it or below, and what addresses hold
// there. A node that stands elsewhere, or moves on while it is asked, tells nothing.

import { type Chain, type ChainStatus, NodeFault } from '../rail/index.ts';
import { Unknown } from './records.ts';

/** Questions under way at a time. */
const AT_ONCE = 8;
/** A chain that moves on while it is asked is asked again so many times. */
const TRIES = 3;

export type Included = Extract<ChainStatus, { state: 'included' }>;

export interface NodeLook {
  /** Included at that block or below; undefined: not. */
  status(txid: string): Promise<Included | undefined>;
  balance(address: string, coin: string): Promise<bigint>;
}

/**
 * Runs `ask` on a node that stands still above our block the whole time.
 * @throws {Unknown} when it does not answer, has another block there, or does not stand still.
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

/** Maps with so many under way at a time, in order. */
export async function mapFew<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(map))));
  return results;
}
