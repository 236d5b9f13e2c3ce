// The live projection's initial data of contracts, margin and second contracts: times and numbers that a seed lacks.

import { type Kysely, sql } from 'kysely';
import type { History } from '../../live/index.ts';
import { debtOf, markOf, positionOf, rateOf, secondOf } from '../rows/product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables/tables.ts';

/** Funding rates kept per contract (calls.md §3). */
const RATES_KEPT = 20;

type Products = Required<Pick<History, 'positions' | 'seconds' | 'debts' | 'fundingRates' | 'marks'>>;

/**
 * Open positions, running second contracts and debts, including those changed after `seq`; the last rates of each
 * contract.
 */
export async function readProductHistory(db: Kysely<ViewsDatabase>, seq: number): Promise<Products> {
  const positions = await db
    .selectFrom('positions')
    .selectAll()
    .where(({ or, eb }) => or([eb('closed', '=', 0), eb('last_seq', '>', seq)]))
    .execute();
  const seconds = await db
    .selectFrom('seconds')
    .selectAll()
    .where(({ or, eb }) => or([eb('status', '<', 2), eb('last_seq', '>', seq)]))
    .execute();
  const debts = await db
    .selectFrom('debts')
    .selectAll()
    .where(({ or, eb }) => or([eb('principal', '>', 0), eb('interest', '>', 0), eb('seq', '>', seq)]))
    .execute();
  const rates = await sql<RowOf<'funding_rates'>>`
    select kept.* from marks
    cross join lateral (
      select * from funding_rates where market = marks.market order by time desc limit ${RATES_KEPT}
    ) kept order by kept.market, kept.time`.execute(db);
  return {
    positions: positions.map(positionOf),
    seconds: seconds.map(secondOf),
    debts: debts.map(debtOf),
    fundingRates: rates.rows.map(rateOf),
    marks: (await db.selectFrom('marks').selectAll().execute()).map(markOf),
  };
}
