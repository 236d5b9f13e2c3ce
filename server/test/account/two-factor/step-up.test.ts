// Proving oneself once more (calls §4, §6): when it is asked for, by what, and how long it counts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FactorMethod } from '@vitrine/contract';
import { JUST_MADE, type RiskFacts, riskRules, STEP_UP_LIFE } from '../../../src/account/two-factor/index.ts';
import { purposes, type Session } from '../../../src/account/identity/index.ts';
import type { Visitor } from '../../../src/account/sign-in/index.ts';
import { FIREFOX, PASSWORD, type PeopleWorld, refusal, refused, startPeople, WRONG } from '../sign-in/world.ts';

const DAY = 86_400_000;

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const factors = () => world.people.factors;
const demand = (kind: 'risk' | 'always', session: Session, ip: string) => refusal(factors().demand(kind, session, ip));
const methods = async (session: Session, ip: string) =>
  (await refused(factors().demand('always', session, ip)))?.detail?.['methods'];
async function ownCode(session: Session, by: 'email' | 'phone', { ip, browser, lang }: Visitor, purpose: number) {
  await world.people.signIn.sendCode({ by, account: undefined, purpose, ip, browser, lang, session });
  return (await world.people.inbox?.list(browser))?.find((one) => one.purpose === purpose)?.code ?? '';
}

describe('the rules of risk', () => {
  const now = 10 * DAY;
  const calm: RiskFacts = {
    now,
    deviceFirstSeen: now - DAY,
    deviceOriginal: false,
    networkKnown: true,
    credentialChanged: undefined,
  };
  const spoken = (facts: RiskFacts) => riskRules.filter((rule) => rule.speaks(facts)).map((rule) => rule.name);

  it.each<[string, Partial<RiskFacts>, string[]]>([
    ['nothing speaks for it', {}, []],
    ['a device seen for less than a day', { deviceFirstSeen: now - DAY + 1 }, ['newDevice']],
    ['a session without a device', { deviceFirstSeen: undefined }, ['newDevice']],
    ['the device the account was made on', { deviceFirstSeen: now, deviceOriginal: true }, []],
    ['a network never seen', { networkKnown: false }, ['newNetwork']],
    ['a credential changed less than a day ago', { credentialChanged: now - DAY + 1 }, ['changedCredential']],
    ['a credential changed a day ago', { credentialChanged: now - DAY }, []],
    [
      'all of them',
      { deviceFirstSeen: now, networkKnown: false, credentialChanged: now },
      ['newDevice', 'newNetwork', 'changedCredential'],
    ],
  ])('%s', (_, facts, names) => {
    expect(spoken({ ...calm, ...facts })).toEqual(names);
  });
});

describe('a call that asks by risk', () => {
  it('passes where the account was made, and asks on a new device until a day later', async () => {
    const first = world.visitor();
    const name = world.name();
    const made = await world.register(name, first);
    world.pass(JUST_MADE);
    expect(await demand('risk', made.grant.session, first.ip)).toBe(200);
    const second = world.visitor({ agent: FIREFOX });
    const { grant } = await world.login(name, second);
    expect(await demand('risk', grant.session, second.ip)).toBe(1108);
    // A second sign-in on it makes it no older.
    const again = await world.login(name, second);
    expect(await demand('risk', again.grant.session, second.ip)).toBe(1108);
    world.pass(DAY);
    expect(await demand('risk', again.grant.session, second.ip)).toBe(200);
  });

  it('asks in a network never signed in from, until a day after it was', async () => {
    const home = world.visitor({ ip: '203.0.113.7' });
    const name = world.name();
    const made = await world.register(name, home);
    world.pass(JUST_MADE);
    expect(await demand('risk', made.grant.session, '203.0.113.200')).toBe(200);
    // The cookie in another network: a thief, or a journey.
    expect(await demand('risk', made.grant.session, '198.51.100.1')).toBe(1108);
    const away = { ...home, ip: '198.51.100.1' };
    await world.login(name, away);
    const { grant } = await world.login(name, away);
    expect(await demand('risk', grant.session, away.ip)).toBe(1108);
    world.pass(DAY);
    expect(await demand('risk', grant.session, away.ip)).toBe(200);
  });

  it('is not talked out of it by many failed sign-ins from there', async () => {
    const home = world.visitor({ ip: '203.0.113.7' });
    const name = world.name();
    const { account, grant } = await world.register(name, home);
    world.pass(DAY);
    for (let tries = 0; tries < 12; tries += 1)
      await refusal(world.login(name, world.visitor({ ip: '198.51.100.9' }), { password: WRONG }));
    expect(await demand('risk', grant.session, '198.51.100.9')).toBe(1108);
    expect(await world.results(account.userId)).toContain('done');
  });

  it('asks for a day after a credential changed', async () => {
    const visitor = world.visitor();
    const { account, grant } = await world.register(world.name(), visitor);
    world.pass(JUST_MADE);
    await world.people.identity.standing.credentialChanged(account.userId);
    expect(await demand('risk', grant.session, visitor.ip)).toBe(1108);
    world.pass(DAY);
    expect(await demand('risk', grant.session, visitor.ip)).toBe(200);
  });
});

