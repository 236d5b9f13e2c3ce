// ERC-20 transfers to our addresses in one block: found by the block's hash, and verified from the receipts.

import { hexToBytes, keccak256 } from 'viem';
import { NodeFault } from '../face.ts';
import { type EvmLog, type EvmReceipt, type FullBlock, logs as logsShape } from './answers.ts';
import type { Rpc } from './rpc.ts';
import { type EvmToken, TRANSFER_TOPIC } from './token.ts';
import { spellAddress } from './address.ts';

const TOPIC = TRANSFER_TOPIC.slice(2);
const BLOOM_BITS = 2_048;

export interface TokenTransfer {
  readonly txid: string;
  readonly token: EvmToken;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  /** Index within its block; it only distinguishes logs, because a reorganisation changes it. */
  readonly logIndex: number;
}

/** A `Transfer` of an accepted contract; undefined for every other log. @throws {NodeFault} for an impossible one */
function transferOf(log: EvmLog, contracts: ReadonlyMap<string, EvmToken>): TokenTransfer | undefined {
  const token = contracts.get(log.address);
  if (token === undefined || log.topics[0] !== TOPIC) return undefined;
  const [, from = '', to = ''] = log.topics;
  if (log.topics.length !== 3 || log.data.length !== 2 + 64 || log.removed === true) {
    throw new NodeFault(`expected a standing Transfer of ${token.coin} with two addresses and an amount, got another`);
  }
  return {
    txid: log.transactionHash,
    token,
    from: spellAddress(`0x${from.slice(24)}`),
    to: spellAddress(`0x${to.slice(24)}`),
    units: BigInt(log.data),
    logIndex: log.logIndex,
  };
}

/**
 * Transfers of accepted contracts in a receipt, each with its index within the receipt, which is the same in every
 * block.
 */
export function transfersIn(
  receipt: EvmReceipt,
  contracts: ReadonlyMap<string, EvmToken>,
): readonly (TokenTransfer & { readonly index: number })[] {
  const first = receipt.logs[0]?.logIndex ?? 0;
  return receipt.logs.flatMap((log, index) => {
    if (log.logIndex !== first + index || log.transactionHash !== receipt.transactionHash) {
      throw new NodeFault(`expected the logs of ${receipt.transactionHash} in their order, got others`);
    }
    const transfer = transferOf(log, contracts);
    return transfer === undefined ? [] : [{ ...transfer, index }];
  });
}

/** All transfers of accepted contracts in exactly this block. */
export async function tokenTransfers(
  rpc: Rpc,
  block: FullBlock,
  contracts: ReadonlyMap<string, EvmToken>,
): Promise<readonly TokenTransfer[]> {
  if (contracts.size === 0 || block.transactions.length === 0) return [];
  const logs = await rpc.read(
    'eth_getLogs',
    [{ blockHash: `0x${block.hash}`, address: [...contracts.keys()], topics: [TRANSFER_TOPIC] }],
    logsShape,
  );
  const known = new Set(block.transactions.map(({ hash }) => hash));
  const seen = new Set<number>();
  return logs.map((log) => {
    const transfer = transferOf(log, contracts);
    if (transfer === undefined) throw new NodeFault(`expected logs of our tokens only, got one of ${log.address}`);
    if (log.blockHash !== block.hash || !known.has(log.transactionHash)) {
      throw new NodeFault(`expected logs of block ${block.hash}, got one of another block`);
    }
    if (seen.has(log.logIndex)) throw new NodeFault(`expected log ${log.logIndex} once, got it twice`);
    seen.add(log.logIndex);
    return transfer;
  });
}

/**
 * Whether a block's bloom allows a transfer of any accepted contract. A node that is behind or has a broken index
 * answers `eth_getLogs` with an empty list and no error: the bloom then shows that something may be missing.
 */
export function maybeTransfers(block: FullBlock, contracts: ReadonlyMap<string, EvmToken>): boolean {
  const bloom = hexToBytes(block.logsBloom as `0x${string}`);
  return (
    inBloom(bloom, TRANSFER_TOPIC) &&
    [...contracts.keys()].some((contract) => inBloom(bloom, contract as `0x${string}`))
  );
}

/** Three positions of 11 bits from the hash, counted from the end. */
function inBloom(bloom: Uint8Array, value: `0x${string}`): boolean {
  const digest = keccak256(hexToBytes(value), 'bytes');
  return [0, 2, 4].every((at) => {
    const bit = (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) % BLOOM_BITS;
    const byte = bloom[bloom.length - 1 - (bit >> 3)] ?? 0;
    return ((byte >> (bit & 7)) & 1) === 1;
  });
}
