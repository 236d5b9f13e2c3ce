// Own swaps: each is two ledger lines of one command, what was given and right behind it what was received.

import type { AssetId, Atoms, Millis, Seq } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import { billKindNumber } from '../../fold/index.ts';
import type { ViewsDatabase } from '../tables.ts';
import { counted, type Page, type PageAsked, readPage, readParts, type TimeRange } from './page.ts';

export interface SwapFilter extends TimeRange {
  /** Given or received. */
  readonly asset?: number | undefined;
}

export interface SwapLine {
  readonly from: AssetId;
  readonly to: AssetId;
  /** Atoms of `from`. */
  readonly amount: Atoms;
  /** Atoms of `to`. */
  readonly receive: Atoms;
  readonly time: Millis;
  readonly seq: Seq;
  readonly line: number;
}

interface Row {
  readonly line: number;
  readonly time: number;
  readonly seq: number;
  readonly asset: number;
  readonly amount: number;
  readonly to: number;
  readonly receive: number;
}

const SWAP = billKindNumber('swap');

function swapsOf(db: Kysely<ViewsDatabase>, user: number, { asset, startTime, endTime }: SwapFilter) {
  let query = db
    .selectFrom('bills as given')
    .innerJoin('bills as got', (join) =>
      join
        .on(sql<boolean>`got.line = given.line + 1`)
        .onRef('got.user_id', '=', 'given.user_id')
        .onRef('got.seq', '=', 'given.seq')
        .on('got.kind', '=', SWAP),
    )
    .where('given.user_id', '=', user)
    .where('given.kind', '=', SWAP)
    .where('given.amount', '<', 0);
  if (asset !== undefined)
    query = query.where(({ or, eb }) => or([eb('given.asset', '=', asset), eb('got.asset', '=', asset)]));
  if (startTime !== undefined) query = query.where('given.time', '>=', startTime);
  if (endTime !== undefined) query = query.where('given.time', '<=', endTime);
  return query;
}

const fields = [
  ...(['given.line', 'given.time', 'given.seq', 'given.asset', 'given.amount'] as const),
  ...(['got.asset as to', 'got.amount as receive'] as const),
] as const;

/** The user's swaps, newest first. */
export async function readSwaps(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SwapFilter,
  asked: PageAsked,
): Promise<Page<SwapLine>> {
  const query = swapsOf(db, user, filter);
  const ordered = query.select(fields).orderBy('given.time', 'desc').orderBy('given.line', 'desc');
  return readPage(query.select(counted), ordered, asked, swapOf);
}

/** The same in parts, for a CSV. */
export function swapParts(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: SwapFilter,
): AsyncGenerator<readonly SwapLine[], void, undefined> {
  return readParts<Row, SwapLine>((behind, limit) => {
    let query = swapsOf(db, user, filter).select(fields);
    if (behind !== undefined)
      query = query.where(sql<boolean>`(given.time, given.line) < (${behind.time}, ${behind.line})`);
    return query.orderBy('given.time', 'desc').orderBy('given.line', 'desc').limit(limit).execute();
  }, swapOf);
}

function swapOf({ line, time, seq, asset, amount, to, receive }: Row): SwapLine {
  return {
    from: asset as AssetId,
    to: to as AssetId,
    amount: -amount as Atoms,
    receive: receive as Atoms,
    time: time as Millis,
    seq: seq as Seq,
    line,
  };
}
