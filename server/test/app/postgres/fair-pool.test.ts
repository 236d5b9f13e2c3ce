// Turns for the connections of a pool (issue 15 A.1, A.3): one who asks for much waits for it alone.

import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { refusalOf } from '../../../src/api/http/answer/problem.ts';
import { nowFor, ownerNow, runFor, STATEMENT_UNITS } from '../../../src/api/load/index.ts';
import { fairPool, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';

/** The size of the pool that the fair pools of the tests share. */
const MOST = 4;
/** Patience that no slow machine uses up, ms: who waits in these tests waits for a turn, never for the clock. */
const LONG = 600_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ ...database.connection, max: MOST, connectionTimeoutMillis: 0, idleTimeoutMillis: 0 });
  // Open connections come in the order in which they are asked for. Those that must be opened first come as they open.
  const open = await Promise.all(Array.from({ length: MOST }, () => pool.connect()));
  for (const client of open) client.release();
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

/** Pieces of work that hold a connection each. */
const working = new Set<() => void>();
/** What becomes of all pieces that were asked for. */
const asked: Promise<unknown>[] = [];
// A test that fails leaves no connection held.
afterEach(async () => {
  const all = Promise.allSettled(asked.splice(0));
  let over = false;
  void all.then(() => (over = true));
  while (!over) {
    for (const end of working) end();
    await turn();
  }
});

/** Lets go all that can: open connections are handed out within a few turns of the event loop, without a wait. */
async function handOut(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await turn();
}

/** Work that holds a connection until a test ends it; `began`: in the order in which connections opened. */
function worker(fair: ReturnType<typeof fairPool>) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const work = (owner?: string): Promise<void> => {
    const hold = async (): Promise<void> => {
      const client = await fair.connect();
      began.push(owner ?? 'own');
      await new Promise<void>((resolve) => {
        const end = (): void => {
          working.delete(end);
          resolve();
        };
        working.add(end);
        ends.push(end);
      });
      client.release();
    };
    const done = owner === undefined ? hold() : runFor(owner, hold);
    asked.push(done);
    return done;
  };
  /** Ends the piece that began first, and lets the next begin. */
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await handOut();
  };
  return { began, work, end };
}

it('a turn at a connection is charged to whoever asked; the exchange’s own to nobody (issue 15 A.1)', async () => {
  const fair = fairPool(pool, 2, LONG);
  const units: number[] = [];
  const use = async () => (await fair.connect()).release();
  await use();
  await runFor('a', use, (more) => units.push(more));
  expect(units).toEqual([STATEMENT_UNITS]);
});

it('each statement of a transaction is charged, begin and commit too; a single one costs one turn (issue 15 A.1)', async () => {
  const fair = fairPool(pool, 2, LONG);
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: fair }) });
  const statement = (of: Kysely<never>) => sql`select 1`.execute(of);
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    let units = 0;
    await runFor('a', work, (more) => (units += more));
    return units / STATEMENT_UNITS;
  };
  expect(await costOf(() => statement(db))).toBe(1);
  const three = () =>
    db.transaction().execute(async (tx) => {
      for (let at = 0; at < 3; at += 1) await statement(tx);
    });
  expect(await costOf(three)).toBe(5);
  // A connection that was given back counts from the beginning.
  expect(await costOf(() => statement(db))).toBe(1);
});

describe('connections of a pool', () => {
  it('go round those who wait: who asks for one waits for none of the hundred that another asked for before', async () => {
    const { began, work, end } = worker(fairPool(pool, 2, LONG));
    const all = [...Array.from({ length: 100 }, () => work('greedy')), work('other')];
    await handOut();
    expect(began).toEqual(['greedy', 'other']);
    all.push(work('third'));
    await end();
    await end();
    expect(began.slice(2).toSorted()).toEqual(['greedy', 'third']);
    for (let left = 0; left < 100; left += 1) await end();
    expect(began).toHaveLength(102);
    await Promise.all(all);
  });

  it('of one owner half are at work at most; the exchange’s own work may take all', async () => {
    const { began, work, end } = worker(fairPool(pool, MOST, LONG));
    const all = Array.from({ length: 5 }, () => work('greedy'));
    await handOut();
    expect(began).toEqual(['greedy', 'greedy']);
    all.push(work(), work(), work());
    await handOut();
    expect(began).toEqual(['greedy', 'greedy', 'own', 'own']);
    for (let left = 0; left < 8; left += 1) await end();
    await Promise.all(all);
    expect(began.filter((one) => one === 'greedy')).toHaveLength(5);
  });

  it('that do not come in time are refused with 503, and take no turn', async () => {
    const { began, work, end } = worker(fairPool(pool, 1, 20));
    const first = work('one');
    await handOut();
    const late: unknown = await work('two').catch((error: unknown) => error);
    expect(refusalOf(late)?.code).toBe(503);
    await end();
    await first;
    const next = work('three');
    await handOut();
    expect(began).toEqual(['one', 'three']);
    await end();
    await next;
  });

  it('that cannot be opened are free for the next', async () => {
    const nowhere = new pg.Pool({ host: '/nowhere', max: 1 });
    const fair = fairPool(nowhere, 1);
    for (let tries = 0; tries < 3; tries += 1)
      expect(refusalOf(await fair.connect().catch((no: unknown) => no))?.code).toBe(503);
    await fair.end();
  });
});

it('work is done for whoever asked for it, and for the account once it is known', async () => {
  expect(ownerNow()).toBeUndefined();
  const seen = await runFor('address', async () => {
    const before = ownerNow();
    await pause(1);
    nowFor('account');
    await pause(1);
    return [before, ownerNow()];
  });
  expect(seen).toEqual(['address', 'account']);
  nowFor('nobody');
  expect(ownerNow()).toBeUndefined();
});
