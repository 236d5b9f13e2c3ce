// Keys of requests that the journal does not keep: run once, void once asked, and never said to be what they are not.

import { KEY_MAX_AGE, makeKey } from '@vitrine/contract';
import { Kysely, PostgresDialect } from 'kysely';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/api/call/index.ts';
import {
  createRequestKeys,
  MAX_KEYS,
  type RequestKeys,
  type RequestKeyTables,
} from '../../../src/api/idempotency/index.ts';
import { poolConfig, testDatabase } from '../../../src/app/postgres/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';

const ANN = '2';
const BEN = '3';
const START = Date.UTC(2026, 10, 26, 12);

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Kysely<RequestKeyTables>;
let keys: RequestKeys;
let time = START;
const faults: unknown[] = [];

const start = (): RequestKeys => createRequestKeys({ db, now: () => time, onFault: (error) => faults.push(error) });
const freshKey = (): string => makeKey(time, randomBytes(10));

beforeAll(async () => {
  database = await testDatabase();
  await migrateAll(database.connection);
  const { types: _, ...config } = poolConfig(database.address, 'identity', 2);
  const pool = new pg.Pool(config);
  surviveLoss(pool);
  db = new Kysely<RequestKeyTables>({ dialect: new PostgresDialect({ pool }) });
  keys = start();
});
afterEach(async () => {
  await db.deleteFrom('request_keys').execute();
  expect(faults.splice(0)).toEqual([]);
  time = START;
});
afterAll(async () => {
  await keys.stop();
  await db.destroy();
  await database.stop();
});

const codeOf = (error: unknown): number | undefined => (error instanceof Refusal ? error.code : undefined);

function run<T>(act: () => Promise<T>, key = freshKey(), { userId = ANN, bodyHash = 7, repeats = false } = {}) {
  return keys.run({ userId, key, call: 'alert.save', bodyHash, repeats, act, codeOf });
}

/** The code that a run was refused with. */
const refusedWith = async (running: Promise<unknown>): Promise<number> =>
  running.then(
    () => 200,
    (error: unknown) => codeOf(error) ?? 0,
  );

describe('a request with a key', () => {
  it('runs once; a repetition is referred to its outcome, and refused with another body', async () => {
    const key = freshKey();
    let ran = 0;
    const act = async () => (ran += 1);
    expect(await run(act, key)).toBe(1);
    expect(await refusedWith(run(act, key))).toBe(504);
    expect(await refusedWith(run(act, key, { bodyHash: 8 }))).toBe(409);
    expect(await keys.find(ANN, key)).toEqual({ state: 'done' });
    expect(await keys.void(ANN, key)).toEqual({ state: 'done' });
    expect(ran).toBe(1);
  });

  it('is the account’s: the same key of another is another', async () => {
    const key = freshKey();
    await run(async () => 1, key);
    expect(await keys.find(BEN, key)).toBeUndefined();
    expect(await keys.void(BEN, key)).toEqual({ state: 'never' });
    expect(await keys.find(ANN, key)).toEqual({ state: 'done' });
  });

  it('never runs once somebody has asked for it', async () => {
    const key = freshKey();
    expect(await keys.find(ANN, key)).toBeUndefined();
    expect(await keys.void(ANN, key)).toEqual({ state: 'never' });
    expect(await keys.void(ANN, key)).toEqual({ state: 'never' });
    expect(await refusedWith(run(async () => 1, key))).toBe(410);
  });

  it('keeps its refusal, but for those after which it comes again', async () => {
    const key = freshKey();
    const no = (code: 400 | 503 | 1108) => async () => {
      throw new Refusal(code);
    };
    expect(await refusedWith(run(no(1108), key))).toBe(1108);
    expect(await keys.find(ANN, key)).toBeUndefined();
    expect(await refusedWith(run(no(503), key))).toBe(503);
    expect(await refusedWith(run(no(400), key))).toBe(400);
    expect(await keys.find(ANN, key)).toEqual({ state: 'refused', code: 400 });
    expect(await refusedWith(run(async () => 1, key))).toBe(400);
  });

  it('is running until it ends; a fault, or the end of its process, leaves it unknown', async () => {
    const key = freshKey();
    let end: (error: Error) => void = () => undefined;
    const held = run(() => new Promise((_, reject) => (end = reject)), key);
    await expect.poll(() => keys.find(ANN, key)).toEqual({ state: 'running' });
    expect(await refusedWith(run(async () => 1, key))).toBe(504);
    expect(await keys.void(ANN, key)).toEqual({ state: 'running' });
    // Another process finds a row that nobody will finish.
    const next = start();
    expect(await next.find(ANN, key)).toEqual({ state: 'unknown' });
    await next.stop();
    end(new Error('planted'));
    await expect(held).rejects.toThrow('planted');
    expect(await keys.find(ANN, key)).toEqual({ state: 'unknown' });
    expect(await refusedWith(run(async () => 1, key))).toBe(504);
  });

  it('runs again where the call itself does the same key once', async () => {
    const key = freshKey();
    expect(await run(async () => 'paid', key, { repeats: true })).toBe('paid');
    expect(await run(async () => 'paid', key, { repeats: true })).toBe('paid');
    expect(await refusedWith(run(async () => 'paid', key, { repeats: true, bodyHash: 8 }))).toBe(409);
    const voided = freshKey();
    await keys.void(ANN, voided);
    expect(await refusedWith(run(async () => 'paid', voided, { repeats: true }))).toBe(410);
  });
});

