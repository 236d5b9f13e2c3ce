// A list that looks at so many rows says how far it looked, and the same list goes on from there: no row is out of reach, none
// comes twice (calls §1, issue 15 A.1).

import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { viewsPool } from '../../../src/projection/views/database.ts';
import { MOST_COUNTED, MOST_SEARCHED, type Page, readParts } from '../../../src/projection/views/queries/list.ts';
import { readOrders } from '../../../src/projection/views/queries/orders.ts';
import { readSwaps } from '../../../src/projection/views/queries/swaps.ts';
import type { ViewsDatabase } from '../../../src/projection/views/tables/tables.ts';

/** Users by what their rows are like. */
const LONG_HISTORY = 1;
const ONE_MOMENT = 2;
const MUCH_FITS = 3;
const TWO_WALLETS = 4;
const JUST_SO_MANY = 5;
const RARE = 7;
const USUAL = 1;

let database: TestDatabase;
let pool: pg.Pool;
let db: Kysely<ViewsDatabase>;

const swaps = (user: number, first: number, count: number, given: string, time: string) =>
  sql`insert into swaps select ${first}::int8 + n, ${user}, ${sql.raw(given)}, 2, 1, 1, 1, 200, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ${sql.raw(time)}, 1, n from generate_series(1, ${count}::int8) n`.execute(db);

beforeAll(async () => {
  database = await testDatabase();
  pool = viewsPool(database.connection, { use: 'read', most: 1 });
  db = new Kysely<ViewsDatabase>({ dialect: new PostgresDialect({ pool }) });
  // The rare ones are the oldest, some of them in the same moment as the last that a search looks at.
  const many = MOST_SEARCHED + 5_000;
  await swaps(
    LONG_HISTORY,
    0,
    many,
    `case when n <= 5003 then ${RARE} else ${USUAL} end`,
    'case when n <= 5010 then n / 2 else n end',
  );
  await swaps(
    ONE_MOMENT,
    1_000_000,
    many,
    `case when n <= 40 then ${RARE} else ${USUAL} end`,
    'case when n <= 20 then 1 else 2 end',
  );
  await swaps(MUCH_FITS, 2_000_000, MOST_COUNTED + 200, `${RARE}`, 'n / 3');
  await swaps(JUST_SO_MANY, 3_000_000, MOST_SEARCHED, `${USUAL}`, 'n');
  await sql`insert into orders (order_id, user_id, market, wallet, side, type, time_in_force, price, lots, amount, trigger,
      trigger_by, status, reason, dealt_lots, dealt_value, fee, resting, maker_rate, taker_rate, created, updated, seq,
      last_seq, house, guard)
    select n, ${TWO_WALLETS}, case when n % 1000 = 0 then ${sql.lit(RARE)} else ${sql.lit(USUAL)} end, case when n <= 3000 then 4 else 1 end, 1, 1,
      1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, n, 1, n, n, false, 0 from generate_series(1, ${many}::int8) n`.execute(
    db,
  );
  await sql`analyze`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.stop();
});

/** Asks for pages of a list, and on from where each search ended, until it was looked at whole. */
async function walked<T>(
  read: (endTime: number | undefined, current: number, size: number) => Promise<Page<T>>,
): Promise<{ readonly rows: readonly T[]; readonly searches: number }> {
  const rows: T[] = [];
  const size = 100;
  let endTime: number | undefined;
  for (let searches = 1; ; searches += 1) {
    let page = await read(endTime, 1, size);
    for (let current = 1; (current - 1) * size < page.total; current += 1) {
      page = await read(endTime, current, size);
      rows.push(...page.records);
    }
    if (page.searchedUntil === null) return { rows, searches };
    expect(page.searchedUntil).toBeLessThan(endTime ?? Number.MAX_SAFE_INTEGER);
    endTime = page.searchedUntil;
  }
}

const rare = (user: number) =>
  walked((endTime, current, size) => readSwaps(db, user, { asset: RARE, endTime }, { current, size }));

