// The labelled accounts of practice traders, on a real database and a real core.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAccounts } from '../../src/account/identity/accounts.ts';
import type { IdentityTables } from '../../src/account/identity/index.ts';
import type { Codes } from '../../src/account/identity/codes.ts';
import { testDatabase, type TestDatabase } from '../../src/app/postgres/test-database.ts';
import { labelledUsers, openPracticeAccounts } from '../../src/practice/accounts.ts';
import { openPracticeTraders } from '../../src/practice/index.ts';
import { coreLink } from '../markets/core-link.ts';
import { defaultGenesis, firstCommands } from '@vitrine/core';

const NOW = Date.UTC(2026, 10, 21, 14, 30);
const now = (): number => NOW;
let database: TestDatabase;
let db: Kysely<IdentityTables>;
let accounts: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  database = await testDatabase();
  db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool: new pg.Pool(database.connection) }) });
  const { link, run } = coreLink(now);
  run([defaultGenesis('practice', []), ...firstCommands('practice')]);
  accounts = createAccounts({ db, link, codes: {} as Codes, now });
});

afterAll(async () => {
  await db.destroy();
  await database.stop();
});

test('accounts are made once, labelled, with a name that nobody can register; a restart finds them again (issue 18 §1)', async () => {
  const parts = { db, accounts, now };
  expect((await openPracticeAccounts(parts, 0)).size).toBe(0);
  expect(await labelledUsers(db)).toEqual([]);

  const first = await openPracticeAccounts(parts, 5);
  expect([...first.keys()]).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(first.values()).size).toBe(5);
  const users = await db.selectFrom('users').selectAll().execute();
  expect(users).toHaveLength(5);
  expect(new Set((await labelledUsers(db)).toSorted((a, b) => a - b))).toEqual(new Set(first.values()));
  for (const { login_name: name, email, phone } of users) {
    expect(name).toMatch(/^practice trader \d\d$/);
    expect([email, phone]).toEqual([null, null]);
  }
  const registration = { type: 1, terms: '2026-11-26', password: 'x', confirmPassword: 'x' } as const;
  await expect(accounts.create({ ...registration, account: 'practice trader 06' })).rejects.toMatchObject({
    code: 400,
  });

  expect(await openPracticeAccounts(parts, 5)).toEqual(first);
  // A greater crowd keeps those it has; without a crowd they are still found, so that they can be wound down.
  const more = await openPracticeAccounts(parts, 7);
  expect([...more].slice(0, 5)).toEqual([...first]);
  expect(await openPracticeAccounts(parts, 0)).toEqual(more);
});

test('an account whose number in the exchange was lost on the way gets one at the next start (issue 18 §1)', async () => {
  const parts = { db, accounts, now };
  const before = await openPracticeAccounts(parts, 7);
  await db.updateTable('users').set({ core_user: null }).where('login_name', '=', 'practice trader 02').execute();
  expect((await labelledUsers(db)).length).toBe(before.size - 1);
  const after = await openPracticeAccounts(parts, 7);
  expect(after.size).toBe(before.size);
  expect((await labelledUsers(db)).length).toBe(before.size);
});

test('live mode has none, whatever the setting says (issue 18 §1)', async () => {
  const parts = {
    ...({ db, accounts, now, mode: 'live', seed: '5eed', labelled: new Set<number>() } as const),
    port: () => {
      throw new Error('expected no link');
    },
    onFault: () => undefined,
  };
  await expect(openPracticeTraders({ ...parts, wanted: true })).rejects.toThrow(
    'The mode live has no practice traders: they trade with play money.',
  );
  expect(await openPracticeTraders({ ...parts, wanted: false })).toBeUndefined();
});
