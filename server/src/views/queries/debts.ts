// Records of borrowing: lent, repaid, interest, liquidation; each with what became of its debt.

import { type Kysely, sql } from 'kysely';
import type { DebtRecord } from '../../fold/index.ts';
import { recordOf } from '../product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables.ts';
import { type Page, type PageAsked, readPage, readParts, type TimeRange } from './page.ts';

/** Kinds of records by their numbers. */
export const RECORD_KIND = { borrow: 1, still: 2, interest: 3, liquidation: 4 } as const;

export interface DebtFilter extends TimeRange {
  /** 4 cross, 5 isolated. */
  readonly wallet: number;
  /** 1 borrow, 2 still, 3 interest, 4 liquidation. */
  readonly kind: number;
  readonly market?: number | undefined;
  readonly assets?: readonly number[] | undefined;
}

/** A record with its number, which orders records of the same time. */
export interface DebtLine extends DebtRecord {
  readonly line: number;
  /** With it nothing was owed any more. */
  readonly ended: boolean;
  /** What took the debt of a borrowing or an interest away since: nothing yet, repaying, liquidation. */
  readonly end: 'none' | 'repaid' | 'liquidated';
}

type Row = RowOf<'debt_records'> & { end_kind: number };

function recordsOf(db: Kysely<ViewsDatabase>, user: number, filter: DebtFilter) {
  let query = db
    .selectFrom('debt_records')
    .where('user_id', '=', user)
    .where('wallet', '=', filter.wallet)
    .where('kind', '=', filter.kind);
  if (filter.market !== undefined) query = query.where('market', '=', filter.market);
  if (filter.assets !== undefined) query = query.where('asset', 'in', [...filter.assets]);
  if (filter.startTime !== undefined) query = query.where('time', '>=', filter.startTime);
  if (filter.endTime !== undefined) query = query.where('time', '<=', filter.endTime);
  return query;
}

/** Kind of the record with which the debt of a record's line was gone, the line itself included; 0: it is still owed. */
const endKind = sql<number>`coalesce((
  select ends.kind from debt_records ends
  where ends.user_id = debt_records.user_id and ends.wallet = debt_records.wallet
    and ends.market = debt_records.market and ends.asset = debt_records.asset and ends.ended
    and ends.line >= debt_records.line
  order by ends.line limit 1), 0)::int4`.as('end_kind');

/** The user's records of one kind, newest first. */
export async function readDebtRecords(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: DebtFilter,
  asked: PageAsked,
): Promise<Page<DebtLine>> {
  const query = recordsOf(db, user, filter);
  const ordered = query.selectAll().select(endKind).orderBy('time', 'desc').orderBy('line', 'desc');
  return readPage(db, query, ordered, asked, lineOf);
}

/** The same in parts, for a CSV. */
export function debtRecordParts(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: DebtFilter,
): AsyncGenerator<readonly DebtLine[], void, undefined> {
  return readParts<Row, DebtLine>((behind, limit) => {
    let query = recordsOf(db, user, filter).selectAll().select(endKind);
    if (behind !== undefined) query = query.where(sql<boolean>`(time, line) < (${behind.time}, ${behind.line})`);
    return query.orderBy('time', 'desc').orderBy('line', 'desc').limit(limit).execute();
  }, lineOf);
}

function lineOf({ end_kind: end, ...row }: Row): DebtLine {
  return {
    ...recordOf(row),
    line: row.line,
    ended: row.ended,
    end: end === 0 ? 'none' : end === RECORD_KIND.liquidation ? 'liquidated' : 'repaid',
  };
}
