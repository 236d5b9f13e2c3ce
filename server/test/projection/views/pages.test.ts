// Lists of a customer with very many rows (issue 15 B): a page reads a bounded number of them.

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { openReads, type ViewsReads } from '../../../src/projection/views/index.ts';
import { MOST_COUNTED } from '../../../src/projection/views/queries/list.ts';

const MANY = 9;
const FEW = 8;
const MOVER = 7;

let database: TestDatabase;
let reads: ViewsReads;

beforeAll(async () => {
  database = await testDatabase();
  const pool = new pg.Pool({ ...database.connection, options: '-c search_path=views' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await sql`insert into bills
    select n, 1, case when n <= 3 then ${FEW}::int8 else ${MANY}::int8 end, 1, 1, 0, 1, 1, n, n, 1, n, n, n
    from generate_series(1, ${MOST_COUNTED + 60}) n`.execute(db);
  await sql`insert into bills
    select ${MOST_COUNTED + 100} + n, 2, ${MOVER}, 1, 1, 0, 6, 1, n, n, 3, n, n, n
    from generate_series(1, ${2 * MOST_COUNTED + 60}) n`.execute(db);
  await db.destroy();
  reads = openReads(database.connection);
});
afterAll(async () => {
  await reads.close();
  await database.stop();
});

const size = 100;
const last = MOST_COUNTED / size;

describe('a list of more rows than are counted', () => {
  it('says so many, and shows its pages to the last of them', async () => {
    const first = await reads.bills(MANY, {}, { current: 1, size });
    expect([first.total, first.records.length]).toEqual([MOST_COUNTED, size]);
    expect((await reads.bills(MANY, {}, { current: last, size })).records).toHaveLength(size);
    expect((await reads.bills(MANY, {}, { current: last + 1, size })).records).toEqual([]);
    expect((await reads.bills(MANY, {}, { current: 2 ** 40, size })).records).toEqual([]);
  });

  it('does not end in the middle of a page: what is not counted is not shown', async () => {
    const odd = 30;
    const page = Math.floor(MOST_COUNTED / odd) + 1;
    expect((await reads.bills(MANY, {}, { current: page, size: odd })).records).toHaveLength(MOST_COUNTED % odd);
  });

  it('leads to what is older by its time', async () => {
    const { records, total } = await reads.bills(MANY, { endTime: 20 }, { current: 1, size });
    expect([records.length, total]).toEqual([16, 16]);
  });

  it('of transfers counts as many of them, which are two lines each', async () => {
    const filter = { kind: 'transfer', causeKind: 'command' } as const;
    const both = 2 * size;
    const first = await reads.bills(MOVER, filter, { current: 1, size: both });
    expect([first.total, first.records.length]).toEqual([2 * MOST_COUNTED, both]);
    expect((await reads.bills(MOVER, filter, { current: last, size: both })).records).toHaveLength(both);
    expect((await reads.bills(MOVER, filter, { current: last + 1, size: both })).records).toEqual([]);
  });

  it('of few is counted as before', async () => {
    expect(await reads.bills(FEW, {}, { current: 1, size: 2 })).toMatchObject({ total: 3, records: [{}, {}] });
  });
});
