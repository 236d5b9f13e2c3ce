// The views of contracts, margin and second contracts on the real core: every table folded, under restarts and
// duplicates, held against the ledger, against the live fold, and against themselves rebuilt.

import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Millis, Seq } from '@vitrine/core';
import { billKindNumber } from '../../../src/projection/handlers/index.ts';
import { createLive, type Live } from '../../../src/projection/live/index.ts';
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
  type ViewsReads,
} from '../../../src/projection/views/index.ts';
import { productTables } from '../../../src/projection/views/tables/product-tables.ts';
import type { ViewsDatabase } from '../../../src/projection/views/tables/tables.ts';
import { walletWorth } from '../../../src/api/wire/index.ts';
import { randomFrom } from '../../support/exchange-world.ts';
import { openSim } from '../../support/sim-world.ts';

const SEED = 24;
const BATCHES = 1_600;
/** After so many batches the live fold of the restart is begun, from the state and the history. */
const HALF = 800;

const random = randomFrom(SEED);
const store = new LiveStore();
const batches: FoldBatch[] = [];
let database: TestDatabase;
let db: Kysely<ViewsDatabase>;
let reads: ViewsReads;
let again: LiveStore;
/** What customers' wallets were worth as each day ended, by the live fold: user, wallet, day, USDT atoms. */
const worths: (readonly [user: number, wallet: number, day: number, usdt: bigint])[] = [];
/** No amount: a coin in the wallet had no price. */
const NO_PRICE = -(10n ** 30n);
const DAY = 86_400_000;

/** Keeps what every customer's wallets are worth. */
function keepWorths(live: Live, time: number): void {
  for (const { user, house } of store.state.users.values())
    for (let wallet = 1; wallet <= 7 && !house; wallet += 1)
      worths.push([user, wallet, time - (time % DAY), walletWorth(live, user, wallet) ?? NO_PRICE]);
}

beforeAll(async () => {
  database = await testDatabase();
  const { connection } = database;
  await migrateViews(connection);
  reads = openReads(connection);
  db = viewsDatabase(viewsPool(connection, { use: 'fold', most: 2 }));
  const world = openSim(SEED);
  const empty = { row: 0, seq: 0 as Seq, time: 0 as Millis, rowHash: '', events: new Float64Array() };
  let follow: (batch: FoldBatch) => void = () => undefined;
  const live = await createLive({
    onBatch(listener) {
      follow = listener;
      return () => undefined;
    },
    seed: async () => empty,
  });
  let folder = await openFolder({ connection });
  for (let count = 1; count <= BATCHES; count += 1) {
    const made = world.next();
    // A day ends in between.
    const batch = count > HALF ? { ...made, time: made.time + DAY } : made;
    const day = batch.time - (batch.time % DAY);
    if (count > 1 && day !== store.head.time - (store.head.time % DAY)) keepWorths(live, store.head.time);
    batches.push(batch);
    store.batch(batch);
    follow(batch);
    again?.batch(batch);
    folder.push(batch);
    if (random(50) === 0) folder.push(batches[random(batches.length)] ?? batch);
    if (random(120) === 0) {
      await folder.stop();
      folder = await openFolder({ connection });
      for (const one of batches.slice(random(folder.next()))) folder.push(one);
    }
    if (count !== HALF) continue;
    await folder.reached(count);
    again = new LiveStore();
    const { row, time, rowHash } = batch;
    const { seq } = world.exchange;
    again.seed({ row, seq, time, rowHash, events: world.exchange.seed() });
    again.history(await reads.history(row, seq));
  }
  keepWorths(live, store.head.time);
  await folder.reached(BATCHES);
  await folder.stop();
});
afterAll(async () => {
  await db.destroy();
  await reads.close();
  await database.stop();
});

/** Rows that a check finds wrong. */
async function wrong(query: ReturnType<typeof sql>): Promise<readonly unknown[]> {
  return (await query.execute(db)).rows.slice(0, 5);
}

const sorted = (map: ReadonlyMap<string | number, unknown>) =>
  [...map].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));

