// State of the practice chain: blocks, each transaction's block, balances, pending transactions. A change is made on a
// copy.

import { hash } from 'node:crypto';
import type { PracticeBlocksTable } from '../../tables.ts';
import { blockOf, type Carried, makeBlock, type PracticeBlock } from './block.ts';
import { Pool } from './pool.ts';
import { PracticeState } from './state.ts';

/** Every block with a height that is a multiple of this stores all balances. */
export const CHECKPOINT = 1_000;
/** Most transactions per block. */
const PER_BLOCK = 200;
const SALT_LETTERS = 16;

export class ChainMemory {
  readonly pool: Pool;
  readonly blocks: PracticeBlock[];
  readonly places: Map<string, number>;
  readonly state: PracticeState;

  private constructor(blocks: PracticeBlock[], places: Map<string, number>, state: PracticeState, pool: Pool) {
    this.blocks = blocks;
    this.places = places;
    this.state = state;
    this.pool = pool;
  }

  /** @throws unless each row follows the previous one and the oldest contains a checkpoint. */
  static of(rows: readonly PracticeBlocksTable[]): ChainMemory {
    const blocks = rows.map(blockOf);
    const kept = blocks[0]?.state;
    if (kept === undefined) throw new Error('practice: expected the oldest block to have a checkpoint');
    const state = PracticeState.load(kept);
    const places = new Map<string, number>();
    for (const [at, block] of blocks.entries()) {
      const before = blocks[at - 1];
      if (before !== undefined && before.hash !== block.parent)
        throw new Error(`practice: expected block ${block.height} to follow ${before.hash}, got ${block.parent}`);
      for (const { txid, transaction } of block.carried) {
        if (at > 0) state.apply(transaction);
        places.set(txid, block.height);
      }
    }
    return new ChainMemory(blocks, places, state, new Pool());
  }

  /** An independent copy. */
  copy(): ChainMemory {
    return new ChainMemory([...this.blocks], new Map(this.places), this.state.copy(), this.pool.copy());
  }

  get head(): PracticeBlock {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error('practice: expected a first block');
    return head;
  }

  /** Makes the next block from pending transactions, highest fee first. */
  add(origin: string, now: number): PracticeBlock {
    const { head } = this;
    const carried = this.pool.fill(this.state, PER_BLOCK);
    const time = Math.max(now, head.time);
    const salt = hash('sha256', origin).slice(0, SALT_LETTERS);
    const state = (head.height + 1) % CHECKPOINT === 0 ? this.state.dump() : undefined;
    const block = makeBlock(head, time, salt, carried, state);
    for (const one of carried) {
      this.pool.remove(one);
      this.places.set(one.txid, block.height);
    }
    this.blocks.push(block);
    return block;
  }

  /** Removes the newest `depth` blocks and returns their transactions, oldest first. */
  takeAway(depth: number): Carried[] {
    const gone = depth === 0 ? [] : this.blocks.splice(-depth);
    for (const block of gone.toReversed())
      for (const one of block.carried.toReversed()) {
        this.state.unapply(one.transaction);
        this.places.delete(one.txid);
      }
    return gone.flatMap(({ carried }) => carried);
  }

  /** Removes and returns pending transactions that can never be included. */
  takeStale(): Carried[] {
    const stale = this.pool.stale(this.state);
    for (const one of stale) this.pool.remove(one);
    return stale;
  }

  /** Drops blocks below a height. */
  prune(from: number): void {
    const first = this.blocks[0]?.height ?? 0;
    for (const { carried } of this.blocks.splice(0, from - first))
      for (const { txid } of carried) this.places.delete(txid);
  }
}
