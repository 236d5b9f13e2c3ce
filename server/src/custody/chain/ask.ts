// Node queries that are checked twice: a node that contradicts itself is not trusted.

import { type Arrival, type Block, type ChainNode, HistoryGone, NodeFault } from '../rail/index.ts';

const HASH = /^[0-9a-f]{64}$/;
/** Largest valid number. Times of blocks are ms UTC; heights are counted from 0. */
const MOST = Number.MAX_SAFE_INTEGER;

/** @throws {NodeFault} if it is no valid block. */
export function sane(block: Block): Block {
  const { height, hash, parent, time } = block;
  const whole = [height, time].every((one) => Number.isSafeInteger(one) && one >= 0 && one < MOST);
  if (!whole || !HASH.test(hash) || !HASH.test(parent))
    throw new NodeFault(`expected a block with height, hash and parent, got ${height} ${hash} ${parent}`);
  return block;
}

/** @throws {NodeFault} if there is none, or it has another height. */
export async function blockAt(node: ChainNode, height: number): Promise<Block> {
  const block = await node.block(height);
  if (block === undefined) throw new NodeFault(`expected a block at height ${height}, got none`);
  if (sane(block).height !== height) throw new NodeFault(`expected a block of height ${height}, got ${block.height}`);
  return block;
}

/**
 * Arrivals of a block, each once, in a fixed order. @throws {NodeFault} for one that is not ours, or given in two ways.
 */
export async function arrivalsOf(
  node: ChainNode,
  block: Block,
  ours: (address: string) => boolean,
): Promise<readonly Arrival[]> {
  return once(await node.arrivals(block, ours), ours);
}

export interface Reading {
  readonly arrivals: readonly Arrival[];
  /** Undefined: the whole block was read. */
  readonly gone?: HistoryGone;
}

/** The same, with what a node still returns for a block that is too old for it. @throws {NodeFault} */
export async function readingOf(node: ChainNode, block: Block, ours: (address: string) => boolean): Promise<Reading> {
  try {
    return { arrivals: await arrivalsOf(node, block, ours) };
  } catch (error) {
    if (!(error instanceof HistoryGone)) throw error;
    return { arrivals: once(error.arrivals, ours), gone: error };
  }
}

/** @throws {NodeFault} as `arrivalsOf`. */
export function once(arrivals: readonly Arrival[], ours: (address: string) => boolean): readonly Arrival[] {
  const found = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const { txid, position, address, units } = arrival;
    if (!HASH.test(txid) || !Number.isSafeInteger(position) || position < 0 || units <= 0n || !ours(address))
      throw new NodeFault(`expected what came to an address of ours, got ${txid}:${position} of ${units}`);
    const place = `${txid}:${String(position).padStart(8, '0')}`;
    const before = found.get(place);
    if (before !== undefined && mark([before]) !== mark([arrival]))
      throw new NodeFault(`expected ${place} to be reported consistently`);
    found.set(place, arrival);
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, arrival]) => arrival);
}

/** A text that is equal for equal arrivals. */
export function mark(arrivals: readonly Arrival[]): string {
  return arrivals
    .map(({ txid, position, address, coin, units }) => [txid, position, address, coin, units].join(':'))
    .join('\n');
}
