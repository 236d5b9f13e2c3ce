// Ledger lines of a user with opening, in, out and closing for each coin.

import type { AssetId, Atoms, MarketId, Millis, Seq, UserId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import {
  type Bill,
  type BillKind,
  billKindNumber,
  billKindOf,
  type CauseKind,
  causeKindNumber,
  causeKindOf,
} from '../../fold/index.ts';
import type { RowOf, ViewsDatabase } from '../tables.ts';
import { type Page, type PageAsked, readPage, readParts, type TimeRange } from './page.ts';

export interface BillFilter extends TimeRange {
  /** 1–8; absent: every one. */
  readonly wallet?: number | undefined;
  readonly asset?: number | undefined;
  readonly kind?: BillKind | undefined;
  /** What the lines' causes are; absent: every one. */
  readonly causeKind?: CauseKind | undefined;
}

/** A ledger line with its number, which orders lines of the same time. */
export interface BillLine extends Bill {
  readonly line: number;
}

/**
 * Of one coin in the wallets and times asked for, atoms as bigint for sums may leave 2^53. Opening and closing are the whole
 * balances there; opening + in − out = closing unless the list is cut to one kind.
 */
export interface BillSum {
  readonly asset: AssetId;
  readonly opening: bigint;
  readonly in: bigint;
  readonly out: bigint;
  readonly closing: bigint;
}

function billsOf(db: Kysely<ViewsDatabase>, user: number, filter: BillFilter) {
  let query = db.selectFrom('bills').where('user_id', '=', user);
  if (filter.wallet !== undefined) query = query.where('wallet', '=', filter.wallet);
  if (filter.asset !== undefined) query = query.where('asset', '=', filter.asset);
  if (filter.kind !== undefined) query = query.where('kind', '=', billKindNumber(filter.kind));
  if (filter.causeKind !== undefined) query = query.where('cause_kind', '=', causeKindNumber(filter.causeKind));
  if (filter.startTime !== undefined) query = query.where('time', '>=', filter.startTime);
  if (filter.endTime !== undefined) query = query.where('time', '<=', filter.endTime);
  return query;
}

/** What lines of one kind and cause of a coin add up to, atoms. */
export interface BillFlow {
  readonly kind: BillKind;
  readonly causeKind: CauseKind;
  readonly asset: AssetId;
  readonly net: bigint;
}

/** Lines of one command that are shown, at most. */
const MOST_OF_A_COMMAND = 500;

/** The user's ledger lines, newest first. */
export async function readBills(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: BillFilter,
  asked: PageAsked,
): Promise<Page<BillLine>> {
  const query = billsOf(db, user, filter);
  return readPage(db, query, query.selectAll().orderBy('time', 'desc').orderBy('line', 'desc'), asked, billOf);
}

/** The same in parts, for a CSV. */
export function billParts(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: BillFilter,
): AsyncGenerator<readonly BillLine[], void, undefined> {
  return readParts<RowOf<'bills'>, BillLine>((behind, limit) => {
    let query = billsOf(db, user, filter).selectAll();
    if (behind !== undefined) query = query.where(sql<boolean>`(time, line) < (${behind.time}, ${behind.line})`);
    return query.orderBy('time', 'desc').orderBy('line', 'desc').limit(limit).execute();
  }, billOf);
}

/** Opening, in, out and closing for each coin the filter meets, by asset. */
export async function readBillSums(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: BillFilter,
): Promise<readonly BillSum[]> {
  const flows = await billsOf(db, user, filter)
    .select([
      'asset',
      sql<string>`coalesce(sum(amount) filter (where amount > 0), 0)::text`.as('came'),
      sql<string>`coalesce(-sum(amount) filter (where amount < 0), 0)::text`.as('went'),
    ])
    .groupBy('asset')
    .execute();
  const { wallet, asset } = filter;
  const opening =
    filter.startTime === undefined
      ? new Map<number, bigint>()
      : await balancesAt(db, user, filter.startTime - 1, wallet, asset);
  const closing = await balancesAt(db, user, filter.endTime ?? Number.MAX_SAFE_INTEGER, wallet, asset);
  const assets = new Set([...flows.map((flow) => flow.asset), ...opening.keys(), ...closing.keys()]);
  return [...assets]
    .sort((a, b) => a - b)
    .map((coin) => {
      const flow = flows.find((one) => one.asset === coin);
      return {
        asset: coin as AssetId,
        opening: opening.get(coin) ?? 0n,
        in: BigInt(flow?.came ?? 0),
        out: BigInt(flow?.went ?? 0),
        closing: closing.get(coin) ?? 0n,
      };
    });
}

/** What the lines of each kind, cause and coin add up to. */
export async function readBillFlows(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: BillFilter,
): Promise<readonly BillFlow[]> {
  const rows = await billsOf(db, user, filter)
    .select(['kind', 'cause_kind', 'asset', sql<string>`sum(amount)::text`.as('net')])
    .groupBy(['kind', 'cause_kind', 'asset'])
    .orderBy('kind')
    .orderBy('asset')
    .execute();
  return rows.map(({ kind, cause_kind: causeKind, asset, net }) => ({
    kind: billKindOf(kind),
    causeKind: causeKindOf(causeKind),
    asset: asset as AssetId,
    net: BigInt(net),
  }));
}

/** A line of the user's by its number with all lines of its command, in order; undefined when it is not this user's. */
export async function readCommandBills(
  db: Kysely<ViewsDatabase>,
  user: number,
  line: number,
): Promise<{ readonly line: BillLine; readonly all: readonly BillLine[] } | undefined> {
  const row = await db
    .selectFrom('bills')
    .selectAll()
    .where('line', '=', line)
    .where('user_id', '=', user)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const rows = await db
    .selectFrom('bills')
    .selectAll()
    .where('user_id', '=', user)
    .where('time', '=', row.time)
    .where('seq', '=', row.seq)
    .orderBy('line')
    .limit(MOST_OF_A_COMMAND)
    .execute();
  return { line: billOf(row), all: rows.map(billOf) };
}

/** Balance by coin after the last line at or before `time`, wallets (and isolated markets) added up. */
async function balancesAt(
  db: Kysely<ViewsDatabase>,
  user: number,
  time: number,
  wallet: number | undefined,
  asset: number | undefined,
): Promise<Map<number, bigint>> {
  const rows = await sql<{ asset: number; total: string }>`
    select a.asset, sum(b.balance)::text as total
    from (select distinct wallet, asset, case when wallet = 5 then market else 0 end as market
          from balances
          where user_id = ${user} and class = 1
            and (${wallet ?? null}::int2 is null or wallet = ${wallet ?? null}::int2)
            and (${asset ?? null}::int4 is null or asset = ${asset ?? null}::int4)) a
    cross join lateral (
      select balance from bills
      where user_id = ${user} and wallet = a.wallet and asset = a.asset and (a.wallet <> 5 or market = a.market)
        and time <= ${time}
      order by time desc, line desc limit 1) b
    group by a.asset`.execute(db);
  return new Map(rows.rows.map((row) => [row.asset, BigInt(row.total)]));
}

function billOf(row: RowOf<'bills'>): BillLine {
  return {
    line: row.line,
    user: row.user_id as UserId,
    wallet: row.wallet,
    asset: row.asset as AssetId,
    market: row.market as MarketId,
    kind: billKindOf(row.kind),
    amount: row.amount as Atoms,
    balance: row.balance as Atoms,
    causeKind: causeKindOf(row.cause_kind),
    causeId: row.cause_id,
    time: row.time as Millis,
    seq: row.seq as Seq,
  };
}
