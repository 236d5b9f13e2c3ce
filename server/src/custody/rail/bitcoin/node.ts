// Bitcoin as a node reports it, verified where possible: blocks by their bytes, our outputs by our own journal.

import { hex } from '@scure/base';
import { z } from 'zod';
import { type Arrival, type ChainNode, NodeFault } from '../face.ts';
import { addressOfScript } from './address.ts';
import { type RawTransaction, readTransaction } from './block.ts';
import { type Blocks, hexText } from './blocks.ts';
import { bareBytes, BTC } from './codec.ts';
import type { NetworkTerms } from './network.ts';
import type { Outputs } from './outputs.ts';
import { type BitcoinRpc, NodeRefusal, REFUSAL } from './rpc.ts';

/** Most pending transactions remembered, and read per call. */
const MOST_WAITING = 300_000;
const READ_AT_ONCE = 200;
const ASKED_TOGETHER = 8;

const names = z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MOST_WAITING);

export interface BitcoinNodeOptions {
  readonly rpc: BitcoinRpc;
  readonly blocks: Blocks;
  readonly outputs: Outputs;
  readonly terms: NetworkTerms;
}

export function bitcoinNode({ rpc, blocks, outputs, terms }: BitcoinNodeOptions): ChainNode {
  /** Pending transactions by id; those that paid nobody known at the time are kept with their outputs while pending. */
  let waiting = new Map<string, readonly Paid[]>();
  /** Inputs of pending transactions that pay us. */
  let spending: ReadonlyMap<string, RawTransaction['inputs']> = new Map();

  async function waitingNow(): Promise<ReadonlyMap<string, readonly Paid[]>> {
    const now = await rpc.ask('getrawmempool', [], names);
    const next = new Map<string, readonly Paid[]>();
    const unread: string[] = [];
    for (const txid of now) {
      const known = waiting.get(txid);
      if (known !== undefined) next.set(txid, known);
      else if (unread.length < READ_AT_ONCE) unread.push(txid);
    }
    for (let from = 0; from < unread.length; from += ASKED_TOGETHER)
      await Promise.all(
        unread.slice(from, from + ASKED_TOGETHER).map(async (txid) => {
          const transaction = await read(txid);
          if (transaction !== undefined) next.set(txid, paidBy(transaction, terms));
        }),
      );
    waiting = next;
    return next;
  }

  /** A pending transaction; undefined if the node no longer has it. */
  async function read(txid: string): Promise<RawTransaction | undefined> {
    let text: string;
    try {
      text = await rpc.ask('getrawtransaction', [txid, false], hexText);
    } catch (error) {
      if (error instanceof NodeRefusal && error.code === REFUSAL.notFound) return undefined;
      throw error;
    }
    const transaction = proved(text);
    if (transaction.txid !== txid)
      throw new NodeFault(`expected transaction ${txid} of the node, got ${transaction.txid}`);
    return transaction;
  }

  async function withSenders(
    arrivals: readonly Arrival[],
    inputs: RawTransaction['inputs'],
  ): Promise<readonly Arrival[]> {
    const senders = await outputs.owners(inputs);
    return arrivals.map((arrival) => ({ ...arrival, senders }));
  }

  return {
    head: () => blocks.head(),
    block: (height) => blocks.at(height),
    async arrivals(block, ours) {
      const found = await blocks.transactions(block.hash);
      const paying = found.flatMap((one) => {
        const paid = arrivalsOf(one.txid, paidBy(one, terms), ours);
        return paid.length === 0 ? [] : [{ paid, inputs: one.inputs }];
      });
      // Whether our own outputs are spent is only known once our journal of outputs has caught up.
      if (paying.length > 0) await outputs.follow();
      const arrivals = (await Promise.all(paying.map(({ paid, inputs }) => withSenders(paid, inputs)))).flat();
      await outputs.add(block, arrivals);
      return arrivals;
    },
    async pending(ours) {
      const found: Arrival[] = [];
      const kept = new Map<string, RawTransaction['inputs']>();
      for (const [txid, paid] of await waitingNow()) {
        const arrivals = arrivalsOf(txid, paid, ours);
        if (arrivals.length === 0) continue;
        const inputs = spending.get(txid) ?? (await read(txid))?.inputs;
        if (inputs === undefined) continue;
        kept.set(txid, inputs);
        found.push(...(await withSenders(arrivals, inputs)));
      }
      spending = kept;
      return found;
    },
    async status(txid) {
      await outputs.follow();
      const found = await outputs.find(txid);
      if (found !== undefined)
        return {
          ...{ state: 'included', height: found.height, blockHash: found.hash, done: true },
          ...{ cost: found.cost, costCoin: BTC },
        };
      return { state: (await read(txid)) === undefined ? 'unknown' : 'pending' };
    },
    async broadcast(raw) {
      try {
        await rpc.ask('sendrawtransaction', [hex.encode(bareBytes(raw))], z.string());
        return { state: 'taken' };
      } catch (error) {
        if (!(error instanceof NodeRefusal)) throw error;
        const known = error.code === REFUSAL.known || /already (in|known)/.test(error.words);
        return known ? { state: 'known' } : { state: 'refused', why: error.words };
      }
    },
    async rival(claims) {
      await outputs.follow();
      for (const claim of claims) {
        const [, of = '', position = ''] = claim.split(':');
        const txid = await outputs.spender(of, Number.parseInt(position, 10));
        const found = txid === undefined ? undefined : await outputs.find(txid);
        if (txid !== undefined && found !== undefined) return { txid, height: found.height, blockHash: found.hash };
      }
      return undefined;
    },
    async balance(address, coin, depth) {
      if (coin !== BTC) throw new Error(`expected ${BTC}, got ${coin}`);
      const head = await outputs.follow();
      return outputs.balance(address, head.height - depth);
    },
  };
}

interface Paid {
  readonly position: number;
  readonly address: string;
  readonly units: bigint;
}

function paidBy({ outputs }: RawTransaction, terms: NetworkTerms): readonly Paid[] {
  return outputs.flatMap(({ units, script }, position) => {
    const address = addressOfScript(script, terms);
    return address === undefined || units === 0n ? [] : [{ position, address, units }];
  });
}

function arrivalsOf(txid: string, paid: readonly Paid[], ours: (address: string) => boolean): readonly Arrival[] {
  return paid
    .filter(({ address }) => ours(address))
    .map(({ position, address, units }) => ({ txid, position, address, coin: BTC, units }));
}

/** An impossible answer is the node's fault. */
function proved(text: string): RawTransaction {
  try {
    return readTransaction(hex.decode(text));
  } catch (error) {
    throw new NodeFault(error instanceof Error ? error.message : String(error));
  }
}
