// Arrivals at customers' addresses from our own addresses. They are nobody's deposit: gas for a sweep, coins moved by
// us that an older database has forgotten, or coins moved by somebody with one of our keys. The sender is read from the
// transaction, because rows can be lost. Only a withdrawal from one customer to another is a deposit.

import { type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import { CONFIRMATIONS } from '../chain/index.ts';
import type { Addresses, Treasury } from '../types/index.ts';
import type { Arrival, Chain, ChainName } from '../rail/index.ts';
import type { CustodyDatabase, CustodyTransaction, OwnArrivalsTable } from '../tables.ts';
import { haltForeign } from '../withdrawal/foreign.ts';

/** Most handled per pass. */
const PASS = 200;

export type OwnAddresses = Pick<Addresses, 'owner'> & Partial<Pick<Addresses, 'hot' | 'isHot' | 'cold'>>;

export interface OwnArrival extends Arrival {
  /** Our address that it comes from. */
  readonly sender: string;
}

export interface Sorted {
  /** From others, and payments between customers. */
  readonly deposits: readonly Arrival[];
  /** Ours, from transactions unknown to custody. */
  readonly unknown: readonly OwnArrival[];
}

function senderOf(addresses: OwnAddresses, chain: ChainName, { senders = [] }: Arrival): string | undefined {
  return senders.find(
    (address) =>
      addresses.owner(chain, address) !== undefined ||
      addresses.hot?.(chain) === address ||
      addresses.isHot?.(chain, address) === true ||
      addresses.cold?.(chain) === address,
  );
}

/** Separates deposits from our own transfers. `within`: where our transactions are stored. */
export async function sortOwn(
  within: QueryExecutorProvider,
  chain: ChainName,
  addresses: OwnAddresses,
  arrivals: readonly Arrival[],
): Promise<Sorted> {
  if (arrivals.length === 0) return { deposits: [], unknown: [] };
  const txids = [...new Set(arrivals.map(({ txid }) => txid))];
  const kinds = await sql<{ txid: string; kind: string }>`
    select txid, kind from custody_transactions where chain = ${chain} and txid = any(${txids})`.execute(within);
  const kindOf = new Map(kinds.rows.map(({ txid, kind }) => [txid, kind]));
  const before = await sql<{ place: string }>`
    select txid || ':' || position as place from custody_deposits
    where network = ${chain} and txid = any(${txids}) and (block_hash is not null or credited_at is not null)`.execute(
    within,
  );
  const taken = new Set(before.rows.map(({ place }) => place));
  const deposits: Arrival[] = [];
  const unknown: OwnArrival[] = [];
  for (const arrival of arrivals) {
    const kind = kindOf.get(arrival.txid);
    if (kind === 'gas') continue;
    const sender = senderOf(addresses, chain, arrival);
    // An arrival that was taken as a deposit before, by two people or an earlier release, remains one.
    if (sender === undefined || kind === 'withdrawal' || taken.has(`${arrival.txid}:${arrival.position}`))
      deposits.push(arrival);
    else unknown.push({ ...arrival, sender });
  }
  return { deposits, unknown };
}

/** Records a block's arrivals from ourselves. */
export async function noteOwn(
  within: CustodyTransaction,
  chain: ChainName,
  block: { readonly height: number; readonly hash: string },
  arrivals: readonly OwnArrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  const rows = arrivals.map(({ txid, position, coin, units, address, sender }) => ({
    ...{ chain, txid, position, coin, units: units.toString(), address, sender },
    ...{ height: block.height, block_hash: block.hash },
  }));
  await within
    .insertInto('custody_own_arrivals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'txid', 'position']).doUpdateSet(({ ref }) => ({
        height: ref('excluded.height'),
        block_hash: ref('excluded.block_hash'),
      })),
    )
    .execute();
}

/** Their blocks were replaced from a height on. */
export async function forgetOwn(within: CustodyTransaction, chain: ChainName, from: number): Promise<void> {
  await within.deleteFrom('custody_own_arrivals').where('chain', '=', chain).where('height', '>=', from).execute();
}

type OwnRow = Selectable<OwnArrivalsTable>;

export interface OwnCases {
  readonly db: CustodyDatabase;
  readonly chain: Chain;
  readonly treasury: Pick<Treasury, 'halt'>;
  /** Makes a deposit of one. */
  readonly place: (row: OwnRow, within: CustodyTransaction) => Promise<void>;
}

/**
 * Resolves arrivals from ourselves. A withdrawal that custody knows meanwhile becomes a deposit. Each other transaction
 * halts its chain until two people have checked it. That happens at a depth at which a forgotten fee bump of a
 * withdrawal would be known.
 */
export async function endOwn({ db, chain, treasury, place }: OwnCases): Promise<void> {
  const rows = await db
    .selectFrom('custody_own_arrivals as o')
    .leftJoin('custody_transactions as t', (join) =>
      join.onRef('t.chain', '=', 'o.chain').onRef('t.txid', '=', 'o.txid').on('t.kind', 'in', ['withdrawal', 'gas']),
    )
    .selectAll('o')
    .select('t.kind')
    .where('o.chain', '=', chain.name)
    .where((is) => is.or([is('t.kind', 'is not', null), is('o.told', '=', false)]))
    .where(
      'o.height',
      '<=',
      sql<number>`(select max(height) from custody_blocks where chain = ${chain.name}) - ${CONFIRMATIONS}`,
    )
    .orderBy('o.height')
    .limit(PASS)
    .execute();
  for (const { kind, ...row } of rows) {
    if (kind === null) await haltForeign(db, treasury, chain, row.txid, ownWords(row));
    await db.transaction().execute(async (trx) => {
      const same = trx
        .selectFrom('custody_own_arrivals')
        .select('txid')
        .where('chain', '=', row.chain)
        .where('txid', '=', row.txid)
        .where('position', '=', row.position)
        .where('block_hash', '=', row.block_hash);
      if ((await same.forUpdate().executeTakeFirst()) === undefined) return;
      if (kind === null)
        await trx
          .updateTable('custody_own_arrivals')
          .set({ told: true })
          .where('chain', '=', row.chain)
          .where('txid', '=', row.txid)
          .where('position', '=', row.position)
          .execute();
      else {
        if (kind === 'withdrawal') await place(row, trx);
        await dropOwn(trx, row);
      }
    });
  }
}

/** It became a deposit, or is known. */
export async function dropOwn(
  within: CustodyTransaction,
  { chain, txid, position }: Pick<OwnRow, 'chain' | 'txid' | 'position'>,
): Promise<void> {
  await within
    .deleteFrom('custody_own_arrivals')
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('position', '=', position)
    .execute();
}

/** Text for the desk. */
function ownWords({ txid, sender, address, coin, height }: OwnRow): string {
  return `Transaction ${txid} moved ${coin} from our address ${sender} to the customer's address ${address}, and custody does not know it: somebody else may have the key, or an older database was restored. It is no deposit. If a customer withdrew it to another, read block ${height} again and credit it.`;
}
