// Own swaps: waiting, done and rejected.

import { type Kysely, sql } from 'kysely';
import type { SwapOrder } from '../../handlers/index.ts';
import { swapOf } from '../rows/product-row-of.ts';
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

export interface SwapFilter extends TimeRange {
  /** Asset given or received. */
  readonly asset?: number | undefined;
}

function swapsOf(user: number, filter: SwapFilter): List<RowOf<'swaps'>> {
  const { asset } = filter;
  return {
    table: 'swaps',
    reaches: [[...equal('user_id', user), ...within('created', filter)]],
    rest: asset === undefined ? [] : [sql`(given = ${asset} or got = ${asset})`],
    time: 'created',
    order: sql`created desc, seq desc, swap desc`,
    after: (row) => behind(['created', 'seq', 'swap'], row),
  };
}

/** The user's swaps, newest first. */
export async function readSwaps(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SwapFilter,
  asked: PageAsked,
): Promise<Page<SwapOrder>> {
  return readPage(db, swapsOf(user, filter), asked, swapOf);
}

/** The same in parts, for a CSV file. */
export function swapParts(db: Kysely<ViewsDatabase>, user: number, filter: SwapFilter): Parts<SwapOrder> {
  return readParts(db, swapsOf(user, filter), swapOf);
}
