// A forgotten fund password (spec §5, design §7): the customer asks, the desk decides, a new one may be set for a day.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES_A_DAY } from '../../../src/account/credentials/index.ts';
import { clientHash, type Session } from '../../../src/account/identity/index.ts';
import { codeOf, DAY, type PeopleWorld, refusal, startPeople } from './people-world.ts';

let world: PeopleWorld;
const FUND = clientHash('730142');
const FRESH = clientHash('905526');

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const cases = () => world.credentials.fundCases;
const set = (session: Session, fresh = FRESH) =>
  world.credentials.fundPassword.set(session.userId, { fresh, confirm: fresh });
const check = (session: Session, given: string) =>
  world.credentials.fundGuard.check(session.userId, given, 'fundPassword');

async function withFund(): Promise<Session> {
  const session = await world.customer();
  await set(session, FUND);
  return session;
}

describe('a case', () => {
  it('is opened where a fund password is set, one at a time, also by many requests at once', async () => {
    expect(await codeOf(cases().open((await world.customer()).userId))).toBe(1101);
    const { userId } = await withFund();
    const opened = await Promise.all(Array.from({ length: 6 }, () => cases().open(userId)));
    expect(new Set(opened.map((one) => one.id)).size).toBe(1);
    expect(opened[0]).toMatchObject({ state: 'open', time: world.clock.time, decided: null, until: null });
    expect(await cases().latest(userId)).toEqual(opened[0]);
  });

  it('is taken back by its own customer only, and then cannot be decided', async () => {
    const [one, other] = [await withFund(), await withFund()];
    const { id } = await cases().open(one.userId);
    expect(await codeOf(cases().withdraw(other.userId))).toBe(404);
    expect(await cases().withdraw(one.userId)).toMatchObject({ id, state: 'withdrawn' });
    expect(await codeOf(cases().withdraw(one.userId))).toBe(404);
    expect(await codeOf(cases().decide(id, true))).toBe(404);
    expect(await codeOf(set(one))).toBe(400);
  });

  it('is not opened more than a few times a day', async () => {
    const { userId } = await withFund();
    for (let at = 0; at < CASES_A_DAY; at += 1) {
      await cases().open(userId);
      await cases().withdraw(userId);
    }
    expect(await codeOf(cases().open(userId))).toBe(429);
    world.clock.time += DAY + 1;
    expect(await codeOf(cases().open(userId))).toBe(200);
  });

  it('stands in the list of its state, the longest waiting first', async () => {
    const [one, two] = [await withFund(), await withFund()];
    const ids = [(await cases().open(one.userId)).id, (await cases().open(two.userId)).id];
    const all = await cases().list({ state: 'open', current: 1, size: 100 });
    const mine = all.records.filter((record) => ids.includes(record.id));
    expect(mine.map((record) => record.id)).toEqual(ids);
    expect(mine[0]).toEqual({ id: ids[0], userId: one.userId, state: 'open', time: world.clock.time });
    expect(all.total).toBe(all.records.length);
    const second = await cases().list({ state: 'open', current: 2, size: 1 });
    expect([second.records.length, second.total]).toEqual([1, all.total]);
  });
});

describe('a decision', () => {
  it('is made once, also by two at the same time', async () => {
    const { userId } = await withFund();
    const { id } = await cases().open(userId);
    const answers = await Promise.all([codeOf(cases().decide(id, false)), codeOf(cases().decide(id, true))]);
    expect(new Set(answers)).toEqual(new Set([200, 404]));
    for (const strange of ['0', '99999999', 'x', "1' or '1'='1"])
      expect(await codeOf(cases().decide(strange, true))).toBe(404);
  });

  it('that refuses sends a notice and changes nothing', async () => {
    const session = await withFund();
    const { id } = await cases().open(session.userId);
    await cases().decide(id, false);
    expect(world.notices.at(-1)).toMatchObject({
      userId: session.userId,
      notice: { kind: 'fundCase', passed: false, until: undefined },
    });
    expect(await codeOf(set(session))).toBe(400);
    expect(await codeOf(check(session, FUND))).toBe(200);
  });

  it('that passes locks withdrawals, and lets a new one be set without the old one, once', async () => {
    const session = await withFund();
    const { id } = await cases().open(session.userId);
    await cases().decide(id, true);
    const until = world.clock.time + DAY;
    expect(await cases().latest(session.userId)).toMatchObject({ state: 'passed', until });
    expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: session.coreUser, locks: 2 });
    expect(world.notices.at(-1)).toMatchObject({ notice: { kind: 'fundCase', passed: true, until } });
    const answers = await Promise.all([codeOf(set(session)), codeOf(set(session, clientHash('481516')))]);
    expect(new Set(answers)).toEqual(new Set([200, 400]));
    expect(await codeOf(check(session, FUND))).toBe(1102);
    expect(await refusal(set(session, clientHash('271828')))).toMatchObject({ fields: { old: 'required' } });
  });

  it('that passes opens a fund password that wrong guesses had locked', async () => {
    const session = await withFund();
    for (let at = 0; at < 5; at += 1) await codeOf(check(session, clientHash(`11111${at}`)));
    expect(await codeOf(check(session, FUND))).toBe(1103);
    const { id } = await cases().open(session.userId);
    await cases().decide(id, true);
    await set(session);
    expect(await codeOf(check(session, FRESH))).toBe(200);
  });

  it('that passes lapses after 24 h, and when the old one was remembered', async () => {
    const [late, remembering] = [await withFund(), await withFund()];
    for (const { userId } of [late, remembering]) await cases().decide((await cases().open(userId)).id, true);
    await world.credentials.fundPassword.change(remembering.userId, { old: FUND, fresh: FRESH, confirm: FRESH });
    expect(await codeOf(set(remembering, clientHash('481516')))).toBe(400);
    world.clock.time += DAY;
    expect(await codeOf(set(late))).toBe(400);
  });

  it('of one customer opens nothing for another', async () => {
    const [one, other] = [await withFund(), await withFund()];
    await cases().decide((await cases().open(one.userId)).id, true);
    expect(await codeOf(set(other))).toBe(400);
  });
});