describe('a call that always asks', () => {
  it('passes for ten minutes in the session that made the account, while no second factor is bound', async () => {
    const visitor = world.visitor();
    const name = world.name();
    const made = await world.register(name, visitor);
    expect(await demand('always', made.grant.session, visitor.ip)).toBe(200);
    // Another session of the new account is not the one that made it.
    world.pass(1);
    const other = await world.login(name, world.visitor());
    expect(await demand('always', other.grant.session, visitor.ip)).toBe(1108);
    await world.bindTotp(made.account.userId);
    expect(await demand('always', made.grant.session, visitor.ip)).toBe(1108);

    const late = await world.register(world.name(), visitor);
    world.pass(JUST_MADE - 1);
    expect(await demand('always', late.grant.session, visitor.ip)).toBe(200);
    world.pass(1);
    expect(await demand('always', late.grant.session, visitor.ip)).toBe(1108);
  });

  it('names the second factors, else the addresses, else the password', async () => {
    const visitor = world.visitor();
    const plain = await world.register(world.name(), visitor);
    const mailed = await world.registerByEmail(visitor);
    world.pass(JUST_MADE);
    expect(await methods(plain.grant.session, visitor.ip)).toEqual(['password']);
    expect(await methods(mailed.grant.session, visitor.ip)).toEqual(['email']);
    await world.db
      .updateTable('users')
      .set({ area_code: '44', phone: '7700900777' })
      .where('id', '=', mailed.account.userId)
      .execute();
    expect(await methods(mailed.grant.session, visitor.ip)).toEqual(['email', 'phone']);
    await world.bindTotp(mailed.account.userId);
    expect(await methods(mailed.grant.session, visitor.ip)).toEqual(['totp', 'recovery']);
    expect(await factors().boundMethods(plain.account.userId)).toEqual(['password']);
  });

  it('passes for ten minutes after a sign-in with a second factor, not after one with a password', async () => {
    const visitor = world.visitor();
    const name = world.name();
    const { account } = await world.register(name, visitor);
    const { secret } = await world.bindTotp(account.userId);
    const stepId = String((await refused(world.login(name, visitor)))?.detail?.['stepId']);
    const proof = { method: 'totp', code: await world.totp(secret) } as const;
    const { grant } = await world.people.signIn.step(stepId, proof, visitor);
    expect(await demand('always', grant.session, visitor.ip)).toBe(200);
    world.pass(STEP_UP_LIFE);
    expect(await demand('always', grant.session, visitor.ip)).toBe(1108);
  });
});

