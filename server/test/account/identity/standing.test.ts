// A customer's standing reaches the exchange in the order of its changes (issue 14, done-when 2: nothing leaves under a
// right that was taken away).

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { CREDENTIAL_LOCK, type IdentityTables, type Standing } from '../../../src/account/identity/index.ts';
import { createStanding } from '../../../src/account/identity/standing.ts';
import type { ExchangeLink } from '../../../src/engine/sequencer/index.ts';
import { migrateAll } from '../../../src/projection/views/index.ts';

/** A command on its way: `done` lets the exchange do it. */
interface Sent {
  readonly text: string;
  readonly done: () => void;
}

/** Time for whatever else would be sent beside a command that is under way, ms. */
const MEANWHILE = 150;
let standing: Standing;
let db: Kysely<IdentityTables>;
let stop: () => Promise<void>;
let time = Date.UTC(2026, 10, 28);
let user = '';
let users = 0;
const sent: Sent[] = [];
/** What the exchange did last, as `stage:locks`. */
let inForce = '';

beforeAll(async () => {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const pool = new pg.Pool({ ...database.connection, max: 6 });
  db = new Kysely<IdentityTables>({ dialect: new PostgresDialect({ pool }) });
  const link = {
    submit: ({ stage, locks }: { stage: number; locks: number }) =>
      new Promise((resolve) => {
        const text = `${stage}:${locks}`;
        const done = (): void => {
          inForce = text;
          resolve({ seq: 1, time, code: 200, result: 0, expected: 0, got: 0, repeated: false });
        };
        sent.push({ text, done });
      }),
  } as unknown as ExchangeLink;
  standing = createStanding(
    db,
    link,
    () => time,
    (error) => {
      throw error;
    },
  );
  stop = async () => {
    standing.stop();
    for (const { done } of sent) done();
    await db.destroy();
    await database.stop();
  };
});
afterAll(() => stop());
beforeEach(async () => {
  users += 1;
  sent.length = 0;
  // A sweep sends what is outstanding of all.
  await db.deleteFrom('users').execute();
  const row = await db
    .insertInto('users')
    .values({
      ...{ core_user: String(users), login_name: `user${users}`, email: null, area_code: null, phone: null },
      ...{ password: '-', invite_code: `invite${users}`, referrer: null, terms_version: '-' },
      ...{ chat_key: `chat${users}`, created_at: String(time) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  user = String(row.id);
});

async function untilSent(text: string): Promise<void> {
  while (sent.at(-1)?.text !== text) await sleep(MEANWHILE);
}

/** Lets the exchange do what comes, the newest of what is on its way first, until `work` is over. */
async function newestFirst(work: Promise<unknown>): Promise<void> {
  let over = false;
  const ended = work.finally(() => (over = true));
  while (!over) {
    await sleep(MEANWHILE);
    sent.pop()?.done();
  }
  await ended;
}

it('a lock is in force once it was acknowledged, though a change of the stage began before it', async () => {
  const stage = standing.setStage(user, 2);
  await untilSent('2:0');
  const lock = standing.credentialChanged(user);
  await newestFirst(Promise.all([stage, lock]));
  expect(inForce).toBe('2:2');
  expect(await standing.sweep()).toBe(0);
});

it('a new lock is in force once it was acknowledged, though the end of the old one was on its way', async () => {
  await newestFirst(standing.credentialChanged(user));
  time += CREDENTIAL_LOCK + 1;
  const sweep = standing.sweep();
  await untilSent('0:0');
  let acknowledged = '';
  const lock = standing.credentialChanged(user).then(() => (acknowledged = inForce));
  await newestFirst(Promise.all([sweep, lock]));
  expect(acknowledged, 'what was in force when it was acknowledged').toBe('0:2');
  expect(inForce).toBe('0:2');
});
