// The views on the real core: SQL equals the live fold, and rebuilt views equal the live ones.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveStore } from '../../../src/projection/live/store.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { viewsDatabase, viewsPool } from '../../../src/projection/views/database.ts';
import { readMemory } from '../../../src/projection/views/rows/memory.ts';
import {
  compareViews,
  eventLog,
  type FoldBatch,
  migrateViews,
  openFolder,
  openReads,
  rebuildViews,
} from '../../../src/projection/views/index.ts';
import { openWorld, randomFrom } from '../../support/exchange-world.ts';

const SEED = 7;
const BATCHES = 600;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

describe('the views on the core (design §2)', () => {
  it(`equal the live fold and themselves rebuilt, under restarts and duplicates, seed ${SEED} (failures W19, W23)`, async () => {
    const random = randomFrom(SEED);
    const world = openWorld(SEED);
    const store = new LiveStore();
    await migrateViews(database.connection);
    let folder = await openFolder({ connection: database.connection });
    const batches: FoldBatch[] = [];
    for (let count = 0; count < BATCHES; count++) {
      const batch = world.next();
      batches.push(batch);
      store.batch(batch);
      folder.push(batch);
      if (random(10) === 0) folder.push(batches[random(batches.length)]!);
      if (random(100) === 0) {
        await folder.stop();
        folder = await openFolder({ connection: database.connection });
        for (const again of batches.slice(random(folder.next()))) folder.push(again);
      }
    }
    await folder.reached(BATCHES);
    await folder.stop();

    const db = viewsDatabase(viewsPool(database.connection, { use: 'fold', most: 2 }));
    const memory = await readMemory(db);
    for (const table of [
      'assets',
      'instruments',
      'markets',
      'tiers',
      'users',
      'accounts',
      'orders',
      'priceStates',
    ] as const) {
      const sorted = (map: ReadonlyMap<number, unknown>) => [...map].sort(([a], [b]) => a - b);
      expect(sorted(memory.state[table]), table).toEqual(sorted(store.state[table]));
    }
    const reads = openReads(database.connection);
    for (const market of [1, 2]) {
      const trades = await reads.trades(market, 500);
      expect(trades.length).toBeGreaterThan(20);
      expect(trades).toEqual(store.tradeRing(market)?.newestFirst(500));
      for (const interval of ['1m', '15m', '1d', '1w', '1M'] as const) {
        expect(await reads.candles({ subject: { kind: 1, id: market }, interval, limit: 300 })).toEqual(
          store.candleSet({ kind: 1, id: market })?.list(interval, 300),
        );
        expect(await reads.candles({ subject: { kind: 'index', id: market }, interval, limit: 300 })).toEqual(
          store.candleSet({ kind: 'index', id: market })?.list(interval, 300),
        );
      }
      const ticks = store.tickRing(market)?.newestFirst(50).reverse() ?? [];
      expect(await reads.ticks({ instrument: market, fromSeq: ticks[0]!.seq })).toEqual(ticks);
    }
    const wrong = await sql`
      select b.user_id, b.wallet, b.asset from balances b
      join users_core u using (user_id)
      left join (select user_id, wallet, asset, sum(amount) as total from bills group by 1, 2, 3) l using (user_id, wallet, asset)
      where b.class = 1 and not u.house and b.available + b.held <> coalesce(l.total, 0)`.execute(db);
    expect(wrong.rows, 'bills add up to balances').toEqual([]);
    const lost = await sql`
      select f.market, f.trade, f.fee_asset from fills f
      left join (select market, trade, asset, sum(amount) as total from fee_shares group by 1, 2, 3) s
        on s.market = f.market and s.trade = f.trade and s.asset = f.fee_asset
      where f.fee <> coalesce(s.total, 0)`.execute(db);
    expect(lost.rows, 'shares add up to fees').toEqual([]);
    await db.destroy();
    await reads.close();

    await rebuildViews({
      connection: database.connection,
      schema: 'views_check',
      source: eventLog(database.connection),
    });
    expect(await compareViews(database.connection, 'views', 'views_check')).toEqual([]);
    await rebuildViews({
      connection: database.connection,
      schema: 'views_check',
      source: async function* () {
        yield* batches;
      },
    });
    expect(await compareViews(database.connection, 'views', 'views_check')).toEqual([]);
  });
});
