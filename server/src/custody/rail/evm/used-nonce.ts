// Finds the transaction that used a nonce of ours: searches for the block in which the count of its address passes it.

import { z } from 'zod';
import { NodeFault, type Rival } from '../face.ts';
import { address, hash, height, index, quantity } from './answers.ts';
import { isHistoryGone, NodeRefusal, type Rpc } from './rpc.ts';
import { expectSignedBy, mostCost, signedTransaction } from './signed-by.ts';
import { type Contracts, paymentOf } from './paid-by.ts';

/** Most blocks read one by one per search step, if the node no longer has their state. */
const BLOCKS_A_LOOK = 100;
/** Most searches that continue at the next step. */
const MOST_SEARCHES = 100;
const MOST_TRANSACTIONS = 100_000;

const senders = z.object({
  number: height,
  transactions: z.array(z.object({ hash, from: address, nonce: index })).max(MOST_TRANSACTIONS),
});

/**
 * Finds the transaction in a block with a claim's nonce, signed with its address's key. Nodes keep the state of some
 * hundred blocks; older blocks are read one by one, a limited number per step.
 */
export function createNonceSearch(
  rpc: Rpc,
  newest: () => Promise<number>,
  contracts: Contracts,
): (claims: readonly string[], seen?: string) => Promise<Rival | undefined> {
  /** By claim: no block from this height on has it, as of the last step. */
  const searched = new Map<string, number>();

  /** Transactions of an address in blocks up to a height; undefined if the node no longer has its state. */
  async function usedAt(of: string, at: number): Promise<number | undefined> {
    try {
      return Number(await rpc.read('eth_getTransactionCount', [of, `0x${at.toString(16)}`], quantity));
    } catch (error) {
      if (error instanceof NodeRefusal && isHistoryGone(error)) return undefined;
      throw error;
    }
  }

  async function inBlock(of: string, nonce: number, at: number): Promise<string | undefined> {
    const block = await rpc.read('eth_getBlockByNumber', [`0x${at.toString(16)}`, true], senders);
    if (block.number !== at) throw new NodeFault(`expected block ${at}, got block ${block.number}`);
    return block.transactions.find((one) => one.from === of && one.nonce === nonce)?.hash;
  }

  /** A transaction in a block, verified from its own bytes. */
  async function proven(of: string, nonce: number, txid: string): Promise<Rival | undefined> {
    const one = await rpc.read('eth_getTransactionByHash', [`0x${txid}`], signedTransaction.nullable());
    if (one === null || one.blockHash === null || one.blockNumber === null) return undefined;
    if (one.hash !== txid) throw new NodeFault(`expected ${txid}, got ${one.hash}`);
    expectSignedBy(of, nonce, one);
    const payment = paymentOf(one, contracts);
    return {
      ...{ txid, height: one.blockNumber, blockHash: one.blockHash, feeCap: mostCost(one) },
      ...(payment === undefined ? {} : { payment }),
    };
  }

  /** Searches below the blocks whose state is kept; `above`: the nonce is not used from here on. */
  async function readBack(claim: string, of: string, nonce: number, above: number): Promise<string | undefined> {
    const from = Math.min(above, searched.get(claim) ?? above);
    const last = Math.max(0, from - BLOCKS_A_LOOK);
    for (let at = from - 1; at >= last; at -= 1) {
      const txid = await inBlock(of, nonce, at);
      if (txid !== undefined) return txid;
    }
    // At the chain's beginning the search starts over.
    if (last === 0) searched.delete(claim);
    else if (searched.size < MOST_SEARCHES || searched.has(claim)) searched.set(claim, last);
    throw new NodeFault(`nonce ${nonce} of ${of} is used in a block below ${last}: the search goes on`);
  }

  return async ([claim = ''], seen) => {
    const [, of = '', number = ''] = claim.split(':');
    const nonce = Number.parseInt(number, 10);
    const known = seen === undefined ? undefined : await proven(of, nonce, seen);
    if (known !== undefined) return known;
    let last = await newest();
    if (((await usedAt(of, last)) ?? 0) <= nonce) return undefined;
    // Between a block that has it and one that has not, or whose state is no longer kept.
    let without = last;
    let gone = false;
    const hasIt = async (at: number): Promise<boolean> => {
      const used = await usedAt(of, at);
      if (used !== undefined && used > nonce) return true;
      gone = used === undefined;
      return false;
    };
    for (let down = 1; without > 0; down *= 2) {
      without = Math.max(0, last - down);
      if (!(await hasIt(without))) break;
      last = without;
    }
    while (last - without > 1) {
      const middle = Math.floor((last + without) / 2);
      if (await hasIt(middle)) last = middle;
      else without = middle;
    }
    const txid = (await inBlock(of, nonce, last)) ?? (gone ? await readBack(claim, of, nonce, last) : undefined);
    const found = txid === undefined ? undefined : await proven(of, nonce, txid);
    if (found === undefined) throw new NodeFault(`expected nonce ${nonce} of ${of} in block ${last}, it is not there`);
    searched.delete(claim);
    return found;
  };
}
