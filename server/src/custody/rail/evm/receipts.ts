// Receipts of transactions, each verified to be of the block being read.

import { z } from 'zod';
import { NodeFault } from '../face.ts';
import { type EvmReceipt, type FullBlock, receipt } from './answers.ts';
import { isMissing, NodeRefusal, type Rpc } from './rpc.ts';

export type Receipts = ReadonlyMap<string, EvmReceipt>;

const all = z.array(receipt);

/** Whether the node returns all receipts of a block at once. @throws {NodeFault} if it does not answer */
export async function detectBlockReceipts(rpc: Rpc, blockHash: string): Promise<boolean> {
  try {
    await rpc.read('eth_getBlockReceipts', [`0x${blockHash}`], z.unknown());
    return true;
  } catch (error) {
    if (error instanceof NodeRefusal && isMissing(error)) return false;
    throw error;
  }
}

/** Every receipt of a block, in order. @throws {NodeFault} */
export async function blockReceipts(rpc: Rpc, block: FullBlock): Promise<Receipts> {
  if (block.transactions.length === 0) return new Map();
  const found = await rpc.read('eth_getBlockReceipts', [`0x${block.hash}`], all);
  if (found.length !== block.transactions.length) {
    throw new NodeFault(`expected ${block.transactions.length} receipts of block ${block.hash}, got ${found.length}`);
  }
  return new Map(block.transactions.map(({ hash }, at) => [hash, proved(found[at], block.hash, hash)]));
}

function proved(found: EvmReceipt | null | undefined, blockHash: string, txid: string): EvmReceipt {
  if (found?.transactionHash !== txid || found.blockHash !== blockHash) {
    throw new NodeFault(`expected the receipt of ${txid} in block ${blockHash}, got none or another's`);
  }
  return found;
}

/** @throws {NodeFault} if one is missing or in another block */
export async function receiptsOf(rpc: Rpc, blockHash: string, txids: readonly string[]): Promise<Receipts> {
  const receipts = await rpc.readMany(
    'eth_getTransactionReceipt',
    txids.map((txid) => [`0x${txid}`]),
    receipt.nullable(),
  );
  return new Map(txids.map((txid, at) => [txid, proved(receipts[at], blockHash, txid)]));
}

export function receiptIn(receipts: Receipts, txid: string): EvmReceipt {
  const found = receipts.get(txid);
  if (found === undefined) throw new NodeFault(`expected the receipt of ${txid}, got none`);
  return found;
}
