// Ledger lines of a user, with opening, in, out and closing for each coin.

import type { AccountId, AssetId, Atoms, MarketId, Millis, Seq, UserId } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import {
  type Bill,
  type BillKind,
  billKindNumber,
  billKindOf,
  type CauseKind,
  causeKindNumber,
  causeKindOf,
} from '../../handlers/index.ts';
import { dayOf } from '../rows/product-rows.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';
import {
  behind,
  equal,
  type List,
  type Page,
  type PageAsked,
  type Parts,
  readPage,
  readParts,
  type TimeRange,
  within,
} from './list.ts';

export interface BillFilter extends TimeRange {
  /** 1–8; absent: all. */
  readonly wallet?: number | undefined;
  readonly asset?: number | undefined;
  readonly kind?: BillKind | undefined;
  /** Kind of the lines' causes; absent: all. */
  readonly causeKind?: CauseKind | undefined;
}

/** Filter of sums, which cover all kinds of lines. */
export type SumFilter = Pick<BillFilter, 'wallet' | 'asset' | 'startTime' | 'endTime'>;

/** Class of customers' accounts. */
const CUSTOMER = 1;
/** The other wallets. */
const SINGLE = [1, 2, 3, 4, 6, 7, 8];

/** A ledger line with its number, which orders lines with the same time. */
export interface BillLine extends Bill {
  readonly line: number;
}

/**
 * Sums of one coin in the requested wallets and times. Atoms are bigint because sums may exceed 2^53. Opening and
 * closing are the whole balances: opening + in − out = closing.
 */
export interface BillSum {
  readonly asset: AssetId;
  readonly opening: bigint;
  readonly in: bigint;
  readonly out: bigint;
  readonly closing: bigint;
}

/** One out of a wallet, one into another. */
export const LINES_OF_A_TRANSFER = 2;
const TRANSFER = billKindNumber('transfer');
const BY_COMMAND = causeKindNumber('command');

function billsOf(user: number, filter: BillFilter): List<RowOf<'bills'>> {
  const wallet = equal('wallet', filter.wallet);
  const asset = equal('asset', filter.asset);
  const kind = equal('kind', filter.kind && billKindNumber(filter.kind));
  const cause = equal('cause_kind', filter.causeKind && causeKindNumber(filter.causeKind));
  const own = [...equal('user_id', user), ...within('time', filter)];
  const list = {
    table: 'bills',
    time: 'time',
    order: sql`time desc, line desc`,
    after: (row: RowOf<'bills'>) => behind(['time', 'line'], row),
  };
  if (filter.kind === 'transfer' && filter.causeKind === 'command') {
    // Must match the index predicate word for word.
    const transfers = [sql`kind = ${sql.lit(TRANSFER)}`, sql`cause_kind = ${sql.lit(BY_COMMAND)}`];
    return { ...list, reaches: [[...own, ...transfers]], rest: [...wallet, ...asset], rowsEach: LINES_OF_A_TRANSFER };
  }
  if (filter.kind !== undefined)
    return { ...list, reaches: [[...own, ...kind]], rest: [...wallet, ...asset, ...cause] };
  if (filter.asset === undefined) return { ...list, reaches: [[...own, ...wallet]], rest: cause };
  if (filter.wallet === WALLET.isolatedMargin)
    return { ...list, reaches: [[...own, ...wallet]], rest: [...asset, ...cause] };
  const account = (of: number) => sql`account = (
    select account from balances
    where class = ${CUSTOMER} and user_id = ${user} and wallet = ${of} and ${sql.join(asset)} limit 1)`;
  if (filter.wallet !== undefined) return { ...list, reaches: [[account(filter.wallet), ...own]], rest: cause };
  // A coin in all wallets: one account per wallet, except the wallet with one account per market.
  const isolated = [...own, ...equal('wallet', WALLET.isolatedMargin)];
  return {
    ...list,
    reaches: [...SINGLE.map((of) => [account(of), ...own]), isolated],
    rest: [...asset, ...cause],
  };
}

