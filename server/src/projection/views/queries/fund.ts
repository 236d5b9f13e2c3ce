// Latest slices that the insurance fund unwound.

import type { Kysely } from 'kysely';
import type { FundSlice } from '../../handlers/index.ts';
import { fundSliceOf } from '../rows/product-row-of.ts';
import type { ViewsDatabase } from '../tables/tables.ts';

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
