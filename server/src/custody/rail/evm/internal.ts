// Ether sent by contracts: it is in no list of transactions, only in the call traces of a block.
//
// Nodes report it in one of two formats. A transfer's position must be the same in both, or one could be credited
// twice. So only successful ether transfers are counted, in execution order, without those to the chain's own
// addresses.

import { z } from 'zod';
import { NodeFault } from '../face.ts';
import { address, type FullBlock, hash, quantity } from './answers.ts';
import { isMissing, NodeRefusal, type Rpc } from './rpc.ts';

/** The node's trace format; `none`: it has no traces. */
export type Traces = 'debug' | 'parity' | 'none';

export interface InternalTransfer {
  readonly txid: string;
  /** Index within the transaction, from 0. */
  readonly index: number;
  /** The account whose code or key sends it. */
  readonly from: string | undefined;
  readonly to: string;
  readonly units: bigint;
}

type Move = Pick<InternalTransfer, 'from' | 'to' | 'units'>;

/** A payment with this gas runs no code. */
const PLAIN_GAS = 21_000n;
const RESERVED_BELOW = 0x1_0000n;
/** Timeout for tracing, ms, since the node runs the whole block again; its own limit is a little shorter. */
const PATIENCE = 40_000;
const GIVE_UP = '30s';
const MOST_FRAMES = 2_000_000;

/** Calls that move ether to an existing address; a delegate call shows its caller's value and moves nothing. */
const MOVES = new Set(['CALL', 'SELFDESTRUCT']);

const frame = z.object({
  type: z.string(),
  from: address.optional(),
  to: address.optional(),
  value: quantity.optional(),
  error: z.string().optional(),
  calls: z.array(z.unknown()).optional(),
});
const debugBlock = z.array(z.object({ txHash: hash.optional(), result: z.unknown() }));

const parityTrace = z.object({
  type: z.string(),
  action: z.object({
    callType: z.string().optional(),
    from: address.optional(),
    address: address.optional(),
    to: address.optional(),
    value: quantity.optional(),
    refundAddress: address.optional(),
    balance: quantity.optional(),
  }),
  error: z.string().optional(),
  traceAddress: z.array(z.int()),
  transactionHash: hash.nullish(),
  blockHash: hash,
});
const parityBlock = z.array(parityTrace).max(MOST_FRAMES);

/** Detects the node's format with a block that it has. @throws {NodeFault} if it does not answer */
export async function detectTraces(rpc: Rpc, at: { readonly hash: string; readonly height: number }): Promise<Traces> {
  const ways: readonly (readonly [Traces, () => Promise<unknown>])[] = [
    ['debug', () => rpc.read('debug_traceBlockByHash', debugParams(at.hash), z.unknown(), PATIENCE)],
    ['parity', () => rpc.read('trace_block', [hexOf(at.height)], z.unknown(), PATIENCE)],
  ];
  for (const [way, ask] of ways) {
    try {
      await ask();
      return way;
    } catch (error) {
      // Only a definite no counts: anything else may be temporary, and the format must not change while custody runs.
      if (!(error instanceof NodeRefusal) || !isMissing(error)) throw error;
    }
  }
  return 'none';
}

/** Ether moved by contracts in this block, to anyone. @throws {NodeFault} */
export async function internalTransfers(
  rpc: Rpc,
  block: FullBlock,
  traces: Exclude<Traces, 'none'>,
): Promise<readonly InternalTransfer[]> {
  if (block.transactions.every(({ gas }) => gas <= PLAIN_GAS)) return [];
  const moves = traces === 'debug' ? await byDebug(rpc, block) : await byParity(rpc, block);
  return block.transactions.flatMap(({ hash: txid }) => {
    const own = moves.get(txid);
    if (own === undefined) throw new NodeFault(`expected a trace of each transaction, got none for ${txid}`);
    return own
      .filter(({ to, units }) => units > 0n && BigInt(to) >= RESERVED_BELOW)
      .map((move, index) => ({ txid, index, ...move }));
  });
}

async function byDebug(rpc: Rpc, block: FullBlock): Promise<Map<string, Move[]>> {
  const traced = await rpc.read('debug_traceBlockByHash', debugParams(block.hash), debugBlock, PATIENCE);
  if (traced.length !== block.transactions.length) {
    throw new NodeFault(`expected ${block.transactions.length} traces of a block, got ${traced.length}`);
  }
  let frames = 0;
  const moves = new Map<string, Move[]>();
  for (const [at, { txHash, result }] of traced.entries()) {
    const txid = block.transactions[at]?.hash ?? '';
    if (txHash !== undefined && txHash !== txid) throw new NodeFault(`expected the trace of ${txid}, got ${txHash}'s`);
    const own: Move[] = [];
    // Without recursion: calls may be a thousand deep. The top of the stack is next.
    const stack: { readonly given: unknown; readonly top: boolean }[] = [{ given: result, top: true }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      frames += 1;
      if (frames > MOST_FRAMES) throw new NodeFault(`expected at most ${MOST_FRAMES} calls in a block, got more`);
      const call = frame.safeParse(next.given);
      if (!call.success) throw new NodeFault(`expected a call in the trace of ${txid}, got another shape`);
      const { type, from, to, value, error, calls } = call.data;
      // A failed call was undone with everything it had called.
      if (error !== undefined) continue;
      if (!next.top && MOVES.has(type) && to !== undefined) own.push({ from, to, units: value ?? 0n });
      for (const inner of (calls ?? []).toReversed()) stack.push({ given: inner, top: false });
    }
    moves.set(txid, own);
  }
  return moves;
}

async function byParity(rpc: Rpc, block: FullBlock): Promise<Map<string, Move[]>> {
  const traced = await rpc.read('trace_block', [hexOf(block.number)], parityBlock, PATIENCE);
  const moves = new Map<string, Move[]>();
  /** Trace addresses of failed calls in the current transaction. */
  let failed: (readonly number[])[] = [];
  let reading = '';
  for (const { type, action, error, traceAddress, transactionHash, blockHash } of traced) {
    // It is queried by height: another block may be there by now.
    if (blockHash !== block.hash) throw new NodeFault(`expected traces of block ${block.hash}, got ${blockHash}'s`);
    if (transactionHash === undefined || transactionHash === null) continue;
    if (transactionHash !== reading) {
      if (moves.has(transactionHash)) throw new NodeFault(`expected the traces of ${transactionHash} together`);
      reading = transactionHash;
      failed = [];
      moves.set(reading, []);
    }
    if (error !== undefined) failed.push(traceAddress);
    if (failed.some((place) => place.every((step, depth) => traceAddress[depth] === step))) continue;
    if (traceAddress.length === 0) continue;
    const own = moves.get(reading);
    if (type === 'suicide' && action.refundAddress !== undefined) {
      own?.push({ from: action.address, to: action.refundAddress, units: action.balance ?? 0n });
    } else if (type === 'call' && action.callType === 'call' && action.to !== undefined) {
      own?.push({ from: action.from, to: action.to, units: action.value ?? 0n });
    }
  }
  return moves;
}

function debugParams(blockHash: string): readonly unknown[] {
  return [`0x${blockHash}`, { tracer: 'callTracer', timeout: GIVE_UP }];
}

function hexOf(at: number): string {
  return `0x${at.toString(16)}`;
}
