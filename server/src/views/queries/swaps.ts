// Own swaps: those that wait, are done, and were refused.

import { type Kysely, sql } from 'kysely';
import type { SwapOrder } from '../../fold/index.ts';
import { swapOf } from '../product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables.ts';
import { type Page, type PageAsked, readPage, readParts, type TimeRange } from './page.ts';

export interface SwapFilter extends TimeRange {
  /** Given or received. */
  readonly asset?: number | undefined;
}

function swapsOf(db: Kysely<ViewsDatabase>, user: number, { asset, startTime, endTime }: SwapFilter) {
  let query = db.selectFrom('swaps').where('user_id', '=', user);
  if (asset !== undefined) query = query.where(({ or, eb }) => or([eb('given', '=', asset), eb('got', '=', asset)]));
  if (startTime !== undefined) query = query.where('created', '>=', startTime);
  if (endTime !== undefined) query = query.where('created', '<=', endTime);
  return query;
}

/** The user's swaps, newest first. */
export async function readSwaps(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SwapFilter,
  asked: PageAsked,
): Promise<Page<SwapOrder>> {
  const query = swapsOf(db, user, filter);
  const ordered = query.selectAll().orderBy('created', 'desc').orderBy('seq', 'desc').orderBy('swap', 'desc');
  return readPage(db, query, ordered, asked, swapOf);
}

/** The same in parts, for a CSV. */
export function swapParts(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SwapFilter,
): AsyncGenerator<readonly SwapOrder[], void, undefined> {
  return readParts<RowOf<'swaps'>, SwapOrder>((behind, limit) => {
    let query = swapsOf(db, user, filter).selectAll();
    if (behind !== undefined)
      query = query.where(sql<boolean>`(created, seq, swap) < (${behind.created}, ${behind.seq}, ${behind.swap})`);
    return query.orderBy('created', 'desc').orderBy('seq', 'desc').orderBy('swap', 'desc').limit(limit).execute();
  }, swapOf);
}
