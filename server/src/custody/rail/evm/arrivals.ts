// All arrivals at our addresses in one block: ether of transactions, tokens, ether sent by contracts. An inconsistent
// answer is the node's fault, and nothing is concluded from it.

import { type Arrival, type Block, HistoryGone, NodeFault } from '../face.ts';
import { fullBlock, type FullBlock } from './answers.ts';
import type { BalanceWatch } from './by-balance.ts';
import { internalTransfers, type Traces } from './internal.ts';
import { blockReceipts, receiptIn, receiptsOf } from './receipts.ts';
import { isHistoryGone, NodeRefusal, type Rpc } from './rpc.ts';
import { sendersOf } from './senders.ts';
import { ETHER, type EvmToken } from './token.ts';
import { maybeTransfers, type TokenTransfer, tokenTransfers, transfersIn } from './transfers.ts';

/** Position of a token: this plus its index within the receipt. */
export const TOKEN_POSITION = 1;
/** Position of ether sent by a contract: this plus its index among such transfers of the transaction. */
export const INTERNAL_POSITION = 500_000;

export interface ArrivalReader {
  readonly rpc: Rpc;
  readonly contracts: ReadonlyMap<string, EvmToken>;
  readonly traces: Traces;
  readonly blockReceipts: boolean;
  readonly balances: BalanceWatch;
  /** Addresses whose balances are compared if the node has no traces. */
  readonly watched: () => readonly string[];
}

/** The complete block of a hash. @throws {NodeFault} if the node does not have exactly this block */
async function wholeBlock(rpc: Rpc, { hash, height, parent }: Block): Promise<FullBlock> {
  const block = await rpc.read('eth_getBlockByHash', [`0x${hash}`, true], fullBlock.nullable());
  if (block === null) throw new NodeFault(`the node no longer has block ${hash}`);
  if (block.hash !== hash || block.number !== height || block.parentHash !== parent) {
    throw new NodeFault(`expected block ${hash} at ${height} after ${parent}, got another`);
  }
  const hashes = new Set(block.transactions.map((transaction) => transaction.hash));
  if (hashes.size !== block.transactions.length) throw new NodeFault(`block ${hash} has a transaction twice`);
  for (const [at, transaction] of block.transactions.entries()) {
    if (transaction.blockHash !== hash || transaction.transactionIndex !== at) {
      throw new NodeFault(`expected transaction ${at} of block ${hash}, got ${transaction.hash} of another place`);
    }
  }
  return block;
}

/** @throws {NodeFault} */
export async function readArrivals(
  reader: ArrivalReader,
  block: Block,
  ours: (address: string) => boolean,
): Promise<readonly Arrival[]> {
  const { rpc, contracts } = reader;
  const whole = await wholeBlock(rpc, block);
  const ether = whole.transactions.filter(({ to, value }) => to !== null && value > 0n && ours(to));
  const transfers = await tokenTransfers(rpc, whole, contracts);
  const tokens = transfers.filter(({ to, units }) => units > 0n && ours(to));
  const receipts = reader.blockReceipts
    ? await blockReceipts(rpc, whole)
    : await receiptsOf(rpc, block.hash, touched(whole, contracts, transfers, [...ether, ...tokens]));

  const arrivals: Arrival[] = [];
  for (const { hash, to, value } of ether) {
    // A reverted transaction moved nothing.
    if (!receiptIn(receipts, hash).status || to === null) continue;
    arrivals.push({ txid: hash, position: 0, address: to, coin: ETHER, units: value });
  }
  const known = new Set(transfers.map(({ txid, logIndex }) => `${txid}:${logIndex}`));
  let confirmed = 0;
  for (const receipt of receipts.values()) {
    const inside = transfersIn(receipt, contracts);
    if (inside.length > 0 && !receipt.status) {
      throw new NodeFault(`expected no transfers in ${receipt.transactionHash}, which reverted`);
    }
    for (const { txid, logIndex, index, token, from, to, units } of inside) {
      if (!known.has(`${txid}:${logIndex}`)) {
        throw new NodeFault(`the node left out a transfer of ${token.coin} in ${txid} when asked for the block's`);
      }
      if (units === 0n || !ours(to)) continue;
      confirmed += 1;
      arrivals.push({ txid, position: TOKEN_POSITION + index, address: to, coin: token.coin, units, senders: [from] });
    }
  }
  if (confirmed !== tokens.length) {
    throw new NodeFault(`expected ${tokens.length} transfers to us in the receipts of ${block.hash}, got ${confirmed}`);
  }
  try {
    arrivals.push(...(await fromContracts(reader, whole, ours)));
  } catch (error) {
    if (!(error instanceof NodeRefusal) || !isHistoryGone(error)) throw error;
    const what = `the node has no traces of block ${block.height} any more: ${error.words}`;
    throw new HistoryGone(what, await sent(reader, whole, arrivals));
  }
  return sent(reader, whole, arrivals);
}

/** Adds the senders; unknown for arrivals that only balances reveal. */
async function sent(
  { rpc }: ArrivalReader,
  block: FullBlock,
  arrivals: readonly Arrival[],
): Promise<readonly Arrival[]> {
  const ordered = inOrder(block, arrivals);
  const senders = await sendersOf(rpc, block, new Set(ordered.map(({ txid }) => txid)));
  return ordered.map((arrival) => {
    const sender = senders.get(arrival.txid);
    if (sender === undefined) return arrival;
    return { ...arrival, senders: [...new Set([sender, ...(arrival.senders ?? [])])] };
  });
}

/** Transactions whose receipts are read one by one; all of them if the bloom contradicts an empty answer. */
function touched(
  block: FullBlock,
  contracts: ReadonlyMap<string, EvmToken>,
  transfers: readonly TokenTransfer[],
  found: readonly ({ readonly hash: string } | TokenTransfer)[],
): readonly string[] {
  if (transfers.length === 0 && maybeTransfers(block, contracts)) return block.transactions.map(({ hash }) => hash);
  return [...new Set(found.map((one) => ('hash' in one ? one.hash : one.txid)))];
}

/** Ether that is in no list of transactions. */
async function fromContracts(
  { rpc, traces, balances, watched }: ArrivalReader,
  block: FullBlock,
  ours: (address: string) => boolean,
): Promise<readonly Arrival[]> {
  if (traces === 'none') {
    const found = await balances.unexplained(block, watched().filter(ours));
    return found.map((arrival) => ({ ...arrival, position: INTERNAL_POSITION, coin: ETHER }));
  }
  return (await internalTransfers(rpc, block, traces))
    .filter(({ to }) => ours(to))
    .map(({ txid, index, from, to, units }) => ({
      ...{ txid, position: INTERNAL_POSITION + index },
      ...{ address: to, coin: ETHER, units, senders: from === undefined ? [] : [from] },
    }));
}

/** By position in the block, each once. */
function inOrder(block: FullBlock, arrivals: readonly Arrival[]): readonly Arrival[] {
  const keys = new Set(arrivals.map(({ txid, position }) => `${txid}:${position}`));
  if (keys.size !== arrivals.length) throw new NodeFault(`an arrival of block ${block.hash} came twice`);
  const places = new Map(block.transactions.map(({ hash }, at) => [hash, at]));
  const placeOf = (txid: string) => places.get(txid) ?? block.transactions.length;
  return arrivals.toSorted((a, b) => placeOf(a.txid) - placeOf(b.txid) || a.position - b.position);
}
