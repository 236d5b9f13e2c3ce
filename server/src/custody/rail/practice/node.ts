// The node of the practice chain: it answers from memory, as a real chain's node would over a network.

import { type Arrival, type Block, type ChainNode, NodeFault } from '../face.ts';
import type { Carried, PracticeBlock } from './block.ts';
import type { PracticeChain } from './chain.ts';

export function practiceNode(chain: PracticeChain): ChainNode {
  return {
    head: async () => plain(chain.head),

    async block(height) {
      const block = chain.block(height);
      return block === undefined ? undefined : plain(block);
    },

    async arrivals({ height, hash }, ours) {
      const block = chain.block(height);
      if (block?.hash !== hash) throw new NodeFault(`practice: expected block ${hash} at ${height}, it is not there`);
      return block.carried.flatMap((one) => arrivalsOf(one, ours));
    },

    pending: async (ours) => [...chain.pool.all()].flatMap((one) => arrivalsOf(one, ours)),

    async status(txid) {
      const height = chain.place(txid);
      if (height === undefined) return { state: chain.pool.has(txid) ? 'pending' : 'unknown' };
      const block = chain.block(height);
      const carried = block?.carried.find((one) => one.txid === txid);
      if (block === undefined || carried === undefined) return { state: 'unknown' };
      const { fee, coin } = carried.transaction;
      return { state: 'included', height, blockHash: block.hash, done: true, cost: fee, costCoin: coin.coin };
    },

    broadcast: (raw) => chain.broadcast(raw),

    async balance(address, coin, depth) {
      const units = chain.balance(address, coin, depth);
      if (units === undefined)
        throw new NodeFault(`practice: expected at most ${chain.head.height} blocks back, got ${depth}`);
      return units;
    },
  };
}

function plain({ height, hash, parent, time }: PracticeBlock): Block {
  return { height, hash, parent, time };
}

function arrivalsOf({ txid, transaction }: Carried, ours: (address: string) => boolean): Arrival[] {
  const { coin, outputs, from } = transaction;
  return outputs.flatMap(({ address, units }, position) =>
    ours(address) && units > 0n ? [{ txid, position, address, coin: coin.coin, units, senders: [from] }] : [],
  );
}
