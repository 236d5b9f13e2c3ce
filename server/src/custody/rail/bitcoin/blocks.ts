// Blocks from the node, verified from their own bytes.

import { hex } from '@scure/base';
import { z } from 'zod';
import { type Block, NodeFault } from '../face.ts';
import { type RawTransaction, readBlock, readHeader } from './block.ts';
import type { NetworkTerms } from './network.ts';
import { type BitcoinRpc, NodeRefusal, REFUSAL } from './rpc.ts';

/** How long a head is reused for consecutive queries, ms. */
const MOMENT = 300;
/** Cached blocks: the follower, the journal of outputs and withdrawals need the same ones. */
const KEPT = 4;

const height = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const hexText = z.string().regex(/^([0-9a-f]{2})+$/);

export interface Blocks {
  head(): Promise<Block>;
  /** The newest block, if read a moment ago; never older than what `head` last returned. */
  recent(): Promise<Block>;
  at(height: number): Promise<Block | undefined>;
  /** All transactions of a block, by its hash. */
  transactions(hash: string): Promise<readonly RawTransaction[]>;
}

export function nodeBlocks(rpc: BitcoinRpc, { genesis, mostBits }: NetworkTerms, moment = MOMENT): Blocks {
  const kept = new Map<string, readonly RawTransaction[]>();
  let last: { readonly block: Block; readonly at: number } | undefined;

  /** An impossible answer is the node's fault, not ours. */
  function proved<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new NodeFault(error instanceof Error ? error.message : String(error));
    }
  }

  async function sameChain(): Promise<void> {
    if (genesis === undefined) return;
    const answered = await rpc.ask('getblockhash', [0], hash);
    if (answered !== genesis) throw new NodeFault(`expected a node whose first block is ${genesis}, got ${answered}`);
  }

  async function at(place: number): Promise<Block | undefined> {
    let of: string;
    try {
      of = await rpc.ask('getblockhash', [place], hash);
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === REFUSAL.outOfRange) return undefined;
      throw error;
    }
    const bytes = hex.decode(await rpc.ask('getblockheader', [of, false], hexText));
    // Block 0 is known by its hash, and has less work than required later.
    const { parent, time } = proved(() => readHeader(bytes, of, of === genesis ? GENESIS_BITS : mostBits));
    return { height: place, hash: of, parent, time };
  }

  async function head(): Promise<Block> {
    await sameChain();
    const asked = performance.now();
    const top = await rpc.ask('getblockcount', [], height);
    const block = await at(top);
    if (block === undefined) throw new NodeFault(`expected block ${top}, which the node says is its newest, got none`);
    last = { block, at: asked };
    return block;
  }

  return {
    at,
    head,
    recent: async () => (last !== undefined && performance.now() - last.at < moment ? last.block : head()),
    async transactions(of) {
      const known = kept.get(of);
      if (known !== undefined) return known;
      const bytes = hex.decode(await rpc.ask('getblock', [of, 0], hexText));
      const { transactions } = proved(() => readBlock(bytes, of, of === genesis ? GENESIS_BITS : mostBits));
      kept.set(of, transactions);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return transactions;
    },
  };
}

const GENESIS_BITS = 0x20_7f_ff_ff;
