// Own second contracts, newest first, and what they came to.

import type { AssetId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import type { Second } from '../../fold/index.ts';
import { secondOf } from '../product-row-of.ts';
import type { RowOf, ViewsDatabase } from '../tables.ts';
import { type Page, type PageAsked, readPage, readParts, type TimeRange } from './page.ts';

/** Status 2: settled by a tick. A void one gave its stake back and counts for nothing. */
const SETTLED = 2;

export interface SecondFilter extends TimeRange {
  readonly market?: number | undefined;
  /** Of calls.md §9. */
  readonly status?: number | undefined;
}

/** All settled contracts of one coin; atoms as bigint, for sums may leave 2^53. */
export interface SecondNet {
  readonly asset: AssetId;
  readonly net: bigint;
  readonly staked: bigint;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

function secondsOf(db: Kysely<ViewsDatabase>, user: number, filter: SecondFilter) {
  let query = db.selectFrom('seconds').where('user_id', '=', user);
  if (filter.market !== undefined) query = query.where('market', '=', filter.market);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.startTime !== undefined) query = query.where('created', '>=', filter.startTime);
  if (filter.endTime !== undefined) query = query.where('created', '<=', filter.endTime);
  return query;
}

/** The user's second contracts, newest first. */
export async function readSeconds(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SecondFilter,
  asked: PageAsked,
): Promise<Page<Second>> {
  const query = secondsOf(db, user, filter);
  const ordered = query.selectAll().orderBy('created', 'desc').orderBy('seq', 'desc').orderBy('second', 'desc');
  return readPage(db, query, ordered, asked, secondOf);
}

/** The same in parts, for a CSV. */
export function secondParts(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SecondFilter,
): AsyncGenerator<readonly Second[], void, undefined> {
  return readParts<RowOf<'seconds'>, Second>((behind, limit) => {
    let query = secondsOf(db, user, filter).selectAll();
    if (behind !== undefined)
      query = query.where(sql<boolean>`(created, seq, second) < (${behind.created}, ${behind.seq}, ${behind.second})`);
    return query.orderBy('created', 'desc').orderBy('seq', 'desc').orderBy('second', 'desc').limit(limit).execute();
  }, secondOf);
}

/** A second contract by its number, whosever it is. */
export async function readSecond(db: Kysely<ViewsDatabase>, second: number): Promise<Second | undefined> {
  const row = await db.selectFrom('seconds').selectAll().where('second', '=', second).executeTakeFirst();
  return row === undefined ? undefined : secondOf(row);
}

/** The user's own result to date by coin, over all settled contracts. */
export async function readSecondNet(db: Kysely<ViewsDatabase>, user: number): Promise<readonly SecondNet[]> {
  const many = (result: number) => sql<number>`count(*) filter (where result = ${result}::int2)`;
  const rows = await db
    .selectFrom('seconds')
    .where('user_id', '=', user)
    .where('status', '=', SETTLED)
    .select([
      'asset',
      sql<string>`sum(paid - amount)::text`.as('net'),
      sql<string>`sum(amount)::text`.as('staked'),
      many(1).as('won'),
      many(2).as('lost'),
      many(3).as('tied'),
    ])
    .groupBy('asset')
    .orderBy('asset')
    .execute();
  return rows.map(({ asset, net, staked, won, lost, tied }) => ({
    ...{ asset: asset as AssetId, won, lost, tied },
    net: BigInt(net),
    staked: BigInt(staked),
  }));
}