describe(`the views of the products, seed ${SEED} (design §2)`, () => {
  it('fill every table', async () => {
    for (const table of Object.keys(productTables)) {
      const { rows } = await sql<{ many: number }>`select count(*)::int as many from ${sql.id(table)}`.execute(db);
      expect(rows[0]?.many, table).toBeGreaterThan(0);
    }
    const { rows } = await sql<{ step: number; many: number }>`
      select step, count(*)::int as many from position_steps group by step order by step`.execute(db);
    // Opened, increased, reduced, closed, margin, leverage, funding at the least.
    for (const step of [1, 2, 3, 4, 5, 6, 7]) expect(rows.map((row) => row.step)).toContain(step);
  });

  it('remember at a restart what the walk goes by', async () => {
    const { state } = await readMemory(db);
    for (const table of [
      'contracts',
      'contractFees',
      'marks',
      'debts',
      'marginAssets',
      'marginLevels',
      'marginMarkets',
      'marginTerms',
      'secondMarkets',
      'seconds',
      'earnProducts',
      'stakes',
      'loanProducts',
      'orders',
      'accounts',
    ] as const)
      expect(sorted(state[table]), table).toEqual(sorted(store.state[table]));
    // The house's positions make no rows.
    const customers = [...store.state.positions].filter(([, one]) => store.state.users.get(one.user)?.house !== true);
    expect(sorted(state.positions)).toEqual(sorted(new Map(customers)));
  });

  it('give a live fold that starts what its seed does not carry', () => {
    const emitted = (one: LiveStore) => ({
      positions: sorted(one.state.positions).filter(
        ([, row]) => one.state.users.get((row as { user: number }).user)?.house !== true,
      ),
      seconds: sorted(one.state.seconds),
      debts: sorted(one.state.debts),
      orders: sorted(one.state.orders),
    });
    expect(emitted(again)).toEqual(emitted(store));
    for (const market of store.state.contracts.keys())
      expect(again.products.ratesOf(market), `rates of ${market}`).toEqual(store.products.ratesOf(market));
  });

  it('bills add up to balances, of every customer, wallet and coin (money §12)', async () => {
    expect(
      await wrong(sql`
        select b.user_id, b.wallet, b.asset, b.total, l.total as billed
        from (select user_id, wallet, asset, sum(available + held) as total from balances where class = 1 group by 1, 2, 3) b
        join users_core u using (user_id)
        left join (select user_id, wallet, asset, sum(amount) as total from bills group by 1, 2, 3) l
          using (user_id, wallet, asset)
        where not u.house and b.total <> coalesce(l.total, 0)`),
    ).toEqual([]);
  });

  it('shares add up to the fee of each side of each trade (money §10)', async () => {
    expect(
      await wrong(sql`
        select f.market, f.trade, f.maker, f.fee, s.total from fills f
        left join (select market, trade, maker, sum(amount) as total from fee_shares group by 1, 2, 3) s
          using (market, trade, maker)
        where f.fee <> coalesce(s.total, 0)`),
    ).toEqual([]);
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from (
        select market, trade from fee_shares join markets using (market) where type > 1
        group by 1, 2 having count(distinct maker) = 2) both_sides`.execute(db);
    expect(rows[0]?.many, 'trades of contracts with two fees').toBeGreaterThan(0);
  });

  it('fees of fills are those of positions; funding is what its payments are (money §3)', async () => {
    expect(
      await wrong(sql`
        select user_id, market, f.total, p.total as told
        from (select user_id, market, sum(fee) as total from fills join markets using (market) where type > 1 group by 1, 2) f
        full join (select user_id, market, sum(fee_profit) as total from positions group by 1, 2) p
          using (user_id, market)
        where coalesce(f.total, 0) <> -coalesce(p.total, 0)`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select p.position, p.funding_profit, f.total
        from positions p
        left join (select y.position, sum(y.amount) as total from funding_payments y
          join positions o on o.position = y.position and (o.closed = 0 or y.seq <= o.last_seq) group by 1) f
          on f.position = p.position
        where p.funding_profit <> coalesce(f.total, 0)`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select position, s.total, f.total as paid
        from (select position, sum(amount) as total from position_steps where step = 7 group by 1) s
        full join (select position, sum(amount) as total from funding_payments group by 1) f using (position)
        where s.total is distinct from f.total`),
    ).toEqual([]);
  });

  it('the steps of a position add up to its lots', async () => {
    expect(
      await wrong(sql`
        select p.position, p.side, p.lots, s.total, s.story from positions p
        join (select position, sum(case when step in (1, 2) then lots when step in (3, 4, 9, 10, 11, 13, 15, 16, 17) then -lots else 0 end) as total,
            string_agg(step || ':' || lots, ' ' order by line) as story
          from position_steps group by 1) s using (position)
        where p.lots <> s.total`),
    ).toEqual([]);
  });

  it('records of borrowing add up to what is owed; the last one of a debt that is gone says so (money §4)', async () => {
    expect(
      await wrong(sql`
        select user_id, wallet, market, asset, d.principal + d.interest as owed, r.total from debts d
        left join (select user_id, wallet, market, asset, sum(case when kind in (1, 3) then amount else -amount end) as total
          from debt_records where asset <> 0 group by 1, 2, 3, 4) r using (user_id, wallet, market, asset)
        where d.principal + d.interest <> coalesce(r.total, 0)`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select d.*, r.kind, r.ended from debts d
        join lateral (select * from debt_records r where (r.user_id, r.wallet, r.market, r.asset) =
          (d.user_id, d.wallet, d.market, d.asset) order by line desc limit 1) r on true
        where r.ended <> (d.principal + d.interest = 0)`),
    ).toEqual([]);
    expect(await wrong(sql`select * from debt_records where ended and kind not in (2, 4)`)).toEqual([]);
  });

  it('second contracts add up to their bills, and name the row that holds their order (money §5)', async () => {
    expect(
      await wrong(sql`
        select user_id, asset, s.total, b.total as billed
        from (select user_id, asset, sum(paid - amount) as total from seconds group by 1, 2) s
        full join (select user_id, asset, sum(amount) as total from bills where kind = 13 group by 1, 2) b
          using (user_id, asset)
        where coalesce(s.total, 0) <> coalesce(b.total, 0)`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select second, s.seq, s.row, e.first_seq from seconds s left join event_log e on e.row = s.row
        where e.row is null or s.seq < e.first_seq or s.seq > e.first_seq + e.count`),
    ).toEqual([]);
    // Both ticks by their commands, as the table of ticks has them.
    expect(
      await wrong(sql`
        select second, open_seq, close_seq, o.seq as opened, c.seq as closed from seconds s
        left join ticks o on o.instrument = s.market - 300 and o.number = s.open_tick
        left join ticks c on c.instrument = s.market - 300 and c.number = s.close_tick
        where (s.open_tick > 0 and s.open_seq is distinct from o.seq)
          or (s.close_tick > 0 and s.close_seq is distinct from c.seq)`),
    ).toEqual([]);
  });

  it('what staking and finance sold, promised and paid equals the ledger and the bills (issue 19, money §6)', async () => {
    const { lines, reserve, seq } = await reads.earn();
    expect(seq).toBe(store.head.seq);
    expect(lines.length).toBeGreaterThan(0);
    const reserved = new Map<number, bigint>();
    for (const { terms, promised, paid, returned } of lines)
      reserved.set(terms.asset, (reserved.get(terms.asset) ?? 0n) + promised - paid - returned);
    for (const [asset, atoms] of reserved) expect(atoms, `reserve of asset ${asset}`).toBe(reserve.get(asset) ?? 0n);
    expect([...reserved.values()].some((atoms) => atoms > 0n)).toBe(true);
    expect(
      await wrong(sql`
        select product, t.sold, s.sold as running, t.bought, s.bought as rows, t.paid, s.paid as stakes_paid
        from earn_totals t full join (
          select product, sum(amount) filter (where status = 0) as sold, count(*) as bought, sum(paid) as paid,
            sum(forfeited) as returned, sum(penalty) as penalties, sum(reserved) as reserved
          from stakes group by 1) s using (product)
        where t.sold is distinct from coalesce(s.sold, 0) or t.bought is distinct from s.bought
          or t.paid is distinct from s.paid or t.returned is distinct from s.returned
          or t.penalties is distinct from s.penalties
          or t.promised - t.paid - t.returned is distinct from s.reserved`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select user_id, product, b.bought, s.bought as rows from earn_buyers b full join (
          select user_id, product, count(*) as bought, sum(paid) as paid from stakes group by 1, 2) s
          using (user_id, product)
        where b.bought is distinct from s.bought or b.paid is distinct from s.paid`),
    ).toEqual([]);
    // Wallet 7 holds what runs, and each customer's bills are the yield less the penalties.
    expect(
      await wrong(sql`
        select user_id, asset, s.running, b.held from (
          select user_id, asset, sum(amount) filter (where status = 0) as running from stakes group by 1, 2) s
        left join (select user_id, asset, sum(held) as held from balances where class = 1 and wallet = 7 group by 1, 2) b
          using (user_id, asset)
        where coalesce(s.running, 0) <> coalesce(b.held, 0)`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select user_id, asset, s.net, b.net as billed from (
          select user_id, asset, sum(paid - penalty) as net from stakes group by 1, 2) s
        left join (select user_id, asset, sum(amount) as net from bills where kind in (
          ${billKindNumber('stake')}, ${billKindNumber('finance')}) group by 1, 2) b using (user_id, asset)
        where s.net <> coalesce(b.net, 0)`),
    ).toEqual([]);
  });

  it('bills name their position or second contract, which are the same customer’s (calls §5)', async () => {
    expect(
      await wrong(sql`
        select b.* from bills b left join positions p on p.position = b.cause_id
        where b.cause_kind = 4 and p.user_id is distinct from b.user_id`),
    ).toEqual([]);
    expect(
      await wrong(sql`
        select b.* from bills b left join seconds s on s.second = b.cause_id
        where b.cause_kind = 5 and s.user_id is distinct from b.user_id`),
    ).toEqual([]);
    const { rows } = await sql<{ kind: number }>`
      select distinct cause_kind as kind from bills order by 1`.execute(db);
    expect(rows.map((row) => row.kind)).toEqual([1, 2, 3, 4, 5]);
    // Deleveraging moves two customers' money at once: the seed has to have some.
    const forced = await sql<{ many: number }>`
      select count(*)::int as many from bills where cause_kind = 4 and kind = ${billKindNumber('liquidation')}`.execute(
      db,
    );
    expect(forced.rows[0]?.many).toBeGreaterThan(0);
  });

  it('tell what every wallet was worth each day, as the live fold had it when the day ended (docs/concepts/numbers.md)', async () => {
    const wrongs: unknown[] = [];
    const days = new Set(worths.map(([, , day]) => day));
    for (const [user, wallet, day, usdt] of worths) {
      if (usdt === NO_PRICE) continue;
      const [emitted] = await reads.dailyWorth(user, wallet, day + DAY - 1, 1);
      if (emitted?.usdt !== usdt) wrongs.push({ user, wallet, day, usdt, emitted });
    }
    expect(wrongs.slice(0, 5)).toEqual([]);
    expect(days.size).toBeGreaterThan(1);
  });

  it('rebuilt from the event log, and from the batches themselves, are equal table by table (failures W23)', async () => {
    const { connection } = database;
    await rebuildViews({ connection, schema: 'views_check', source: eventLog(connection) });
    expect(await compareViews(connection, 'views', 'views_check')).toEqual([]);
    await rebuildViews({
      connection,
      schema: 'views_check',
      source: async function* () {
        yield* batches;
      },
    });
    expect(await compareViews(connection, 'views', 'views_check')).toEqual([]);
    // A row that is not what the events say is found, in each of the tables.
    for (const [table, { columns }] of Object.entries(productTables)) {
      const [column, type] = Object.entries(columns).at(-1) ?? [];
      const other = type === 'text' ? sql`${sql.id(column ?? '')} || ' '` : sql`${sql.id(column ?? '')} + 1`;
      await sql`update ${sql.id('views_check', table)} set ${sql.id(column ?? '')} = ${other}
        where ctid = (select min(ctid) from ${sql.id('views_check', table)})`.execute(db);
    }
    const found = await compareViews(connection, 'views', 'views_check');
    expect(found.map((one) => [one.table, one.onlyFirst, one.onlySecond])).toEqual(
      Object.keys(productTables).map((table) => [table, 1, 1]),
    );
  });
});
