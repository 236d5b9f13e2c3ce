import type { CommandOf, UserId } from '@vitrine/core';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createCancelAfter,
  type CancelAfter,
  type CancelAfterTables,
} from '../../../src/automation/cancel-after/index.ts';
import { poolConfig, testDatabase } from '../../../src/app/postgres/index.ts';
import { type ExchangeLink, IntakeError } from '../../../src/engine/sequencer/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';

const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const ANN = 2 as UserId;
const BEN = 3 as UserId;

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Kysely<CancelAfterTables>;
/** Users whose orders were cancelled, in order. */
let cleared: number[] = [];
let faults: unknown[] = [];
let time = START;
/** What the exchange does with the next command. */
let onSubmit: (user: number) => Promise<number> = async () => 200;
const running: CancelAfter[] = [];

const link: Pick<ExchangeLink, 'submit'> = {
  async submit(command) {
    const { name, user, reason } = command as CommandOf<'order.clear'>;
    expect([name, reason]).toEqual(['order.clear', 3]);
    const code = await onSubmit(user);
    if (code === 200) cleared.push(user);
    return { seq: 1, time, code, result: 0, expected: 0, got: 0, repeated: false };
  },
};

async function start(): Promise<CancelAfter> {
  const gone = await createCancelAfter({ db, link, now: () => time, onFault: (error) => faults.push(error) });
  running.push(gone);
  return gone;
}

beforeAll(async () => {
  database = await testDatabase();
  await migrateAll(database.connection);
  const { types: _, ...config } = poolConfig(database.address, 'identity', 2);
  const pool = new pg.Pool(config);
  surviveLoss(pool);
  db = new Kysely<CancelAfterTables>({ dialect: new PostgresDialect({ pool }) });
});
afterEach(async () => {
  for (const gone of running.splice(0)) await gone.stop();
  await db.deleteFrom('gone').execute();
  cleared = [];
  faults = [];
  time = START;
  onSubmit = async () => 200;
});
afterAll(async () => {
  await db.destroy();
  await database.stop();
});

describe('cancel my orders if I am gone (calls §3, cancel/after)', () => {
  it('acts when its time has come and not before, once, for who armed it alone', async () => {
    const gone = await start();
    expect(await gone.arm(ANN, MINUTE)).toBe(START + MINUTE);
    await gone.arm(BEN, 2 * MINUTE);
    time += MINUTE - 1;
    expect(await gone.run()).toBe(0);
    time += 1;
    expect(await gone.run()).toBe(1);
    expect(cleared).toEqual([ANN]);
    expect(await gone.at(ANN)).toBeNull();
    expect(await gone.at(BEN)).toBe(START + 2 * MINUTE);
    expect(await gone.run()).toBe(0);
  });

  it('armed again it waits anew; switched off it never acts', async () => {
    const gone = await start();
    await gone.arm(ANN, MINUTE);
    await gone.arm(BEN, MINUTE);
    time += MINUTE / 2;
    expect(await gone.arm(ANN, MINUTE)).toBe(START + 1.5 * MINUTE);
    expect(await gone.arm(BEN, 0)).toBeNull();
    time = START + MINUTE;
    expect(await gone.run()).toBe(0);
    time = START + 1.5 * MINUTE;
    expect(await gone.run()).toBe(1);
    expect(cleared).toEqual([ANN]);
  });

  it('survives a restart: what became due while nothing ran is done as it starts, the rest waits on', async () => {
    const before = await start();
    await before.arm(ANN, MINUTE);
    await before.arm(BEN, 60 * MINUTE);
    await before.stop();
    time += 10 * MINUTE;
    const after = await start();
    expect(cleared).toEqual([ANN]);
    expect(await after.at(BEN)).toBe(START + 60 * MINUTE);
  });

  it('a crash between the cancel and the note of it repeats the cancel, and loses none', async () => {
    const gone = await start();
    await gone.arm(ANN, MINUTE);
    time += MINUTE;
    // The exchange did it, and the answer never came.
    onSubmit = async (user) => {
      cleared.push(user);
      throw new IntakeError('server.unknown', 'the exchange stopped before it answered');
    };
    await expect(gone.run()).rejects.toThrow('before it answered');
    await gone.stop();
    onSubmit = async () => 200;
    await start();
    expect(cleared).toEqual([ANN, ANN]);
    expect(faults).toEqual([]);
  });

  it('waits while the exchange takes nothing, and that is no fault', async () => {
    await db
      .insertInto('gone')
      .values({ core_user: String(ANN), acts_at: '1' })
      .execute();
    onSubmit = async () => {
      throw new IntakeError('server.notTaking', 'not taking');
    };
    const gone = await start();
    expect(await gone.at(ANN)).toBe(1);
    onSubmit = async () => 200;
    expect(await gone.run()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('armed while it acts, it is not forgotten', async () => {
    const gone = await start();
    await gone.arm(ANN, MINUTE);
    time += MINUTE;
    onSubmit = async () => {
      onSubmit = async () => 200;
      await gone.arm(ANN, MINUTE);
      return 200;
    };
    await gone.run();
    expect(await gone.at(ANN)).toBe(START + 2 * MINUTE);
  });

  it('of more than one read’s worth of people acts for each', async () => {
    const rows = Array.from({ length: 1_203 }, (_, at) => ({ core_user: String(at + 10), acts_at: '5' }));
    await db.insertInto('gone').values(rows).execute();
    await start();
    expect(new Set(cleared).size).toBe(1_203);
    expect(cleared).toHaveLength(1_203);
  });

  it('a final refusal of the exchange is reported and not retried', async () => {
    await db.insertInto('gone').values({ core_user: '7', acts_at: '1' }).execute();
    onSubmit = async () => 403;
    const gone = await start();
    expect(faults).toHaveLength(1);
    expect(await gone.run()).toBe(0);
  });
});
