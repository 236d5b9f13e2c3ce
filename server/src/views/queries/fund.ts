// What the insurance fund unwound last.

import type { Kysely } from 'kysely';
import type { FundSlice } from '../../fold/index.ts';
import { fundSliceOf } from '../product-row-of.ts';
import type { ViewsDatabase } from '../tables.ts';

/** The last slices of all markets, newest first. */
export async function readFundSlices(db: Kysely<ViewsDatabase>, limit: number): Promise<readonly FundSlice[]> {
  const rows = await db
    .selectFrom('fund_slices')
    .selectAll()
    .orderBy('seq', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fundSliceOf);
}
