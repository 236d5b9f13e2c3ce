// Records of borrowing: borrow, repay, interest, liquidation; each with the state of its debt.

import { type Kysely, sql } from 'kysely';
import type { DebtRecord } from '../../handlers/index.ts';
import { recordOf } from '../rows/product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';
import {
  behind,
  equal,
  type List,
  oneOf,
  type Page,
  type PageAsked,
  type Parts,
  readPage,
  readParts,
  type TimeRange,
  within,
} from './list.ts';

/** Kinds of records by their numbers. */
export const RECORD_KIND = { borrow: 1, still: 2, interest: 3, liquidation: 4 } as const;

export interface DebtFilter extends TimeRange {
  /** 4 cross, 5 isolated. */
  readonly wallet: number;
  /** 1 borrow, 2 still (repayment), 3 interest, 4 liquidation. */
  readonly kind: number;
  readonly market?: number | undefined;
  readonly assets?: readonly number[] | undefined;
}

/** A record with its number, which orders records with the same time. */
export interface DebtLine extends DebtRecord {
  readonly line: number;
  /** This record cleared the debt. */
  readonly ended: boolean;
  /** How the debt of a borrow or interest record was cleared since: not yet, by repayment, by liquidation. */
  readonly end: 'none' | 'repaid' | 'liquidated';
}

type Row = RowOf<'debt_records'> & { end_kind: number };

function recordsOf(user: number, filter: DebtFilter): List<Row> {
  return {
    table: 'debt_records',
    reaches: [
      [
        ...equal('user_id', user),
        ...equal('wallet', filter.wallet),
        ...equal('kind', filter.kind),
        ...within('time', filter),
      ],
    ],
    rest: [...equal('market', filter.market), ...oneOf('asset', filter.assets)],
    time: 'time',
    order: sql`time desc, line desc`,
    after: (row) => behind(['time', 'line'], row),
    more: endKind,
  };
}

/** Kind of the record that cleared the debt of a record's line, possibly the line itself; 0: still owed. */
const endKind = sql`coalesce((
  select ends.kind from debt_records ends
  where ends.user_id = debt_records.user_id and ends.wallet = debt_records.wallet
    and ends.market = debt_records.market and ends.asset = debt_records.asset and ends.ended
    and ends.line >= debt_records.line
  order by ends.line limit 1), 0)::int4 as end_kind`;

/** The user's records of one kind, newest first. */
export async function readDebtRecords(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: DebtFilter,
  asked: PageAsked,
): Promise<Page<DebtLine>> {
  return readPage(db, recordsOf(user, filter), asked, lineOf);
}

/** The same in parts, for a CSV file. */
export function debtRecordParts(db: Kysely<ViewsDatabase>, user: number, filter: DebtFilter): Parts<DebtLine> {
  return readParts(db, recordsOf(user, filter), lineOf);
}

function lineOf({ end_kind: end, ...row }: Row): DebtLine {
  return {
    ...recordOf(row),
    line: row.line,
    ended: row.ended,
    end: end === 0 ? 'none' : end === RECORD_KIND.liquidation ? 'liquidated' : 'repaid',
  };
}
