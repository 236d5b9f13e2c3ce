// Own second contracts, newest first, and their net result.

import type { AssetId } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import type { Second } from '../../handlers/index.ts';
import { secondOf } from '../rows/product-row-of.ts';
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

export interface SecondFilter extends TimeRange {
  readonly market?: number | undefined;
  /** Status of calls.md §9. */
  readonly status?: number | undefined;
}

/**
 * Net of all settled contracts of one coin; a void one returned its stake and does not count. Atoms are bigint because
 * sums may exceed 2^53.
 */
export interface SecondNet {
  readonly asset: AssetId;
  readonly net: bigint;
  readonly staked: bigint;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

function secondsOf(user: number, filter: SecondFilter): List<RowOf<'seconds'>> {
  return {
    table: 'seconds',
    reaches: [[...equal('user_id', user), ...within('created', filter)]],
    rest: [...equal('market', filter.market), ...equal('status', filter.status)],
    time: 'created',
    order: sql`created desc, seq desc, second desc`,
    after: (row) => behind(['created', 'seq', 'second'], row),
  };
}

/** The user's second contracts, newest first. */
export async function readSeconds(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SecondFilter,
  asked: PageAsked,
): Promise<Page<Second>> {
  return readPage(db, secondsOf(user, filter), asked, secondOf);
}

/** The same in parts, for a CSV file. */
export function secondParts(db: Kysely<ViewsDatabase>, user: number, filter: SecondFilter): Parts<Second> {
  return readParts(db, secondsOf(user, filter), secondOf);
}

/** A second contract by its number, of any user. */
export async function readSecond(db: Kysely<ViewsDatabase>, second: number): Promise<Second | undefined> {
  const row = await db.selectFrom('seconds').selectAll().where('second', '=', second).executeTakeFirst();
  return row === undefined ? undefined : secondOf(row);
}

/** The user's own net result by coin, over all settled contracts. */
export async function readSecondNet(db: Kysely<ViewsDatabase>, user: number): Promise<readonly SecondNet[]> {
  const rows = await db.selectFrom('second_nets').selectAll().where('user_id', '=', user).orderBy('asset').execute();
  return rows.map(({ asset, net, staked, won, lost, tied }) => ({
    asset: asset as AssetId,
    net,
    staked,
    won,
    lost,
    tied,
  }));
}
