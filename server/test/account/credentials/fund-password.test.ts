// The fund password (design §7 second password): how it is kept, set, changed, guessed at.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFundSecret } from '../../../src/account/credentials/fund-secret.ts';
import { FUND_TRIES } from '../../../src/account/credentials/index.ts';
import { clientHash, matches, purposes, type Session } from '../../../src/account/identity/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { codeOf, DAY, LOGIN_PASSWORD, type PeopleWorld, refusal, startPeople } from './people-world.ts';

let world: PeopleWorld;
const FUND = clientHash('730142');
const FRESH = clientHash('905526');
/** Guesses, none of them right. */
const wrong = (at: number) => clientHash(String(200_000 + at));

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const row = (session: Session) =>
  world.db.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirstOrThrow();
const set = (session: Session, fresh = FUND, extra: object = {}) =>
  world.credentials.fundPassword.set(session.userId, { fresh, confirm: fresh, ...extra });
const change = (session: Session, old = FUND, fresh = FRESH) =>
  world.credentials.fundPassword.change(session.userId, { old, fresh, confirm: fresh });
const check = (session: Session, given: unknown) =>
  world.credentials.fundGuard.check(session.userId, given, 'fundPassword');

async function withFund(): Promise<Session> {
  const session = await world.customer();
  await set(session);
  return session;
}

describe('what is kept of it', () => {
  it('cannot be tried without the vault: a copy of the database is not enough for 10^6 guesses', async () => {
    const session = await withFund();
    const kept = (await row(session)).fund_password ?? '';
    expect(kept).toMatch(/^\$argon2id\$/);
    // The right guess, made as whoever has only the database could make it.
    expect(await matches(kept, FUND, 'thief')).toBe(false);
    const elsewhere = createFundSecret(createVault(new Uint8Array(32).fill(8)));
    expect(await elsewhere.matches(kept, session.userId, FUND)).toBe(false);
    const here = createFundSecret(world.vault);
    expect(await here.matches(kept, session.userId, FUND)).toBe(true);
    // It is bound to its owner: copied into another row it opens nothing.
    expect(await here.matches(kept, '999', FUND)).toBe(false);
  });
});

describe('setting it', () => {
  it('the first time locks nothing and sends a notice', async () => {
    const session = await withFund();
    expect(Number((await row(session)).withdrawals_locked_until)).toBe(0);
    expect(world.notices.at(-1)).toMatchObject({ notice: { what: 'fundPassword', lockedUntil: undefined } });
    await expect(check(session, FUND)).resolves.toBeDefined();
  });

  it('wants a code where an address is bound, one sent to the account itself', async () => {
    const session = await world.customer();
    const email = `fund${session.userId}@example.com`;
    const stranger = `stranger${session.userId}@example.com`;
    const bind = await world.code(email, purposes.bind);
    await world.credentials.addresses.bind(session.userId, { type: 2, account: email, code: bind });
    expect(await refusal(set(session))).toMatchObject({ code: 400, fields: { code: 'required' } });
    const other = await world.code(stranger, purposes.fundPassword);
    const code = await world.code(email, purposes.fundPassword);
    if (other !== code) expect(await codeOf(set(session, FUND, { code: other }))).toBe(1004);
    expect((await row(session)).fund_password).toBeNull();
    await set(session, FUND, { code });
    expect(await codeOf(check(session, FUND))).toBe(200);
  });

  it('refuses two that differ, a common one, the login password; and a second setting wants the old one', async () => {
    const session = await world.customer();
    expect(await codeOf(set(session, FUND, { confirm: FRESH }))).toBe(400);
    expect(await codeOf(set(session, clientHash('123456')))).toBe(1008);
    expect(await refusal(set(session, LOGIN_PASSWORD))).toMatchObject({ code: 400, fields: { fresh: 'range' } });
    expect((await row(session)).fund_password).toBeNull();
    await set(session);
    expect(await refusal(set(session, FRESH))).toMatchObject({ code: 400, fields: { old: 'required' } });
    expect(await codeOf(check(session, FUND))).toBe(200);
  });

  it('twice at once happens once', async () => {
    const session = await world.customer();
    const answers = await Promise.all([codeOf(set(session, FUND)), codeOf(set(session, FRESH))]);
    expect(new Set(answers)).toEqual(new Set([200, 400]));
  });
});

