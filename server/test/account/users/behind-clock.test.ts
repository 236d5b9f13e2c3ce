// Issue 14, 7: the machine's clock is a day behind the journal. What protects a customer for a time must not be over as
// soon as the clock is right again.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientHash } from '../../../src/account/identity/index.ts';
import { IntakeError } from '../../../src/engine/sequencer/index.ts';
import { PASSWORD, type PeopleWorld, startPeople } from '../sign-in/world.ts';

const DAY = 86_400_000;
const FRESH = clientHash('Quite-another8');
let world: PeopleWorld;
/** How far the journal is ahead of the clock, ms. */
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  world = await startPeople({ journalTime: () => world.now() + ahead });
});
afterEach(() => world.stop());

it('no credential is changed, so that no lock is over before its day; no card is bound', async () => {
  const { grant } = await world.register(world.name(), world.visitor());
  const { userId } = grant.session;
  const { loginPassword, security } = world.people.credentials;
  ahead = DAY;
  const change = loginPassword.change(grant.session, { old: PASSWORD, fresh: FRESH, confirm: FRESH });
  await expect(change).rejects.toBeInstanceOf(IntakeError);
  const card = { name: 'Anna Berg', idNumber: 'X1234567', cardNumber: '4111111111111111', bankName: 'Bank' };
  await expect(world.people.cards.bind(userId, card)).rejects.toBeInstanceOf(IntakeError);
  // Freezing has no end, so it is never refused.
  await security.freeze(userId);
  ahead = 0;
  expect(await world.people.identity.accounts.passwordFits(userId, PASSWORD, 'test')).toBe(true);
  expect(await world.people.cards.find(userId)).toBeNull();
  expect(await security.facts(userId)).toMatchObject({ frozen: true, withdrawalsLockedUntil: null });
});

it('a device that signs in meanwhile is new for a day of the journal', async () => {
  const name = world.name();
  await world.register(name, world.visitor());
  ahead = DAY;
  const { grant } = await world.login(name, world.visitor());
  const row = await world.db
    .selectFrom('devices')
    .innerJoin('sessions', 'sessions.device_id', 'devices.id')
    .select('devices.first_seen')
    .where('sessions.id', '=', grant.session.id)
    .executeTakeFirstOrThrow();
  expect(Number(row.first_seen)).toBe(world.now() + DAY);
});
