// An Ethereum node: its answers are checked for consistency here, and only trusted once our own journal confirms them.

import { bytesToHex, concat, padHex } from 'viem';
import {
  type Arrival,
  type Block,
  type BroadcastAnswer,
  type ChainNode,
  type ChainStatus,
  NodeFault,
} from '../face.ts';
import { spellAddress } from './address.ts';
import { type EvmReceipt, hash, header, quantity, receipt, transaction, waitingBlock } from './answers.ts';
import { readArrivals, TOKEN_POSITION } from './arrivals.ts';
import { createBalanceWatch } from './by-balance.ts';
import { createNonceSearch } from './used-nonce.ts';
import type { Connection } from './connection.ts';
import { NodeRefusal, type Rpc } from './rpc.ts';
import { BALANCE_OF, ETHER, type EvmToken, readTransfer } from './token.ts';
import { txidOf } from './transaction.ts';
import { transfersIn } from './transfers.ts';

/** JSON-RPC errors that say nothing about the transaction: unreadable, unknown method, too many requests. */
const NOT_ABOUT_IT = new Set([-32_700, -32_600, -32_601, -32_004, -32_005]);

export interface EvmNodeOptions {
  readonly rpc: Rpc;
  readonly connection: Connection;
  readonly tokens: readonly EvmToken[];
  /** Whether a block is only final once the chain says so, in addition to its depth. */
  readonly finality: boolean;
  /** Addresses whose balances are compared if the node has no traces. */
  readonly watched: () => readonly string[];
}

function blockOf({ number, hash, parentHash, timestamp }: ReturnType<typeof header.parse>): Block {
  return { height: number, hash, parent: parentHash, time: timestamp };
}

/** Wei or a token's least units at a block hash, or `pending`. @throws {NodeFault} */
export function readBalance(
  rpc: Rpc,
  address: string,
  token: EvmToken | undefined,
  at: { readonly blockHash: string } | 'pending',
): Promise<bigint> {
  const place = at === 'pending' ? at : { blockHash: `0x${at.blockHash}` };
  if (token === undefined) return rpc.read('eth_getBalance', [address, place], quantity);
  const data = concat([BALANCE_OF, padHex(spellAddress(address), { size: 32 })]);
  return rpc.read('eth_call', [{ to: token.contract, data }, place], quantity);
}

export function evmNode({ rpc, connection, tokens, finality, watched }: EvmNodeOptions): ChainNode {
  const contracts = new Map(tokens.map((token) => [token.contract as string, token]));
  const byCoin = new Map(tokens.map((token) => [token.coin, token]));
  const balances = createBalanceWatch(rpc);

  async function blockAt(height: number): Promise<Block | undefined> {
    const found = await rpc.read('eth_getBlockByNumber', [`0x${height.toString(16)}`, false], header.nullable());
    if (found !== null && found.number !== height) {
      throw new NodeFault(`expected block ${height}, got block ${found.number}`);
    }
    return found === null ? undefined : blockOf(found);
  }

  async function head(): Promise<Block> {
    await connection.sameChain();
    return blockOf(await rpc.read('eth_getBlockByNumber', ['latest', false], header));
  }

  async function status(txid: string): Promise<ChainStatus> {
    const found = await rpc.read('eth_getTransactionReceipt', [`0x${txid}`], receipt.nullable());
    if (found === null) {
      const waiting = await rpc.read('eth_getTransactionByHash', [`0x${txid}`], transaction.nullable());
      if (waiting !== null && waiting.hash !== txid) throw new NodeFault(`expected ${txid}, got ${waiting.hash}`);
      return { state: waiting === null ? 'unknown' : 'pending' };
    }
    if (found.transactionHash !== txid) {
      throw new NodeFault(`expected the receipt of ${txid}, got ${found.transactionHash}'s`);
    }
    return {
      state: 'included',
      height: found.blockNumber,
      blockHash: found.blockHash,
      done: isDone(found),
      cost: found.gasUsed * found.effectiveGasPrice,
      costCoin: ETHER,
    };
  }

  /** A token call that neither reverts nor moves anything (some return `false`) has not paid. */
  function isDone(found: EvmReceipt): boolean {
    if (!found.status) return false;
    if (found.to === null || !contracts.has(found.to)) return true;
    return transfersIn(found, contracts).some(({ token, from }) => token.contract === found.to && from === found.from);
  }

  /**
   * A node rejects for many reasons, including "already known" and "nonce too low": what counts is whether it has the
   * transaction.
   */
  async function broadcast(raw: Uint8Array): Promise<BroadcastAnswer> {
    const txid = txidOf(raw);
    try {
      const answered = await rpc.once('eth_sendRawTransaction', [bytesToHex(raw)], hash);
      if (answered !== txid) throw new NodeFault(`expected the node to accept ${txid}, it accepted ${answered}`);
      return { state: 'taken' };
    } catch (error) {
      if (!(error instanceof NodeRefusal) || NOT_ABOUT_IT.has(error.code)) throw error;
      const { state } = await status(txid);
      return state === 'unknown' ? { state: 'refused', why: error.words } : { state: 'known' };
    }
  }

  async function pending(ours: (address: string) => boolean): Promise<readonly Arrival[]> {
    const waiting = await rpc.read('eth_getBlockByNumber', ['pending', true], waitingBlock.nullable());
    return (waiting?.transactions ?? []).flatMap(({ hash: txid, from, to, value, input }): Arrival[] => {
      if (to === null) return [];
      const token = contracts.get(to);
      if (token === undefined) {
        return value > 0n && ours(to)
          ? [{ txid, position: 0, address: to, coin: ETHER, units: value, senders: [from] }]
          : [];
      }
      // A plain transfer's log is the first of its receipt; other calls are seen once they are in a block.
      const transfer = readTransfer(Buffer.from(input.slice(2), 'hex'));
      if (transfer === undefined || transfer.units === 0n || !ours(transfer.to)) return [];
      const { to: of, units } = transfer;
      return [{ txid, position: TOKEN_POSITION, address: of, coin: token.coin, units, senders: [from] }];
    });
  }

  async function balance(address: string, coin: string, depth: number): Promise<bigint> {
    const token = byCoin.get(coin);
    if (token === undefined && coin !== ETHER) throw new Error(`expected a coin on ethereum, got ${coin}`);
    const newest = await head();
    const at = depth === 0 ? newest : await blockAt(newest.height - depth);
    if (at === undefined) throw new NodeFault(`expected a block ${depth} below ${newest.height}, got none`);
    return await readBalance(rpc, address, token, { blockHash: at.hash });
  }

  return {
    head,
    block: blockAt,
    ...(finality
      ? { finalized: async () => blockOf(await rpc.read('eth_getBlockByNumber', ['finalized', false], header)) }
      : {}),
    arrivals: async (block, ours) => {
      const ways = await connection.ways();
      return await readArrivals({ rpc, contracts, ...ways, balances, watched }, block, ours);
    },
    pending,
    status,
    broadcast,
    rival: createNonceSearch(rpc, async () => (await head()).height, contracts),
    balance,
  };
}
