// Finds ether sent by contracts if a node has no traces: the part of a balance change that the block's transactions do
// not explain.
//
// It finds the amount, not the transaction: such an arrival is named after its block and address, and only exists in
// that block. Several in one block become one. Each address is queried once per block, so this is for few addresses.

import { concatBytes, type Hex, hexToBytes, keccak256 } from 'viem';
import { NodeFault } from '../face.ts';
import { bytesOf } from './address.ts';
import { type FullBlock, quantity } from './answers.ts';
import { receiptIn, receiptsOf } from './receipts.ts';
import type { Rpc } from './rpc.ts';

/** More addresses need a node with traces. */
export const MOST_WATCHED = 5_000;
/** Unit of validators' withdrawals, wei. */
const GWEI = 1_000_000_000n;

export interface Unexplained {
  readonly txid: string;
  readonly address: string;
  readonly units: bigint;
}

export interface BalanceWatch {
  /** Arrivals at addresses by no transaction in the block's list. @throws {NodeFault} */
  unexplained(block: FullBlock, addresses: readonly string[]): Promise<readonly Unexplained[]>;
}

export function createBalanceWatch(rpc: Rpc): BalanceWatch {
  /** Wei by address as of the last block examined, so that each block is queried once. */
  let last: { readonly hash: string; readonly wei: ReadonlyMap<string, bigint> } | undefined;

  async function balances(hash: string, addresses: readonly string[]): Promise<Map<string, bigint>> {
    const wei = await rpc.readMany(
      'eth_getBalance',
      addresses.map((address) => [address, { blockHash: `0x${hash}` }]),
      quantity,
    );
    return new Map(addresses.map((address, at) => [address, wei[at] ?? 0n]));
  }

  return {
    unexplained: async (block, addresses) => {
      if (addresses.length > MOST_WATCHED) {
        throw new NodeFault(
          `expected a node with traces (debug or trace) for ${addresses.length} addresses; without, at most ${MOST_WATCHED} can be watched`,
        );
      }
      const now = await balances(block.hash, addresses);
      const known = last?.hash === block.parentHash ? last.wei : new Map<string, bigint>();
      const before = new Map([
        ...known,
        ...(await balances(
          block.parentHash,
          addresses.filter((address) => !known.has(address)),
        )),
      ]);
      const explained = await explainedBy(rpc, block, new Set(addresses));
      const found = addresses.flatMap((address): Unexplained[] => {
        const units = (now.get(address) ?? 0n) - (before.get(address) ?? 0n) - (explained.get(address) ?? 0n);
        if (units < 0n) {
          throw new NodeFault(
            `expected ${address} to have what came to it in block ${block.hash}, it has ${-units} less`,
          );
        }
        const name = concatBytes([hexToBytes(`0x${block.hash}` as Hex), bytesOf(address)]);
        return units === 0n ? [] : [{ txid: keccak256(name).slice(2), address, units }];
      });
      last = { hash: block.hash, wei: now };
      return found;
    },
  };
}

/** Wei that a block's transactions and validators' withdrawals add to and remove from addresses. */
async function explainedBy(
  rpc: Rpc,
  block: FullBlock,
  addresses: ReadonlySet<string>,
): Promise<ReadonlyMap<string, bigint>> {
  const change = new Map<string, bigint>();
  const add = (address: string, wei: bigint) => {
    if (addresses.has(address)) change.set(address, (change.get(address) ?? 0n) + wei);
  };
  const touching = block.transactions.filter(
    ({ from, to, value }) => addresses.has(from) || (to !== null && addresses.has(to) && value > 0n),
  );
  const receipts = await receiptsOf(
    rpc,
    block.hash,
    touching.map(({ hash }) => hash),
  );
  for (const { hash, from, to, value } of touching) {
    const { status, gasUsed, effectiveGasPrice } = receiptIn(receipts, hash);
    add(from, -(gasUsed * effectiveGasPrice));
    if (!status) continue;
    add(from, -value);
    if (to !== null) add(to, value);
  }
  for (const { address, amount } of block.withdrawals ?? []) add(address, amount * GWEI);
  return change;
}
