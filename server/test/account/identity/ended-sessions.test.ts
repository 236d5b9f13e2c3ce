// Sessions that end while something of them is under way (issue 14, done-when 2: a right that was taken away).

import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientHash, type IdentityTables } from '../../../src/account/identity/index.ts';
import { createSessions } from '../../../src/account/identity/sessions.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { PASSWORD, type PeopleWorld, refusal, startPeople } from '../sign-in/world.ts';

const FRESH = clientHash('Quite-another8');
let world: PeopleWorld;

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

/** Holds the next answer of the database that comes over the plugin, until `release`. */
function holdNext(): { readonly plugin: KyselyPlugin; readonly held: Promise<void>; readonly release: () => void } {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let first = true;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (first) {
          first = false;
          held.resolve();
          await released.promise;
        }
        return result;
      },
    },
    held: held.promise,
    release: () => released.resolve(),
  };
}

it('one that ends while it is looked up is unknown at once, not after the time that lookups are kept', async () => {
  const { grant } = await world.register(world.name(), world.visitor());
  const { plugin, held, release } = holdNext();
  const sessions = createSessions(
    world.db.withPlugin(plugin),
    Buffer.alloc(32),
    createVault(new Uint8Array(32)),
    world.now,
  );
  const looked = sessions.find(grant.access);
  await held;
  await sessions.end(grant.session.id);
  release();
  await looked;
  expect(await sessions.find(grant.access)).toBe('unknown');
});

/** Runs `work` while sign-ins wait to record their device: after their password or factor was found right. */
async function beforeDevice(db: Kysely<IdentityTables>, signIn: () => Promise<unknown>, work: () => Promise<unknown>) {
  let answer: Promise<number> | undefined;
  await db.transaction().execute(async (transaction) => {
    await sql`lock table devices in share row exclusive mode`.execute(transaction);
    answer = refusal(signIn());
    for (;;) {
      const { rows } = await sql`select from pg_locks where not granted and relation = 'devices'::regclass`.execute(db);
      if (rows.length > 0) break;
      await sleep(20);
    }
    await work();
  });
  return answer;
}

const sessionsOf = async (userId: string) =>
  (
    await world.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  ).map(({ id }) => id);

it('a sign-in by the old password that is under way when it is changed gets no session', async () => {
  const name = world.name();
  const { grant, account } = await world.register(name, world.visitor());
  const change = { old: PASSWORD, fresh: FRESH, confirm: FRESH };
  const answer = await beforeDevice(
    world.db,
    () => world.login(name, world.visitor()),
    () => world.people.credentials.loginPassword.change(grant.session, change),
  );
  expect(answer).toBe(1002);
  expect(await sessionsOf(account.userId)).toEqual([grant.session.id]);
});

it('nor does its second step', async () => {
  const name = world.name();
  const { grant, account } = await world.register(name, world.visitor());
  const { secret } = await world.bindTotp(account.userId);
  const elsewhere = world.visitor();
  const stepId = await world.login(name, elsewhere).then(
    () => '',
    (error: { detail?: { stepId?: string } }) => error.detail?.stepId ?? '',
  );
  const code = await world.totp(secret);
  const change = { old: PASSWORD, fresh: FRESH, confirm: FRESH };
  const answer = await beforeDevice(
    world.db,
    () => world.people.signIn.step(stepId, { method: 'totp', code }, elsewhere),
    () => world.people.credentials.loginPassword.change(grant.session, change),
  );
  expect(answer).toBe(1005);
  expect(await sessionsOf(account.userId)).toEqual([grant.session.id]);
});
