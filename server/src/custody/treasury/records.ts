// Snapshot of our own tables for a chain: the newest block of our journal, recent or unfinished deposits and
// transactions one by one, all others as sums.

import { sql } from 'kysely';
import type { ChainName } from '../rail/index.ts';
import type { CustodyDatabase, CustodyTransaction } from '../tables.ts';

/** Most deposits and transactions checked one by one; with more nothing is concluded. */
const MAX_DEPOSITS = 20_000;
const MAX_TRANSACTIONS = 5_000;
/** Blocks below the newest within which everything is checked one by one: deeper than any reorganisation seen. */
const RECENT_BLOCKS = 200;

export interface DepositRecord {
  readonly coin: string;
  readonly txid: string | null;
  readonly position: number;
  readonly units: string;
  readonly atoms: string;
  readonly address: string | null;
  readonly height: number | null;
  readonly stage: string;
  readonly seq: string | null;
  /** The exchange was asked to credit it. */
  readonly asked: boolean;
  /** The exchange is being asked to reverse it. */
  readonly reversing: boolean;
}

export interface TransactionRecord {
  readonly id: string;
  readonly kind: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'cancel';
  readonly withdrawal_id: string | null;
  readonly core_id: string | null;
  readonly attempt: number;
  readonly plan: string;
  readonly coin: string;
  readonly units: string;
  readonly to_address: string;
  readonly txid: string | null;
  readonly state: string;
  readonly cost: string | null;
  readonly cost_coin: string | null;
  readonly height: number | null;
  readonly block_hash: string | null;
}

export interface Records {
  /** Newest block of our journal. */
  readonly height: number;
  readonly hash: string;
  /** Hashes of our journal at the heights of `transactions`. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly deposits: readonly DepositRecord[];
  readonly transactions: readonly TransactionRecord[];
  /** Dust of all other deposits, and costs of all other transactions, by coin. */
  readonly dust: ReadonlyMap<string, bigint>;
  readonly costs: ReadonlyMap<string, bigint>;
}

/** Why nothing can be concluded, as text for the desk. */
export class Unknown extends Error {
  override readonly name = 'Unknown';
}

/**
 * Reads a snapshot of the tables. `since`: what changed from then on, ms UTC, is listed one by one. @throws {Unknown}
 */
export function readRecords(db: CustodyDatabase, chain: ChainName, since: number): Promise<Records> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => read(trx, chain, since));
}

async function read(trx: CustodyTransaction, chain: ChainName, since: number): Promise<Records> {
  const newest = await trx
    .selectFrom('custody_blocks')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) throw new Unknown(`no block of ${chain} is known yet`);
  const from = newest.height - RECENT_BLOCKS;

  const one = sql<boolean>`(d.stage in ('seen', 'confirming', 'review', 'doubted')
    or d.changed_at >= ${since} or coalesce(d.height, 0) >= ${from})`;
  const deposits = await trx
    .selectFrom('custody_deposits as d')
    .select(['coin', 'txid', 'position', 'units', 'atoms', 'address', 'height', 'stage', 'seq'])
    .select([sql<boolean>`credited_at is not null`.as('asked'), 'reversing'])
    .where('network', '=', chain)
    .where(one)
    .limit(MAX_DEPOSITS + 1)
    .execute();
  if (deposits.length > MAX_DEPOSITS)
    throw new Unknown(`more than ${MAX_DEPOSITS} deposits of ${chain} are on their way`);
  const dust = await trx
    .selectFrom('custody_deposits as d')
    .select(['coin', sql<string>`sum(case when d.stage = 'credited' then d.dust else d.units end)`.as('sum')])
    .where('network', '=', chain)
    .where('height', 'is not', null)
    .where(sql<boolean>`not ${one}`)
    .groupBy('coin')
    .execute();

  const lately = sql<boolean>`(t.state in ('signed', 'broadcast') or t.changed_at >= ${since}
    or coalesce(t.height, 0) >= ${from} or exists (select 1 from custody_transactions n
      where n.replaces = t.id and n.state in ('planned', 'signed', 'broadcast')))`;
  const rows = await trx
    .selectFrom('custody_transactions as t')
    .leftJoin('custody_withdrawals as w', 'w.id', 't.withdrawal_id')
    .select(['t.id', 't.kind', 't.withdrawal_id', 'w.core_id', 't.attempt', 't.plan', 't.coin', 't.units'])
    .select(['t.to_address', 't.txid', 't.state', 't.cost', 't.cost_coin', 't.height', 't.block_hash'])
    .where('t.chain', '=', chain)
    .where(lately)
    .orderBy('t.id')
    .limit(MAX_TRANSACTIONS + 1)
    .execute();
  if (rows.length > MAX_TRANSACTIONS)
    throw new Unknown(`more than ${MAX_TRANSACTIONS} transactions of ${chain} are on their way`);
  const transactions = rows.map((row) => ({ ...row, kind: kindOf(row.kind) }));
  const costs = await trx
    .selectFrom('custody_transactions as t')
    .select(['cost_coin', sql<string>`sum(t.cost)`.as('sum')])
    .where('chain', '=', chain)
    .where('cost', 'is not', null)
    .where(sql<boolean>`(t.state = 'reverted' or (t.state = 'confirmed' and t.kind <> 'withdrawal'))`)
    .where(sql<boolean>`not ${lately}`)
    .groupBy('cost_coin')
    .execute();

  const heights = [...new Set(transactions.flatMap(({ height }) => (height === null ? [] : [height])))];
  const blocks =
    heights.length === 0
      ? []
      : await trx
          .selectFrom('custody_blocks')
          .select(['height', 'hash'])
          .where('chain', '=', chain)
          .where('height', 'in', heights)
          .execute();
  return {
    ...newest,
    hashes: new Map(blocks.map(({ height, hash }) => [height, hash])),
    deposits,
    transactions,
    dust: new Map(dust.map(({ coin, sum }) => [coin, BigInt(sum)])),
    costs: new Map(costs.flatMap(({ cost_coin: coin, sum }) => (coin === null ? [] : [[coin, BigInt(sum)] as const]))),
  };
}

function kindOf(kind: string): TransactionRecord['kind'] {
  if (kind === 'withdrawal' || kind === 'sweep' || kind === 'gas' || kind === 'cold' || kind === 'cancel') return kind;
  throw new Error(`expected a transaction of withdrawal, sweep, gas, cold or cancel, got ${kind}`);
}
