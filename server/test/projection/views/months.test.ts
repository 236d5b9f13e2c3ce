// The event log and public trades by month (issue 15 B): where rows lie, what retention drops, what is read over an edge.

import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import {
  compareViews,
  eventLog,
  type FoldBatch,
  migrateViews,
  openFolder,
  openReads,
  rebuildViews,
} from '../../../src/projection/views/index.ts';
import { viewsDatabase, viewsPool } from '../../../src/projection/views/database.ts';
import { makeMonths, monthOf, monthsOf, MONTHLY } from '../../../src/projection/views/months.ts';
import { dropOldTrades } from '../../../src/projection/views/retention.ts';
import type { ViewsDatabase } from '../../../src/projection/views/tables/tables.ts';
import { ANN, BEN, BTC, MARKET, storyBatches, USDT } from '../../support/story.ts';

const EDGE = Date.UTC(2026, 2);
const page = { current: 1, size: 100 };

/** The story with both of its trades in the last millisecond of February, and the last batch in the first of March. */
function overTheEdge(): FoldBatch[] {
  return storyBatches().map((batch) => ({ ...batch, time: EDGE - 6 + batch.row }));
}

let database: TestDatabase;
let db: Kysely<ViewsDatabase>;

async function fold(batches: readonly FoldBatch[]): Promise<void> {
  const folder = await openFolder({ connection: database.connection });
  for (const batch of batches) folder.push(batch);
  await folder.reached(batches.at(-1)?.row ?? 0);
  await folder.stop();
}

const check = async () => {
  await rebuildViews({
    connection: database.connection,
    schema: 'views_check',
    source: eventLog(database.connection),
  });
  return compareViews(database.connection, 'views', 'views_check');
};

beforeAll(async () => {
  database = await testDatabase();
  await migrateViews(database.connection);
  db = viewsDatabase(viewsPool(database.connection, { use: 'fold', most: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.stop();
});

describe('rows by month (issue 15 B)', () => {
  it('land in the month of their time, on both sides of its edge, also after a restart between', async () => {
    const batches = overTheEdge();
    await fold(batches.slice(0, 4));
    await fold(batches);
    expect(await monthsOf(db, 'trades')).toEqual([monthOf(EDGE - 1)]);
    await makeMonths(db, 'trades', [EDGE]);
    const [trade] = await db.selectFrom('trades').selectAll().where('trade', '=', 2).execute();
    if (trade === undefined) throw new Error('expected the story to have two trades');
    await db
      .insertInto('trades')
      .values({ ...trade, trade: 3, time: EDGE })
      .execute();
    for (const table of MONTHLY) {
      expect(await monthsOf(db, table)).toEqual([monthOf(EDGE - 1), monthOf(EDGE)]);
      const { rows } = await sql<{ place: string; least: number; most: number }>`
        select tableoid::regclass::text as place, min(time) as least, max(time) as most from ${sql.id(table)}
        group by 1 order by 1`.execute(db);
      expect(rows.map(({ place }) => place)).toEqual([`${table}_2026_02`, `${table}_2026_03`]);
      expect(rows[0]?.most).toBe(EDGE - 1);
      expect(rows[1]?.least).toBe(EDGE);
    }
  });

  it('are whole on a page, in a file and in sums over the edge', async () => {
    const reads = openReads(database.connection);
    for (const user of [ANN, BEN]) {
      const { rows } = await sql<{ line: number }>`
        select line from bills where user_id = ${user} order by line desc`.execute(db);
      const lines = rows.map(({ line }) => line);
      const { records, total } = await reads.bills(user, {}, page);
      expect([total, records.map(({ line }) => line)]).toEqual([lines.length, lines]);
      const file: number[] = [];
      for await (const part of reads.billParts(user, {})) file.push(...part.map(({ line }) => line));
      expect(file).toEqual(lines);
      for (const startTime of [EDGE - 2, EDGE - 1, EDGE, EDGE + 1])
        for (const { asset, opening, in: came, out, closing } of await reads.billSums(user, { startTime })) {
          const own = records.filter((one) => one.asset === asset && one.time >= startTime);
          const sum = (sign: number) => own.reduce((all, { amount }) => all + Math.max(0, sign * amount), 0);
          expect([came, out]).toEqual([BigInt(sum(1)), BigInt(sum(-1))]);
          expect(opening + came - out).toBe(closing);
        }
    }
    expect((await reads.trades(MARKET, 10)).map(({ trade }) => trade)).toEqual([3, 2, 1]);
    expect((await reads.bills(BEN, { wallet: 1, asset: BTC, endTime: EDGE }, page)).records).not.toEqual([]);
    await reads.close();
  });

  it('of other months are not read', async () => {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select * from trades where market = ${MARKET} and time >= ${EDGE} order by time desc, trade desc limit 5`.execute(
      db,
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('trades_2026_03');
    expect(text).not.toContain('trades_2026_02');
  });

  it('of public trades are dropped by whole months that are old enough, and of nothing else', async () => {
    expect(await check()).toMatchObject([{ table: 'trades', onlyFirst: 1, onlySecond: 0 }]);
    const march = Date.UTC(2026, 3) - 1;
    expect(await dropOldTrades(db, 0, march)).toEqual([]);
    expect(await dropOldTrades(db, 1, march)).toEqual([]);
    expect(await dropOldTrades(db, 1, march + 1)).toEqual(['trades_2026_02']);
    expect(await dropOldTrades(db, 1, march + 1)).toEqual([]);
    expect(await monthsOf(db, 'trades')).toEqual([monthOf(EDGE)]);
    expect(await monthsOf(db, 'event_log')).toHaveLength(2);
    const reads = openReads(database.connection);
    expect((await reads.trades(MARKET, 10)).map(({ trade }) => trade)).toEqual([3]);
    expect((await reads.fills(BEN, {}, page)).records.map(({ trade }) => trade)).toContain(1);
    expect((await reads.billSums(BEN, { asset: USDT })).length).toBe(1);
    await reads.close();
  });

  it('are compared with those of the journal but for what was dropped', async () => {
    expect(await check()).toMatchObject([{ table: 'trades', onlyFirst: 1, onlySecond: 0 }]);
    await sql`delete from trades`.execute(db);
    expect(await check()).toEqual([]);
  });
});
