// Blocks in our journal that were not read completely, because their node no longer has the data: listed for people,
// and read again by a rescan once a node has it.

import { sql } from 'kysely';
import type { Block, ChainName } from '../rail/index.ts';
import type { CustodyDatabase, CustodyTransaction } from '../tables.ts';

/** Most ranges listed; the last one includes everything above. */
const MOST_RANGES = 20;

export interface HeightRange {
  readonly from: number;
  readonly to: number;
}

/** Records a block that was not read completely. */
export async function noteUnchecked(
  within: CustodyTransaction,
  chain: string,
  { height, hash }: Pick<Block, 'height' | 'hash'>,
  now: number,
): Promise<void> {
  await within
    .insertInto('custody_unchecked')
    .values({ chain, height, hash, since: String(now) })
    .onConflict((conflict) => conflict.columns(['chain', 'height']).doUpdateSet({ hash }))
    .execute();
}

export async function isUnchecked(db: CustodyDatabase, chain: string, height: number): Promise<boolean> {
  const row = await db
    .selectFrom('custody_unchecked')
    .select('height')
    .where('chain', '=', chain)
    .where('height', '=', height)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that it was read completely later. */
export async function noteChecked(db: CustodyDatabase, chain: string, height: number): Promise<void> {
  await db.deleteFrom('custody_unchecked').where('chain', '=', chain).where('height', '=', height).execute();
}

/** The unchecked heights of a chain, in ascending ranges. */
export async function uncheckedOf(db: CustodyDatabase, chain: ChainName): Promise<readonly HeightRange[]> {
  const { rows } = await sql<{ first: number; last: number }>`
    select min(height) as first, max(height) as last from (
      select height, height - row_number() over (order by height) as island from custody_unchecked where chain = ${chain}
    ) as heights group by island order by first limit ${MOST_RANGES + 1}`.execute(db);
  const ranges = rows.map(({ first, last }) => ({ from: first, to: last }));
  const [more] = ranges.slice(MOST_RANGES);
  if (more === undefined) return ranges;
  const { top } = await db
    .selectFrom('custody_unchecked')
    .select(({ fn }) => fn.max('height').as('top'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const kept = ranges.slice(0, MOST_RANGES - 1);
  return [...kept, { from: ranges[MOST_RANGES - 1]?.from ?? more.from, to: top }];
}