describe('user.stepUp', () => {
  const stepUp = (session: Session, visitor: Visitor, method: FactorMethod, extra: object = {}) =>
    factors().stepUp(session, { method, ...extra }, visitor);

  it('by the authenticator opens ten minutes, gives fresh tokens and trusts the device', async () => {
    const visitor = world.visitor();
    const { account, grant } = await world.register(world.name(), visitor);
    const { secret } = await world.bindTotp(account.userId);
    const code = await world.totp(secret);
    const { until, grant: fresh } = await stepUp(grant.session, visitor, 'totp', { code });
    expect(until).toBe(world.now() + STEP_UP_LIFE);
    expect([fresh.session.id, fresh.session.satoken]).toEqual([grant.session.id, grant.session.satoken]);
    expect(fresh.access).not.toBe(grant.access);
    expect(await demand('always', grant.session, visitor.ip)).toBe(200);
    const [device] = await world.people.devices.list(account.userId, grant.session.id);
    expect(device?.trusted).toBe(true);
    // The tokens from before go on for what is on its way, and no longer.
    const { sessions } = world.people.identity;
    world.pass(30_000);
    expect(await sessions.find(grant.access)).toBe('expired');
    expect(await sessions.find(fresh.access)).toMatchObject({ id: grant.session.id });
    world.pass(STEP_UP_LIFE - 30_000);
    expect(await demand('always', grant.session, visitor.ip)).toBe(1108);
    // The same code again is used.
    expect(await refusal(stepUp(grant.session, visitor, 'totp', { code }))).toBe(1109);
  });

  it('counts for its own session only', async () => {
    const visitor = world.visitor();
    const name = world.name();
    const { grant } = await world.register(name, visitor);
    const other = await world.login(name, world.visitor());
    world.pass(JUST_MADE);
    await stepUp(other.grant.session, visitor, 'password', { password: PASSWORD });
    expect(await demand('always', other.grant.session, visitor.ip)).toBe(200);
    expect(await demand('always', grant.session, visitor.ip)).toBe(1108);
  });

  it('by a code to one’s own address, of that purpose, once', async () => {
    const visitor = world.visitor();
    const { grant } = await world.registerByEmail(visitor);
    world.pass(JUST_MADE);
    const withdrawal = await ownCode(grant.session, 'email', visitor, purposes.withdraw);
    const code = await ownCode(grant.session, 'email', visitor, purposes.change);
    if (withdrawal !== code)
      expect(await refusal(stepUp(grant.session, visitor, 'email', { code: withdrawal }))).toBe(1004);
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => refusal(stepUp(grant.session, visitor, 'email', { code }))),
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1005, 1005, 1005]);
    expect(await demand('always', grant.session, visitor.ip)).toBe(200);
    // A code by mail is no second factor: the device is not trusted for it.
    expect((await world.people.devices.list(grant.session.userId, grant.session.id))[0]?.trusted).toBe(false);
  });

  it('takes nothing weaker than the account has, and not a code to another customer’s address', async () => {
    const visitor = world.visitor();
    const ann = await world.registerByEmail(visitor);
    const ben = await world.registerByEmail(world.visitor());
    world.pass(JUST_MADE);
    const weak = await refused(stepUp(ann.grant.session, visitor, 'password', { password: PASSWORD }));
    expect([weak?.code, weak?.detail]).toEqual([1108, { methods: ['email'] }]);
    const code = await ownCode(ben.grant.session, 'email', visitor, purposes.change);
    expect(await refusal(stepUp(ann.grant.session, visitor, 'email', { code }))).not.toBe(200);
    await world.bindTotp(ann.account.userId);
    const own = await ownCode(ann.grant.session, 'email', visitor, purposes.change);
    expect(await refusal(stepUp(ann.grant.session, visitor, 'email', { code: own }))).toBe(1108);
    expect(await demand('always', ann.grant.session, visitor.ip)).toBe(1108);
  });

  it('by the password is locked after five wrong ones, together with the sign-in', async () => {
    const visitor = world.visitor({ ip: '192.0.2.77' });
    const name = world.name();
    const { grant } = await world.register(name, visitor);
    world.pass(JUST_MADE);
    const tries = Array.from({ length: 8 }, () =>
      refusal(stepUp(grant.session, visitor, 'password', { password: WRONG })),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 1009)).toHaveLength(5);
    expect(codes.filter((code) => code === 1003)).toHaveLength(3);
    expect(await refusal(stepUp(grant.session, visitor, 'password', { password: PASSWORD }))).toBe(1003);
    expect(await refusal(world.login(name, world.visitor()))).toBe(1003);
  });

  it('wants what its method needs', async () => {
    const visitor = world.visitor();
    const { account, grant } = await world.registerByEmail(visitor);
    expect((await refused(stepUp(grant.session, visitor, 'email')))?.fields).toEqual({ code: 'required' });
    await world.bindTotp(account.userId);
    expect((await refused(stepUp(grant.session, visitor, 'totp')))?.fields).toEqual({ code: 'required' });
    const plain = await world.register(world.name(), visitor);
    expect((await refused(stepUp(plain.grant.session, visitor, 'password')))?.fields).toEqual({
      password: 'required',
    });
  });
});
