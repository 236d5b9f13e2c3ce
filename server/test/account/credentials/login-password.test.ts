// Changing the login password (calls §6): by the old one, throttled; other sessions end, withdrawals are locked 24 h.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientHash, matches, type Session } from '../../../src/account/identity/index.ts';
import { codeOf, DAY, LOGIN_PASSWORD, type PeopleWorld, refusal, startPeople } from './people-world.ts';

let world: PeopleWorld;
const FRESH = clientHash('Quite-another8');
const WRONG = clientHash('not-the-one9');

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const change = (session: Session, old = LOGIN_PASSWORD, fresh = FRESH, confirm = fresh) =>
  world.credentials.loginPassword.change(session, { old, fresh, confirm });
const kept = async (session: Session) =>
  (await world.db.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirstOrThrow()).password;

it('keeps the new one, ends the other sessions and second steps, locks withdrawals, tells every address', async () => {
  const session = await world.customer();
  const { userId, coreUser } = session;
  const elsewhere = await world.identity.sessions.start(userId, coreUser, { ip: '192.0.2.1', agent: 'other' });
  await world.db
    .insertInto('login_steps')
    .values({ id: 'step-1', user_id: userId, browser: 'b', created_at: '0', expires_at: '99' })
    .execute();
  await change(session);
  expect(await matches(await kept(session), FRESH, 'test')).toBe(true);
  expect(await world.identity.sessions.alive(session.id)).toBe(true);
  expect(await world.identity.sessions.alive(elsewhere.session.id)).toBe(false);
  expect(await world.identity.sessions.find(elsewhere.access)).toBe('unknown');
  expect(await world.db.selectFrom('login_steps').selectAll().where('user_id', '=', userId).execute()).toEqual([]);
  expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: coreUser, locks: 2 });
  expect(world.notices.at(-1)).toMatchObject({
    userId,
    notice: { kind: 'credentialChanged', what: 'password', lockedUntil: world.clock.time + DAY },
  });
});

it('refuses differing ones, the old one again, a common one, and a wrong old one; nothing changes', async () => {
  const session = await world.customer();
  const before = await kept(session);
  const common = clientHash('password1');
  expect(await refusal(change(session, LOGIN_PASSWORD, FRESH, WRONG))).toMatchObject({ code: 400 });
  expect(await refusal(change(session, LOGIN_PASSWORD, LOGIN_PASSWORD))).toMatchObject({
    code: 400,
    fields: { fresh: 'range' },
  });
  expect(await codeOf(change(session, LOGIN_PASSWORD, common))).toBe(1008);
  expect(await codeOf(change(session, WRONG))).toBe(1009);
  expect(await kept(session)).toBe(before);
  expect(world.notices.some((one) => one.userId === session.userId)).toBe(false);
});

it('takes five wrong old ones, however many come at once, then not even the right one', async () => {
  const session = await world.customer();
  const guesses = Array.from({ length: 12 }, (_, at) => codeOf(change(session, clientHash(`guess-${at}-x`))));
  const answers = await Promise.all(guesses);
  expect(answers.filter((code) => code === 1009)).toHaveLength(5);
  expect(answers.filter((code) => code === 1003)).toHaveLength(7);
  expect(await codeOf(change(session))).toBe(1003);
  world.clock.time += 901_000;
  expect(await codeOf(change(session))).toBe(200);
});

it('of two changes at once lets one win', async () => {
  const session = await world.customer();
  const other = clientHash('A-third-one10');
  const answers = await Promise.all([codeOf(change(session)), codeOf(change(session, LOGIN_PASSWORD, other))]);
  expect(new Set(answers)).toEqual(new Set([200, 1009]));
});
