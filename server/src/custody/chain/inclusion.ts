// Checks that a payment of ours is in a block of our journal: a node's statement about the transaction alone is not
// trusted.

import { type Block, type Chain, type ChainStatus, NodeFault, type Payment, type Plan } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { readingOf } from './ask.ts';

export type Included = Extract<ChainStatus, { readonly state: 'included' }>;

/**
 * The cost of a transaction, as a node states it, is not part of a block. Our own bytes limit it, and a higher
 * statement is not accepted as cost. An unlimited cost would book stolen coins as network fees.
 * @throws {NodeFault}
 */
export function expectCost(
  chain: Pick<Chain, 'name' | 'feeCoin'>,
  { feeCap, payment }: Pick<Plan, 'feeCap' | 'payment'>,
  txid: string,
  { cost, costCoin }: Pick<Included, 'cost' | 'costCoin'>,
): void {
  const inCoin = costCoin === chain.feeCoin || (chain.name === 'practice' && costCoin === payment.coin);
  if (!inCoin || cost < 0n || cost > feeCap)
    throw new NodeFault(
      `${chain.name}: expected ${txid} to take at most ${feeCap} of ${chain.feeCoin}, got ${cost} ${costCoin}`,
    );
}

/**
 * Reads the content of the block itself; also returns false if the block is not in our journal. A block older than our
 * journal is the node's block at that height.
 * @throws {NodeFault}
 */
export async function stands(
  db: CustodyDatabase,
  chain: Chain,
  payment: Payment,
  txid: string,
  { height, blockHash }: Pick<Included, 'height' | 'blockHash'>,
): Promise<boolean> {
  const of = await blockOf(db, chain, height, blockHash);
  if (of === undefined) return false;
  // A payment of ours is a top-level transaction or log: it needs no traces.
  const { arrivals } = await readingOf(chain.node, of, (address) => address === payment.to);
  return arrivals.some(
    (one) =>
      one.txid === txid && one.address === payment.to && one.coin === payment.coin && one.units === payment.units,
  );
}

async function blockOf(db: CustodyDatabase, chain: Chain, height: number, hash: string): Promise<Block | undefined> {
  const ours = db.selectFrom('custody_blocks').selectAll().where('chain', '=', chain.name);
  const known = await ours.where('height', '=', height).where('hash', '=', hash).executeTakeFirst();
  if (known !== undefined) return { ...known, time: Number.parseInt(known.time, 10) };
  const first = await ours.orderBy('height').limit(1).executeTakeFirst();
  if (first === undefined || height >= first.height) return undefined;
  // It cannot be replaced any more; a pruned block must not look empty.
  const old = await chain.node.block(height);
  if (old?.hash !== hash) throw new NodeFault(`${chain.name}: expected block ${hash} at ${height}, got ${old?.hash}`);
  return old;
}
