// Follows one chain: adds its blocks to our journal one by one, detects reorganisations, and trusts a node only while
// its answers are consistent. Any number of processes may do this at once.

import type { Addresses, ChainFollower } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import { type Block, type Chain, NodeFault } from '../rail/index.ts';
import { blockAt, mark, readingOf, sane } from './ask.ts';
import { openJournal } from './journal.ts';
import type { BlockListener } from './listener.ts';
import { isUnchecked, noteUnchecked } from './unchecked.ts';

/** Confirmations until a block's content is final, including the block itself. */
export const CONFIRMATIONS = 12;
/** Deepest reorganisation that is followed; beyond it people decide. */
export const MAX_DEPTH = 100;
/** Most blocks per pass. */
const STEP_BLOCKS = 200;
/** A block this far below the newest may be too old for its node; a newer one is waited for. */
const OLD = 64;
/** How far a node may be behind our journal without an error: several nodes may share one address. */
const LAG = 2;
const MINUTE = 60_000;

export interface FollowerOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'now'>;
  readonly chain: Chain;
  readonly addresses: Pick<Addresses, 'owner'>;
  readonly listeners: readonly BlockListener[];
}

export function createFollower({ parts, chain, addresses, listeners }: FollowerOptions): ChainFollower {
  const { node } = chain;
  const journal = openJournal(parts.db, chain.name, parts.now);
  const ours = (address: string) => addresses.owner(chain.name, address) !== undefined;
  /** First readings of the newest blocks, by hash. */
  const readings = new Map<string, string>();
  let height: number | undefined;
  /** Height up to which the chain itself calls blocks final; unlimited if that is not queried. */
  let final = node.finalized === undefined ? Number.POSITIVE_INFINITY : -1;
  let fault: { readonly since: number; readonly what: string } | null = null;
  let running: Promise<void> | undefined;
  let stopped = false;

  /** Adds one block or follows one reorganisation; returns false if there is nothing more to do. */
  async function once(): Promise<boolean> {
    const head = sane(await node.head());
    const top = await journal.top();
    height = top?.height;
    if (top === undefined) return add(undefined, await blockAt(node, Math.max(0, head.height - MAX_DEPTH)), head);
    if (head.height > top.height) {
      const next = await blockAt(node, top.height + 1);
      return next.parent === top.hash ? add(top, next, head) : replace(top, next);
    }
    // If the newest block and the block at that height differ, it was replaced between two queries.
    const same = await blockAt(node, head.height);
    if (same.hash !== head.hash)
      throw new NodeFault(`expected the block at ${head.height} to be the head ${head.hash}, got ${same.hash}`);
    const known = await journal.at(head.height);
    if (known?.hash !== head.hash) return replace(top, head);
    if (top.height - head.height > LAG)
      throw new NodeFault(`expected a node at height ${top.height} or above, it is at ${head.height}`);
    return false;
  }

  async function add(top: Block | undefined, block: Block, head: Block): Promise<boolean> {
    const { arrivals, gone } = await readingOf(node, block, ours);
    if (gone !== undefined && head.height - block.height < OLD) throw gone;
    const settling = await settled(top, block);
    const written = await journal.write(top, async (within) => {
      await journal.add(block, within);
      if (gone !== undefined) await noteUnchecked(within, chain.name, block, parts.now());
      for (const listener of listeners) await listener.added(block, arrivals, within);
      if (settling !== undefined && 'unread' in settling)
        await noteUnchecked(within, chain.name, settling.unread, parts.now());
      else if (settling !== undefined)
        for (const listener of listeners) await listener.settled(settling.block, settling.arrivals, within);
    });
    if (!written) return true;
    height = block.height;
    readings.set(block.hash, mark(arrivals));
    const [oldest] = readings.keys();
    if (readings.size > CONFIRMATIONS + MAX_DEPTH && oldest !== undefined) readings.delete(oldest);
    return true;
  }

  /**
   * Reads again the block that gets its twelfth confirmation with this one. If the result differs from the first
   * reading it is read once more, and must be the same again.
   */
  async function settled(top: Block | undefined, block: Block) {
    const known = top === undefined ? undefined : await journal.at(block.height - CONFIRMATIONS + 1);
    if (known === undefined) return undefined;
    const { arrivals, gone } = await readingOf(node, known, ours);
    // Read completely at first but not now: the first reading counts. If the first one was incomplete too, two equal
    // readings are needed.
    if (gone !== undefined && !(await isUnchecked(parts.db, chain.name, known.height))) return { unread: known };
    const found = mark(arrivals);
    if (readings.get(known.hash) !== found && mark((await readingOf(node, known, ours)).arrivals) !== found)
      throw new NodeFault(`expected block ${known.hash} to have the same content each time it is read`);
    return { block: known, arrivals };
  }

  /** `above` is a node's block that does not follow our top. Walks down to the last common block. */
  async function replace(top: Block, above: Block): Promise<boolean> {
    let first = above;
    for (let at = Math.min(top.height, above.height - 1); ; at -= 1) {
      const known = await journal.at(at);
      if (known === undefined || top.height - at > MAX_DEPTH)
        throw new NodeFault(`expected a replacement of at most ${MAX_DEPTH} blocks below ${top.height}, it is deeper`);
      const block = await blockAt(node, at);
      if (first.parent !== block.hash)
        throw new NodeFault(
          `expected block ${first.hash} to follow ${block.hash} at ${at}, its parent is ${first.parent}`,
        );
      if (block.hash === known.hash) return cut(top, at, first);
      first = block;
    }
  }

  /** Removes everything above the fork, if the node confirms it when asked again. */
  async function cut(top: Block, fork: number, first: Block): Promise<boolean> {
    const again = await blockAt(node, fork + 1);
    if (again.hash !== first.hash)
      throw new NodeFault(`expected block ${first.hash} at ${fork + 1} a second time, got ${again.hash}`);
    const written = await journal.write(top, async (within) => {
      await journal.replace(fork, top.height - fork, within);
      for (const listener of listeners) await listener.replaced(fork + 1, within);
    });
    if (written) height = fork;
    return true;
  }

  /** Records what the chain calls final in our journal; it stays final. */
  async function noteFinal(): Promise<void> {
    if (node.finalized === undefined) return;
    const finalBlock = sane(await node.finalized());
    const known = await journal.at(finalBlock.height);
    if (known !== undefined && known.hash !== finalBlock.hash)
      throw new NodeFault(`expected the final block ${finalBlock.height} to be ${known.hash}, got ${finalBlock.hash}`);
    final = Math.max(final, finalBlock.height);
  }

  /** A node that stands still answers well, and hides what its chain does meanwhile. */
  async function expectNew(): Promise<void> {
    const { stillAfter } = chain;
    if (stillAfter === undefined) return;
    const top = await journal.top();
    if (top === undefined || parts.now() - top.time < stillAfter) return;
    throw new NodeFault(
      `expected a block of the last ${stillAfter / MINUTE} minutes, the newest is ${top.height} of ` +
        `${new Date(top.time).toISOString()}: the node stands still or is still catching up, or this machine's clock is wrong`,
    );
  }

  async function pass(): Promise<void> {
    try {
      let more = true;
      for (let left = STEP_BLOCKS; left > 0 && more && !stopped; left -= 1) more = await once();
      await noteFinal();
      // While there are more to take, the newest of ours says nothing of the node.
      if (!more) await expectNew();
      fault = null;
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      // Nothing is concluded: the next pass queries again.
      fault = { since: fault?.since ?? parts.now(), what: error.message };
    }
  }

  return {
    chain,
    step() {
      running ??= pass().finally(() => (running = undefined));
      return running;
    },
    height: () => height,
    final: () => final,
    async confirmations(at, hash) {
      const deep = await journal.confirmations(at, hash);
      return at <= final ? deep : Math.min(deep, CONFIRMATIONS - 1);
    },
    fault: () => fault,
    async stop() {
      stopped = true;
      // The caller of the pass gets its error.
      await running?.catch(() => undefined);
    },
  };
}
