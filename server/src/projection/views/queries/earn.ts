// Staking and finance: products with their totals beside the ledger, own purchases, own figures.

import type { AssetId } from '@vitrine/core';
import { ACCOUNT_CLASS } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import type { EarnProduct, Stake } from '../../handlers/index.ts';
import { readViewsState } from '../rows/memory.ts';
import { stakeOf } from '../rows/product-row-of.ts';
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

/** Totals of a product: `sold` now, the others ever. Atoms are bigint because sums may exceed 2^53. */
export interface EarnTotals {
  readonly sold: bigint;
  readonly promised: bigint;
  readonly paid: bigint;
  readonly returned: bigint;
}

/** A product on the terms in force, with its totals. */
export interface EarnLine extends EarnTotals {
  readonly terms: EarnProduct;
}

/** Every product, and the ledger's accounts by asset, as of one command. */
export interface EarnSummary {
  readonly lines: readonly EarnLine[];
  readonly reserve: ReadonlyMap<number, bigint>;
  readonly treasury: ReadonlyMap<number, bigint>;
  readonly seq: number;
  readonly time: number;
}

export interface StakeFilter extends TimeRange {
  /** 1 staking, 2 finance. */
  readonly kind: number;
  /** 0 running, 1 completed, 2 redeemed. */
  readonly status?: number | undefined;
}

/** A purchase with the terms it was made on. */
export interface StakeLine {
  readonly stake: Stake;
  readonly terms: EarnProduct;
}

/** A customer's figures of one coin. */
export interface EarnOwnSum {
  readonly asset: AssetId;
  readonly amount: bigint;
  readonly reserved: bigint;
  readonly paid: bigint;
  readonly running: number;
  /** The earliest next payment, ms UTC; null: nothing runs. */
  readonly next: number | null;
}

const DAY = 86_400_000;

/** Reads all products with their totals and the two ledger accounts, as of one command. */
export async function readEarn(db: Kysely<ViewsDatabase>): Promise<EarnSummary> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const terms = await tx
        .selectFrom('earn_terms')
        .selectAll()
        .distinctOn('product')
        .orderBy('product')
        .orderBy('version', 'desc')
        .execute();
      const totals = new Map(
        (await tx.selectFrom('earn_totals').selectAll().execute()).map((row) => [row.product, row] as const),
      );
      const accounts = await tx
        .selectFrom('balances')
        .select(['class', 'asset', 'available'])
        .where('class', 'in', [ACCOUNT_CLASS.reserve, ACCOUNT_CLASS.treasury])
        .execute();
      const of = (kind: number) =>
        new Map(accounts.filter((row) => row.class === kind).map((row) => [row.asset, BigInt(row.available)] as const));
      const state = await readViewsState(tx);
      return {
        lines: terms.map((row) => {
          const { sold = 0n, promised = 0n, paid = 0n, returned = 0n } = totals.get(row.product) ?? {};
          return { terms: row as EarnProduct, sold, promised, paid, returned };
        }),
        reserve: of(ACCOUNT_CLASS.reserve),
        treasury: of(ACCOUNT_CLASS.treasury),
        seq: state?.seq ?? 0,
        time: state?.time ?? 0,
      };
    });
}

/** Purchases ever by product, of these customers together. */
export async function readBought(
  db: Kysely<ViewsDatabase>,
  users: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('earn_buyers')
    .select(['product', 'bought'])
    .where('user_id', 'in', [...users])
    .execute();
  const bought = new Map<number, number>();
  for (const row of rows) bought.set(row.product, (bought.get(row.product) ?? 0) + row.bought);
  return bought;
}

function stakesOf(user: number, filter: StakeFilter): List<RowOf<'stakes'>> {
  return {
    table: 'stakes',
    reaches: [[...equal('user_id', user), ...equal('kind', filter.kind), ...within('starts', filter)]],
    rest: equal('status', filter.status),
    time: 'starts',
    order: sql`starts desc, seq desc, stake desc`,
    after: (row) => behind(['starts', 'seq', 'stake'], row),
  };
}

/** Adds the terms of each stake's version. */
async function withTerms(db: Kysely<ViewsDatabase>, stakes: readonly Stake[]): Promise<readonly StakeLine[]> {
  if (stakes.length === 0) return [];
  const rows = await db
    .selectFrom('earn_terms')
    .selectAll()
    .where('product', 'in', [...new Set(stakes.map(({ product }) => product))])
    .execute();
  const byVersion = new Map(rows.map((row) => [`${row.product}:${row.version}`, row as EarnProduct] as const));
  return stakes.map((stake) => {
    const terms = byVersion.get(`${stake.product}:${stake.version}`);
    if (terms === undefined)
      throw new Error(`views: expected terms of product ${stake.product}, version ${stake.version}`);
    return { stake, terms };
  });
}

/** The user's purchases of a kind, newest first. */
export async function readStakes(
  db: Kysely<ViewsDatabase>,
  user: number,
  filter: StakeFilter,
  asked: PageAsked,
): Promise<Page<StakeLine>> {
  const page = await readPage(db, stakesOf(user, filter), asked, stakeOf);
  return { ...page, records: await withTerms(db, page.records) };
}

/** The same in parts, for a CSV file. */
export async function* stakeParts(db: Kysely<ViewsDatabase>, user: number, filter: StakeFilter): Parts<StakeLine> {
  const parts = readParts(db, stakesOf(user, filter), stakeOf);
  for (;;) {
    const { done, value } = await parts.next();
    if (done === true) return value;
    yield await withTerms(db, value);
  }
}

/** One own purchase; undefined if it is not this user's. */
export async function readStake(
  db: Kysely<ViewsDatabase>,
  user: number,
  stake: number,
): Promise<StakeLine | undefined> {
  const row = await db
    .selectFrom('stakes')
    .selectAll()
    .where('stake', '=', stake)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row === undefined ? undefined : (await withTerms(db, [stakeOf(row)]))[0];
}

/** The user's figures of a kind by coin. */
export async function readEarnOwn(
  db: Kysely<ViewsDatabase>,
  user: number,
  kind: number,
): Promise<readonly EarnOwnSum[]> {
  const { rows } = await sql<{
    asset: number;
    amount: bigint;
    reserved: bigint;
    paid: bigint;
    running: number;
    next: number | null;
  }>`
    select bought.asset, bought.paid, coalesce(run.amount, 0)::numeric as amount,
      coalesce(run.reserved, 0)::numeric as reserved, coalesce(run.running, 0)::int8 as running, run.next
    from (
      select asset, sum(paid)::numeric as paid from earn_buyers where user_id = ${user} and kind = ${kind} group by asset
    ) bought
    left join (
      select asset, sum(amount) as amount, sum(reserved) as reserved, count(*) as running,
        min(case when kind = 1 then starts + (day + 1) * ${DAY}::int8 else ends end)::int8 as next
      from stakes where user_id = ${user} and kind = ${kind} and status = 0 group by asset
    ) run on run.asset = bought.asset
    order by bought.asset`.execute(db);
  return rows.map(({ asset, ...row }) => ({ asset: asset as AssetId, ...row }));
}
