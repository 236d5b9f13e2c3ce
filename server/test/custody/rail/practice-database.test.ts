// The practice chain when its database fails at any statement of a change.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandKey } from '../../../src/api/call/index.ts';
import type { Customer } from '../../../src/custody/types/index.ts';
import { addressOfKey } from '../../../src/custody/rail/practice/address.ts';
import { PracticeChain } from '../../../src/custody/rail/practice/chain.ts';
import { createOutside, OUTSIDE_ADDRESS, type OutsideWallet } from '../../../src/custody/rail/practice/outside.ts';
import type { CustodyTables } from '../../../src/custody/tables.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { migrateAll } from '../../../src/projection/views/index.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const CUSTOMER = { userId: '1', coreUser: 1 } as unknown as Customer;
const TO = addressOfKey(secp256k1.getPublicKey(new Uint8Array(32).fill(5), true));

/** How the database fails: from a statement on that matches, for the rest of the change and whatever follows it. */
interface Fault {
  readonly at: RegExp;
  /** Whether the statement itself still goes through: a commit whose answer is lost. */
  readonly done: boolean;
}

let database: TestDatabase;
let db: Kysely<CustodyTables>;
let fault: Fault | undefined;
let away = false;
let chain: PracticeChain;
let outside: OutsideWallet;

beforeAll(async () => {
  database = await testDatabase();
  await migrateAll(database.connection);
});
afterAll(() => database.stop());

beforeEach(async () => {
  const { types: _, ...config } = database.connection;
  db = new Kysely({ dialect: new PostgresDialect({ pool: faultyPool(config) }) });
  for (const table of ['practice_blocks', 'practice_pending', 'practice_sent'] as const)
    await db.deleteFrom(table).execute();
  chain = await open();
  outside = createOutside(chain, db, () => NOW);
});
afterEach(async () => {
  fault = undefined;
  away = false;
  await db.destroy();
});

function faultyPool(config: pg.PoolConfig): pg.Pool {
  class FaultyClient extends pg.Client {
    override query(...args: never[]): never {
      const [asked] = args as unknown as [string | { readonly text: string }];
      const text = typeof asked === 'string' ? asked : asked.text;
      const run = super.query as (...all: never[]) => Promise<unknown>;
      if (away) return Promise.reject(new Error('the database is away')) as never;
      if (fault === undefined || !fault.at.test(text)) return run.apply(this, args) as never;
      away = true;
      const first = fault.done ? run.apply(this, args) : Promise.resolve();
      const own = this as unknown as { readonly connection: { readonly stream: { destroy(): void } } };
      return first.then(() => {
        own.connection.stream.destroy();
        throw new Error('the database is away');
      }) as never;
    }
  }
  const pool = new pg.Pool({ ...config, Client: FaultyClient as unknown as typeof pg.Client, max: 2 } as pg.PoolConfig);
  pool.on('error', () => undefined);
  return pool;
}

function open(): Promise<PracticeChain> {
  return PracticeChain.open({ db, now: () => NOW, seed: undefined, rich: OUTSIDE_ADDRESS });
}

const key = (n: number): CommandKey => ({ keyTime: NOW, keyHigh: n, keyLow: n, bodyHash: 0 });
const send = (n: number) => outside.send(CUSTOMER, 'USDT', TO, String(n), key(n));
const usdt = (units: number): bigint => BigInt(units) * 1_000_000n;

describe('practice chain and a failing database (issue 14, 2)', () => {
  it.each<[string, Fault]>([
    ['the block is not written', { at: /insert into "practice_blocks"/, done: false }],
    ['what stands in it goes on waiting', { at: /delete from "practice_pending"/, done: false }],
    ['the commit fails', { at: /^commit/i, done: false }],
    ['the commit is done and its answer lost', { at: /^commit/i, done: true }],
  ])('stays what SQL has committed, and starts again: %s', async (_, planned) => {
    await send(1);
    await chain.mine();
    const second = await send(2);
    const before = { head: chain.head.hash, units: chain.balance(TO, 'USDT', 0) };
    fault = planned;
    await expect(chain.mine()).rejects.toThrow('the database is away');
    expect({ head: chain.head.hash, units: chain.balance(TO, 'USDT', 0) }).toEqual(before);
    expect(chain.place(second.txid)).toBeUndefined();
    await expect(chain.mine()).rejects.toThrow('the database is away');
    fault = undefined;
    away = false;

    await send(3);
    await chain.mine();
    expect(chain.balance(TO, 'USDT', 0)).toBe(usdt(6));
    expect(chain.place(second.txid)).toBeDefined();
    const again = await open();
    expect(again.head).toEqual(chain.head);
    expect(again.balance(TO, 'USDT', 0)).toBe(usdt(6));
    expect([...again.pool.all()]).toEqual([]);
  });

  it('keeps what a reorganisation took away when that fails', async () => {
    const { txid } = await send(1);
    await chain.mine();
    const { head } = chain;
    fault = { at: /insert into "practice_blocks"/, done: false };
    await expect(chain.reorganise(1, true)).rejects.toThrow('the database is away');
    fault = undefined;
    away = false;
    expect(chain.head).toBe(head);
    expect(chain.place(txid)).toBe(head.height);
    await chain.mine();
    expect((await open()).balance(TO, 'USDT', 0)).toBe(usdt(1));
  });
});