describe('the table', () => {
  it('keeps MAX_KEYS of an account at most, and none of another less', async () => {
    const row = { user_id: ANN, call: null, body_hash: '0', state: 'void' as const, code: null, made_at: String(time) };
    await db
      .insertInto('request_keys')
      .values(Array.from({ length: MAX_KEYS }, () => ({ ...row, key: freshKey() })))
      .execute();
    expect(await refusedWith(run(async () => 1))).toBe(429);
    expect(await refusedWith(keys.void(ANN, freshKey()))).toBe(429);
    expect(await run(async () => 1, freshKey(), { userId: BEN })).toBe(1);
  });

  it('says when the next key fits, and answers for known keys however full it is', async () => {
    const mine = freshKey();
    await run(async () => 1, mine);
    const row = { user_id: ANN, call: null, body_hash: '0', state: 'void' as const, code: null };
    await db
      .insertInto('request_keys')
      .values(
        Array.from({ length: MAX_KEYS }, (_, at) => ({ ...row, key: freshKey(), made_at: String(time + 1_000 + at) })),
      )
      .execute();
    time += 3_600_000;
    const no: unknown = await run(async () => 1).catch((error: unknown) => error);
    // The oldest of the newest MAX_KEYS was made an hour less one second ago; it counts for KEY_MAX_AGE and an hour.
    expect(no).toMatchObject({ code: 429, args: { seconds: String(KEY_MAX_AGE / 1_000 + 1) } });
    expect(await refusedWith(run(async () => 2, mine))).toBe(504);
    expect(await keys.void(ANN, mine)).toEqual({ state: 'done' });
    time += KEY_MAX_AGE + 1_001;
    expect(await run(async () => 3)).toBe(3);
  });

  it('forgets a key when it is too old to be asked for', async () => {
    const [old, young] = [freshKey(), freshKey()];
    await run(async () => 1, old);
    time += KEY_MAX_AGE;
    await run(async () => 1, young);
    time += 3_600_001;
    await keys.sweep();
    expect(await keys.find(ANN, old)).toBeUndefined();
    expect(await keys.find(ANN, young)).toEqual({ state: 'done' });
  });

  it('holds no account to keys that only wait to be swept, and sweeps all of many accounts at once', async () => {
    const made = String(time);
    const old = { call: null, body_hash: '0', state: 'done' as const, code: null, made_at: made };
    for (let account = 0; account < 6; account += 1)
      await db
        .insertInto('request_keys')
        .values(Array.from({ length: MAX_KEYS }, () => ({ ...old, user_id: String(100 + account), key: freshKey() })))
        .execute();
    time += KEY_MAX_AGE + 3_600_001;
    expect(await run(async () => 1, freshKey(), { userId: '100' })).toBe(1);
    await keys.sweep();
    const { left } = await db
      .selectFrom('request_keys')
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .executeTakeFirstOrThrow();
    expect(Number(left)).toBe(1);
  });
});