describe('changing it', () => {
  it('needs the old one, locks withdrawals 24 h, sends a notice', async () => {
    const session = await withFund();
    await change(session);
    expect([await codeOf(check(session, FUND)), await codeOf(check(session, FRESH))]).toEqual([1102, 200]);
    expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: session.coreUser, locks: 2 });
    expect(world.notices.at(-1)).toMatchObject({
      notice: { what: 'fundPassword', lockedUntil: world.clock.time + DAY },
    });
  });

  it('by a wrong old one counts as a guess', async () => {
    const session = await withFund();
    expect(await refusal(change(session, wrong(1)))).toMatchObject({ code: 1102, args: { left: 4 } });
    expect(await refusal(check(session, wrong(2)))).toMatchObject({ code: 1102, args: { left: 3 } });
    expect(await codeOf(change(await world.customer()))).toBe(1101);
  });

  it('refuses the old one again and the login password', async () => {
    const session = await withFund();
    expect(await codeOf(change(session, FUND, FUND))).toBe(400);
    expect(await codeOf(change(session, FUND, LOGIN_PASSWORD))).toBe(400);
  });

  it('twice at once happens once', async () => {
    const session = await withFund();
    const answers = await Promise.all([codeOf(change(session)), codeOf(change(session, FUND, clientHash('481516')))]);
    expect(new Set(answers)).toEqual(new Set([200, 1009]));
  });
});

describe('the guard', () => {
  it('says what is missing: none set 1101, none given or no hash 400', async () => {
    const nobody = await world.customer();
    expect(await codeOf(check(nobody, FUND))).toBe(1101);
    expect(await codeOf(check(nobody, undefined))).toBe(1101);
    const session = await withFund();
    for (const [given, reason] of [
      [undefined, 'required'],
      ['', 'required'],
      ['730142', 'format'],
      [730_142, 'format'],
      [{}, 'format'],
    ] as const)
      expect(await refusal(check(session, given))).toMatchObject({ code: 400, fields: { fundPassword: reason } });
    expect((await row(session)).fund_failures).toBe(0);
  });

  it('counts four wrong ones down, locks withdrawals with the fifth, and opens after 24 h', async () => {
    const session = await withFund();
    for (let left = FUND_TRIES - 1; left > 0; left -= 1)
      expect(await refusal(check(session, wrong(left)))).toMatchObject({ code: 1102, args: { left } });
    const until = world.clock.time + DAY;
    expect(await refusal(check(session, wrong(0)))).toMatchObject({ code: 1103, args: { until } });
    expect(world.notices.at(-1)).toMatchObject({
      userId: session.userId,
      notice: { kind: 'fundGuessed', lockedUntil: until },
    });
    expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: session.coreUser, locks: 2 });
    expect(await refusal(check(session, FUND))).toMatchObject({ code: 1103, args: { until } });
    expect(await codeOf(change(session))).toBe(1103);
    world.clock.time = until;
    expect(await codeOf(check(session, FUND))).toBe(200);
    expect(await refusal(check(session, wrong(1)))).toMatchObject({ code: 1102, args: { left: 4 } });
  });

  it('begins anew after a right one, the fifth included', async () => {
    const session = await withFund();
    for (const tries of [FUND_TRIES - 1, FUND_TRIES - 1]) {
      for (let at = 0; at < tries; at += 1) await codeOf(check(session, wrong(at)));
      expect(await codeOf(check(session, FUND))).toBe(200);
    }
    expect((await row(session)).fund_failures).toBe(0);
    expect(Number((await row(session)).fund_locked_until)).toBe(0);
  });

  it('compares five of any number of guesses that come at once, and locks (brute force)', async () => {
    const session = await withFund();
    const guesses = Array.from({ length: 40 }, (_, at) => codeOf(check(session, at === 39 ? FUND : wrong(at))));
    const answers = await Promise.all(guesses);
    // Whether the right one was among the five that were compared is chance; that no sixth was is not.
    expect(answers.filter((code) => code === 1102).length).toBeLessThan(FUND_TRIES);
    expect(answers.filter((code) => code === 1103).length).toBeGreaterThanOrEqual(40 - FUND_TRIES);
    const blind = await withFund();
    const all = await Promise.all(Array.from({ length: 40 }, (_, at) => codeOf(check(blind, wrong(at)))));
    expect([all.filter((code) => code === 1102).length, all.filter((code) => code === 1103).length]).toEqual([4, 36]);
    expect(await codeOf(check(blind, FUND))).toBe(1103);
  });

  it('of one customer does not count for another', async () => {
    const [one, two] = [await withFund(), await withFund()];
    for (let at = 0; at < FUND_TRIES; at += 1) await codeOf(check(one, wrong(at)));
    expect(await codeOf(check(two, FUND))).toBe(200);
  });
});