describe('a search through so many rows', () => {
  it('says how far it looked, and goes on from there to what it did not find', async () => {
    const first = await readSwaps(db, LONG_HISTORY, { asset: RARE }, { current: 1, size: 15 });
    // It looks at the whole of the last moment.
    expect([first.searchedUntil, first.total]).toEqual([2_500, 4]);
    const { rows, searches } = await rare(LONG_HISTORY);
    expect(rows.map((one) => one.swap)).toEqual(Array.from({ length: 5_003 }, (_, at) => 5_003 - at));
    expect(searches).toBe(2);
  });

  it('gets on where everything happened in one moment', async () => {
    const { rows } = await rare(ONE_MOMENT);
    expect(new Set(rows.map((one) => one.swap)).size).toBe(40);
    expect(rows).toHaveLength(40);
  });

  it('goes on behind what it counted where more fits', async () => {
    const { rows, searches } = await rare(MUCH_FITS);
    expect(rows.map((one) => one.swap - 2_000_000)).toEqual(
      Array.from({ length: MOST_COUNTED + 200 }, (_, at) => MOST_COUNTED + 200 - at),
    );
    expect(searches).toBe(2);
  });

  it('goes on the same where no filter is set', async () => {
    const { rows } = await walked((endTime, current, size) => readSwaps(db, MUCH_FITS, { endTime }, { current, size }));
    expect(new Set(rows.map((one) => one.swap)).size).toBe(MOST_COUNTED + 200);
  });

  it('of several wallets looks as far in each as in the one it could not look through', async () => {
    const filter = { wallets: [1, 4], market: RARE };
    const { rows } = await walked((endTime, current, size) =>
      readOrders(db, TWO_WALLETS, { ...filter, endTime }, { current, size }),
    );
    expect(rows.map((one) => one.order)).toEqual(Array.from({ length: 55 }, (_, at) => 55_000 - at * 1_000));
  });

  it('says nothing where the last row it may look at is the last there is', async () => {
    const { searchedUntil } = await readSwaps(db, JUST_SO_MANY, { asset: RARE }, { current: 1, size: 15 });
    expect(searchedUntil).toBeNull();
    const few = await readSwaps(db, JUST_SO_MANY, { endTime: 100 }, { current: 1, size: 15 });
    expect([few.searchedUntil, few.total]).toEqual([null, 99]);
  });
});

describe('a file of so many rows', () => {
  const file = (endTime: number | undefined, most: { rows: number; searched: number }, given?: number) =>
    readParts<ViewsDatabase, { created: number; seq: number; swap: number; given: number }, number>(
      db,
      {
        table: 'swaps',
        reaches: [[sql`user_id = ${LONG_HISTORY}`, ...(endTime === undefined ? [] : [sql`created < ${endTime}`])]],
        rest: given === undefined ? [] : [sql`given = ${given}`],
        time: 'created',
        order: sql`created desc, seq desc, swap desc`,
        after: ({ created, seq, swap }) => [sql`(created, seq, swap) < (${created}, ${seq}, ${swap})`],
      },
      ({ swap }) => swap,
      most,
    );

  async function files(most: { rows: number; searched: number }, given?: number) {
    const found: number[] = [];
    let endTime: number | undefined;
    for (let count = 1; ; count += 1) {
      const parts = file(endTime, most, given);
      for (;;) {
        const { done, value } = await parts.next();
        if (done !== true) found.push(...value);
        else if (value === null) return { found, count };
        else {
          endTime = value;
          break;
        }
      }
    }
  }

  it('says where it ended, and the next one goes on from there', async () => {
    const all = await files({ rows: 10_001, searched: 1_000_000 });
    expect(all.found).toEqual(Array.from({ length: MOST_SEARCHED + 5_000 }, (_, at) => MOST_SEARCHED + 5_000 - at));
    expect(all.count).toBe(6);
    const searched = await files({ rows: 100_000, searched: 20_000 }, RARE);
    expect(searched.found).toEqual(Array.from({ length: 5_003 }, (_, at) => 5_003 - at));
    expect(searched.count).toBe(3);
    expect((await files({ rows: 100_000, searched: 1_000_000 })).count).toBe(1);
  });
});
