// A node that may lie, fork, go away, be slow, or say no though it did: a wrapper around one that does not.

import {
  type Arrival,
  type Block,
  type BroadcastAnswer,
  type ChainNode,
  type ChainStatus,
  NodeFault,
} from '../../../src/custody/rail/index.ts';

/**
 * - `away`: cannot be asked. `late`: does it, and is not heard (a time-out after the effect).
 * - `wrongHash`, `wrongParent`, `otherBlock`: a block that is none of the chain's.
 * - `behind`: its newest block is an old one, ten blocks back.
 * - `missing`, `twice`, `invented`: arrivals left out, told twice, made up.
 * - `refused`: a transaction is taken, and "refused" is answered. `lost`: "taken" is answered, and it is thrown away.
 * - `unknown`: a status is not known though it is.
 */
export const FAULTS = [
  'away',
  'late',
  'wrongHash',
  'wrongParent',
  'otherBlock',
  'behind',
  'missing',
  'twice',
  'invented',
  'refused',
  'lost',
  'unknown',
] as const;
export type NodeFaultKind = (typeof FAULTS)[number];

const BACK = 10;
const OTHER = 'f';

export interface FaultyNode {
  readonly node: ChainNode;
  /** How often each fault was played. */
  readonly played: Map<NodeFaultKind, number>;
  /** Asked before each answer; undefined: the answer is the node's own. Not every fault fits every question. */
  choose: (question: keyof ChainNode) => NodeFaultKind | undefined;
}

/** Plays what `choose` says; at first nothing. */
export function faultyNode(inner: ChainNode): FaultyNode {
  const played = new Map<NodeFaultKind, number>();
  const of = (question: keyof ChainNode, fits: readonly NodeFaultKind[]): NodeFaultKind | undefined => {
    const chosen = faulty.choose(question);
    if (chosen === undefined || !fits.includes(chosen)) return undefined;
    played.set(chosen, (played.get(chosen) ?? 0) + 1);
    return chosen;
  };

  /** Asks, and lies as chosen. */
  async function answer<T>(
    question: keyof ChainNode,
    fits: readonly NodeFaultKind[],
    ask: () => Promise<T>,
    lie: (fault: NodeFaultKind, truth: T) => Promise<T> | T,
  ): Promise<T> {
    const fault = of(question, ['away', 'late', ...fits]);
    if (fault === 'away') throw new NodeFault('test: the node is away');
    const truth = await ask();
    if (fault === 'late') throw new NodeFault('test: the node was too slow');
    return fault === undefined ? truth : lie(fault, truth);
  }

  const lies = ['wrongHash', 'wrongParent', 'otherBlock'] as const;
  async function lieOf(fault: NodeFaultKind, block: Block): Promise<Block> {
    if (fault === 'wrongHash') return { ...block, hash: turned(block.hash) };
    if (fault === 'wrongParent') return { ...block, parent: turned(block.parent) };
    return (await inner.block(Math.max(0, block.height - (fault === 'behind' ? BACK : 1)))) ?? block;
  }

  async function arrivals(fault: NodeFaultKind, truth: readonly Arrival[], at: string): Promise<readonly Arrival[]> {
    if (fault === 'missing') return truth.slice(1);
    if (fault === 'twice') return [...truth, ...truth];
    return [...truth, ...truth.map((one) => ({ ...one, txid: turned(at), units: one.units * 7n }))];
  }

  const faulty: FaultyNode = {
    played,
    choose: () => undefined,
    node: {
      head: () => answer('head', [...lies, 'behind'], () => inner.head(), lieOf),
      block: (height) =>
        answer<Block | undefined>(
          'block',
          lies,
          () => inner.block(height),
          (fault, truth) => (truth === undefined ? truth : lieOf(fault, truth)),
        ),
      arrivals: (block, ours) =>
        answer(
          'arrivals',
          ['missing', 'twice', 'invented'],
          () => inner.arrivals(block, ours),
          (fault, truth) => arrivals(fault, truth, block.hash),
        ),
      pending: (ours) =>
        answer(
          'pending',
          ['missing', 'twice', 'invented'],
          () => inner.pending(ours),
          (fault, truth) => arrivals(fault, truth, '0'.repeat(64)),
        ),
      status: (txid) =>
        answer<ChainStatus>(
          'status',
          ['unknown'],
          () => inner.status(txid),
          () => ({ state: 'unknown' }),
        ),
      async broadcast(raw): Promise<BroadcastAnswer> {
        const fault = of('broadcast', ['away', 'late', 'refused', 'lost']);
        if (fault === 'away') throw new NodeFault('test: the node is away');
        if (fault === 'lost') return { state: 'taken' };
        const truth = await inner.broadcast(raw);
        if (fault === 'late') throw new NodeFault('test: the node was too slow');
        return fault === 'refused' ? { state: 'refused', why: 'test: refused, though it was taken' } : truth;
      },
      balance: (address, coin, depth) =>
        answer(
          'balance',
          [],
          () => inner.balance(address, coin, depth),
          (_, truth) => truth,
        ),
    },
  };
  return faulty;
}

/** Another hash of the same look. */
function turned(hash: string): string {
  return hash.startsWith(OTHER) ? `0${hash.slice(1)}` : OTHER + hash.slice(1);
}