/** Sum of the lines of one kind, cause and coin, atoms. */
export interface BillFlow {
  readonly kind: BillKind;
  readonly causeKind: CauseKind;
  readonly asset: AssetId;
  readonly net: bigint;
}

/** Most lines of one command that are shown. */
const MOST_OF_A_COMMAND = 500;

/** The user's ledger lines, newest first. */
export async function readBills(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: BillFilter,
  asked: PageAsked,
): Promise<Page<BillLine>> {
  return readPage(db, billsOf(user, filter), asked, billOf);
}

/** The same in parts, for a CSV file. */
export function billParts(db: Kysely<ViewsDatabase>, user: number, filter: BillFilter): Parts<BillLine> {
  return readParts(db, billsOf(user, filter), billOf);
}

/**
 * Opening, in, out and closing for each coin with a line by the end of the period, by asset. Computed from each
 * account's state at both ends, never from the lines in between.
 */
export async function readBillSums(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SumFilter,
): Promise<readonly BillSum[]> {
  const { startTime, endTime } = filter;
  const closing = await standsAt(db, user, filter, (endTime ?? Number.MAX_SAFE_INTEGER) - 1);
  const opening = startTime === undefined ? new Map<number, Stand>() : await standsAt(db, user, filter, startTime - 1);
  return [...closing].map(([asset, end]) => {
    const begin = opening.get(asset) ?? { balance: 0n, came: 0n };
    const came = end.came - begin.came;
    return {
      asset: asset as AssetId,
      opening: begin.balance,
      in: came,
      out: came - (end.balance - begin.balance),
      closing: end.balance,
    };
  });
}

/**
 * Sums of the lines of a UTC day (`day`: its start, ms) by kind, cause and coin; of one wallet, or of all if undefined.
 */
export async function readBillFlows(
  db: Kysely<ViewsDatabase>,
  user: number,
  wallet: number | undefined,
  day: number,
): Promise<readonly BillFlow[]> {
  let query = db.selectFrom('bill_days').where('user_id', '=', user).where('day', '=', day);
  if (wallet !== undefined) query = query.where('wallet', '=', wallet);
  const rows = await query
    .select(['kind', 'cause_kind', 'asset', sql<bigint>`sum(net)`.as('net')])
    .groupBy(['kind', 'cause_kind', 'asset'])
    .orderBy('kind')
    .orderBy('asset')
    .execute();
  return rows.map(({ kind, cause_kind: causeKind, asset, net }) => ({
    kind: billKindOf(kind),
    causeKind: causeKindOf(causeKind),
    asset: asset as AssetId,
    net,
  }));
}

/** A line by its number with all lines of its command, in order; undefined if it is not this user's. */
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

/** Sum over accounts: the balance after the last line at or before a time, and all that the lines credited. */
interface Stand {
  readonly balance: bigint;
  readonly came: bigint;
}

/** By coin, in order. For each account: its last line on that day, else the last earlier day with a line. */
async function standsAt(
  db: Kysely<ViewsDatabase>,
  user: number,
  { wallet, asset }: SumFilter,
  time: number,
): Promise<Map<number, Stand>> {
  const day = dayOf(time);
  const of = [
    ...equal('user_id', user),
    ...equal('class', CUSTOMER),
    ...equal('wallet', wallet),
    ...equal('asset', asset),
  ];
  const { rows } = await sql<{ asset: number } & Stand>`
    select a.asset, sum(coalesce(b.balance, d.balance))::numeric as balance, sum(coalesce(b.came, d.came)) as came
    from (select account, asset from balances where ${sql.join(of, sql` and `)}) a
    left join lateral (
      select balance, came from bills where account = a.account and time >= ${day} and time <= ${time}
      order by time desc, line desc limit 1) b on true
    left join lateral (
      select balance, came from account_days where account = a.account and day < ${day} order by day desc limit 1) d on true
    where b.balance is not null or d.balance is not null
    group by a.asset order by a.asset`.execute(db);
  return new Map(rows.map(({ asset: coin, balance, came }) => [coin, { balance, came }]));
}

function billOf(row: RowOf<'bills'>): BillLine {
  return {
    line: row.line,
    account: row.account as AccountId,
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
