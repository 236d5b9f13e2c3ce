// Turns for the connections of a pool (issue 15 A.1, A.3): one who asks for much waits for it alone.

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { refusalOf } from '../../../src/api/http/answer/problem.ts';
import { nowFor, ownerNow, runFor, STATEMENT_UNITS } from '../../../src/api/load/index.ts';
import { fairPool, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';

/** Patience that no slow machine uses up, ms: a piece of work that gave up would be waited for without end. */
const LONG = 600_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ ...database.connection, max: 4, connectionTimeoutMillis: 0 });
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

/** Work that holds a connection until it is told to end; `began` in the order in which connections came. */
function worker(fair: ReturnType<typeof fairPool>) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  let failed: Error | undefined;
  const work = (owner: string | undefined) => {
    const hold = async (): Promise<void> => {
      const client = await fair.connect().catch((error: Error) => {
        failed = error;
        throw error;
      });
      began.push(owner ?? 'own');
      await new Promise<void>((end) => ends.push(end));
      client.release();
    };
    return owner === undefined ? hold() : runFor(owner, hold);
  };
  /** Ends the piece that began first. */
  const end = async (): Promise<void> => {
    if (failed !== undefined) throw failed;
    const want = began.length + 1;
    ends.shift()?.();
    for (let turns = 0; began.length < want && turns < 200; turns += 1) await pause(1);
  };
  const settle = async (count: number) => {
    while (began.length < count) {
      if (failed !== undefined) throw failed;
      await pause(1);
    }
  };
  const forgive = (): void => {
    failed = undefined;
  };
  return { began, work, end, settle, forgive };
}

it('a turn at a connection is charged to whoever asked; the exchange’s own to nobody (issue 15 A.1)', async () => {
  const fair = fairPool(pool, 2, LONG);
  const units: number[] = [];
  const use = async () => (await fair.connect()).release();
  await use();
  await runFor('a', use, (more) => units.push(more));
  expect(units).toEqual([STATEMENT_UNITS]);
});

describe('connections of a pool', () => {
  it('go round those who wait: who asks for one waits for none of the hundred that another asked for before', async () => {
    const { began, work, end, settle } = worker(fairPool(pool, 2, LONG));
    const all = [...Array.from({ length: 100 }, () => work('greedy')), work('other')];
    await settle(2);
    expect(began).toEqual(['greedy', 'other']);
    all.push(work('third'));
    await end();
    await end();
    expect(began.slice(2).toSorted()).toEqual(['greedy', 'third']);
    while (began.length < all.length) await end();
    for (let left = 0; left < 2; left += 1) await end();
    await Promise.all(all);
  });

  it('of one owner half are at work at most; the exchange’s own work may take all', async () => {
    const { began, work, end, settle } = worker(fairPool(pool, 4, LONG));
    const all = Array.from({ length: 5 }, () => work('greedy'));
    await settle(2);
    all.push(work(undefined), work(undefined), work(undefined));
    await settle(4);
    expect(began).toEqual(['greedy', 'greedy', 'own', 'own']);
    for (let left = 0; left < 8; left += 1) await end();
    await Promise.all(all);
    expect(began.filter((one) => one === 'greedy')).toHaveLength(5);
  });

  it('that do not come in time are refused with 503, and take no turn', async () => {
    const { began, work, end, settle, forgive } = worker(fairPool(pool, 1, 20));
    const first = work('one');
    await settle(1);
    const late: unknown = await work('two').catch((error: unknown) => error);
    expect(refusalOf(late)?.code).toBe(503);
    forgive();
    await end();
    await first;
    const next = work('three');
    await settle(2);
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
