// Signing in by password (§5, calls §6): every way an account is named, the second step, and what guessing meets.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purposes } from '../../../src/account/identity/index.ts';
import { FIREFOX, PASSWORD, type PeopleWorld, refusal, refused, startPeople, WRONG } from './world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

/** A network address of its own, so that counts of other tests do not matter. */
let addresses = 0;
const ip = () => `198.51.${Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`;

describe('§5 an account is named', () => {
  it('at type 1 by user name, e-mail address or phone number, in any spelling', async () => {
    const visitor = world.visitor({ ip: ip() });
    const { account, email } = await world.registerByEmail(visitor);
    const loginName = world.name();
    await world.db
      .updateTable('users')
      .set({ login_name: loginName, area_code: '44', phone: '7700900123' })
      .where('id', '=', account.userId)
      .execute();
    for (const [typed, extra] of [
      [loginName.toUpperCase(), {}],
      [` ${email.toUpperCase()}`, {}],
      ['7700 900-123', { areaCode: '44' }],
      ['7700900123', { areaCode: '+44' }],
      ['7700900123', {}],
      ['+447700900123', {}],
    ] as const)
      expect((await world.login(typed, visitor, extra)).account.userId, typed).toBe(account.userId);
    for (const typed of ['+487700900123', '7700900124', '+4477009001', '@', '', '+'])
      expect(await refusal(world.login(typed, visitor)), typed).toBe(1002);
  });

  it('at type 3 by phone number and country, and two countries share no number', async () => {
    const phone = '7700900555';
    const [british, polish] = [world.visitor({ ip: ip() }), world.visitor({ ip: ip() })];
    const users = [];
    for (const [areaCode, visitor] of [
      ['44', british],
      ['48', polish],
    ] as const) {
      const code = await world.code(`+${areaCode}${phone}`, purposes.register, visitor);
      users.push((await world.register(phone, visitor, { type: 3, areaCode, code })).account.userId);
    }
    for (const [at, areaCode] of ['44', '48'].entries())
      expect((await world.login(phone, british, { type: 3, areaCode })).account.userId).toBe(users[at]);
    // Without its country the number is nobody's: which of the two is not guessed.
    expect(await refusal(world.login(phone, british))).toBe(1002);
    expect(await refusal(world.login(phone, british, { type: 3 }))).toBe(400);
  });

  it('at type 2 by e-mail address, password and code', async () => {
    const visitor = world.visitor({ ip: ip() });
    const { account, email } = await world.registerByEmail(visitor);
    const code = await world.code(email, purposes.login, visitor);
    expect(await refusal(world.login(email, visitor, { type: 2, code, password: WRONG }))).toBe(1002);
    expect(await refusal(world.login(email, visitor, { type: 2 }))).toBe(1004);
    expect((await world.results(account.userId)).slice(0, 2)).toEqual(['code', 'password']);
    await world.login(email, visitor, { type: 2, code });
    expect(await refusal(world.login(email, visitor, { type: 2, code }))).toBe(1005);
  });
});

describe('calls §6 a sign-in', () => {
  it('has a session, tokens and anti-forgery value of its own; the one the browser had before ends', async () => {
    const visitor = world.visitor({ ip: ip() });
    const account = world.name();
    const first = await world.register(account, visitor);
    const second = await world.login(account, { ...visitor, session: first.grant.session });
    for (const part of ['access', 'refresh'] as const) expect(second.grant[part]).not.toBe(first.grant[part]);
    expect(second.grant.session.id).not.toBe(first.grant.session.id);
    expect(second.grant.session.satoken).not.toBe(first.grant.session.satoken);
    const { sessions } = world.people.identity;
    expect(await sessions.find(first.grant.access)).toBe('unknown');
    expect(await sessions.refresh(first.grant.refresh, visitor)).toBeUndefined();
    expect(await sessions.find(second.grant.access)).toMatchObject({ userId: first.account.userId });
  });

  it('keeps the language of the page', async () => {
    const visitor = world.visitor({ ip: ip(), lang: 'ko' });
    const account = world.name();
    const { account: made } = await world.register(account, visitor);
    const lang = async () =>
      (await world.db.selectFrom('users').select('lang').where('id', '=', made.userId).executeTakeFirstOrThrow()).lang;
    expect(await lang()).toBe('ko');
    await world.login(account, { ...visitor, lang: 'tl-PH' });
    expect(await lang()).toBe('tl-PH');
  });

  it('of a frozen account still works', async () => {
    const visitor = world.visitor({ ip: ip() });
    const account = world.name();
    const { account: made } = await world.register(account, visitor);
    await world.people.identity.standing.freeze(made.userId);
    expect((await world.login(account, visitor)).account.userId).toBe(made.userId);
  });

  it('takes an invite code in any spelling; a wrong one does not use the code up', async () => {
    const host = await world.register(world.name(), world.visitor({ ip: ip() }));
    const visitor = world.visitor({ ip: ip() });
    const email = `${world.name()}@example.com`;
    const code = await world.code(email, purposes.register, visitor);
    expect(await refusal(world.register(email, visitor, { type: 2, code, inviteCode: 'NOBODY22' }))).toBe(1007);
    const inviteCode = host.account.inviteCode.toLowerCase();
    const { account } = await world.register(email, visitor, { type: 2, code, inviteCode });
    const row = await world.db
      .selectFrom('users')
      .select('referrer')
      .where('id', '=', account.userId)
      .executeTakeFirstOrThrow();
    expect(String(row.referrer)).toBe(host.account.userId);
  });

  it('is made once when the same registration comes many times at once', async () => {
    const visitor = world.visitor({ ip: ip() });
    const email = `${world.name()}@example.com`;
    const code = await world.code(email, purposes.register, visitor);
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => refusal(world.register(email, visitor, { type: 2, code }))),
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1005, 1005, 1005, 1005, 1005]);
    const name = world.name();
    const taken = await Promise.all(Array.from({ length: 4 }, () => refusal(world.register(name, visitor))));
    expect(taken.toSorted((a, b) => a - b)).toEqual([200, 1006, 1006, 1006]);
  });
});

describe('guessing', () => {
  it('of one account is locked after five, however it is named and from wherever, and however many at once', async () => {
    const { account, email } = await world.registerByEmail(world.visitor({ ip: ip() }));
    const loginName = world.name();
    await world.db.updateTable('users').set({ login_name: loginName }).where('id', '=', account.userId).execute();
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        refusal(world.login(at % 2 === 0 ? loginName : email, world.visitor({ ip: ip() }), { password: WRONG })),
      ),
    );
    expect(codes.filter((code) => code === 1002)).toHaveLength(5);
    expect(codes.filter((code) => code === 1003)).toHaveLength(7);
    const locked = await refused(world.login(loginName, world.visitor({ ip: ip() })));
    expect([locked?.code, locked?.args['seconds']]).toEqual([1003, 900]);
    expect((await world.results(account.userId)).filter((one) => one === 'locked')).toHaveLength(8);
    world.pass(900_000);
    expect(await refusal(world.login(loginName, world.visitor({ ip: ip() })))).toBe(200);
  });

  it('closes no account to a browser that signed in to it before: that has five tries of its own (issue 15 A.7)', async () => {
    const shared = ip();
    const owner = world.visitor({ ip: shared });
    const { email } = await world.registerByEmail(owner);
    const guess = (from: string) => refusal(world.login(email, world.visitor({ ip: from }), { password: WRONG }));
    for (let tries = 0; tries < 6; tries += 1) await guess(ip());
    expect(await guess(ip())).toBe(1003);
    // The address they share with somebody who guesses is closed as well.
    for (let tries = 0; tries < 51; tries += 1)
      await refusal(world.login(world.name(), world.visitor({ ip: shared }), { password: WRONG }));
    expect(await refusal(world.login(world.name(), world.visitor({ ip: shared })))).toBe(1003);
    expect(await refusal(world.login(email, owner))).toBe(200);
    // That does not open it to the others, and is no way to guess on.
    expect(await guess(ip())).toBe(1003);
    const tries: number[] = [];
    for (let more = 0; more < 7; more += 1) tries.push(await refusal(world.login(email, owner, { password: WRONG })));
    expect(tries).toEqual([1002, 1002, 1002, 1002, 1002, 1003, 1003]);
    expect(await refusal(world.login(email, owner))).toBe(1003);
    world.pass(900_001);
    expect(await refusal(world.login(email, owner))).toBe(200);
  });

  it('of many accounts from one address is locked after fifty; a success in between clears nothing but itself', async () => {
    const from = ip();
    const own = world.name();
    await world.register(own, world.visitor({ ip: ip() }));
    for (let tries = 0; tries < 49; tries += 1) {
      if (tries % 10 === 0) expect(await refusal(world.login(own, world.visitor({ ip: from })))).toBe(200);
      expect(await refusal(world.login(`nobody-${tries}`, world.visitor({ ip: from })))).toBe(1002);
    }
    expect(await refusal(world.login(own, world.visitor({ ip: from })))).toBe(200);
    expect(await refusal(world.login('nobody-49', world.visitor({ ip: from })))).toBe(1002);
    expect(await refusal(world.login(own, world.visitor({ ip: from })))).toBe(1003);
    expect(await refusal(world.login(own, world.visitor({ ip: ip() })))).toBe(200);
  });

  it('meets the same answers, locks and log at an account that does not exist', async () => {
    const known = world.name();
    const { account } = await world.register(known, world.visitor({ ip: ip() }));
    const answers: unknown[][] = [[], []];
    const logged = async () =>
      Number(
        (
          await world.db
            .selectFrom('login_log')
            .select((eb) => eb.fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    const rows: number[] = [];
    for (const [at, name] of [known, `${known}-nobody`].entries()) {
      const before = await logged();
      for (let tries = 0; tries < 7; tries += 1) {
        const no = await refused(world.login(name, world.visitor({ ip: ip() }), { password: WRONG }));
        answers[at]?.push([no?.code, no?.message, no?.args, no?.fields, no?.detail]);
      }
      rows.push((await logged()) - before);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(rows).toEqual([7, 7]);
    // What was tried at nobody's account stands in nobody's list.
    expect(await world.results(account.userId)).toHaveLength(8);
  });
});

describe('calls §6 the second step', () => {
  it('is asked for with the methods that are bound, and signs in by a code', async () => {
    const visitor = world.visitor({ ip: ip() });
    const name = world.name();
    const { account } = await world.register(name, visitor);
    const { secret } = await world.bindTotp(account.userId);
    const wanted = await refused(world.login(name, visitor));
    expect([wanted?.code, wanted?.detail]).toEqual([
      210,
      { stepId: expect.any(String), methods: ['totp', 'recovery'] },
    ]);
    const stepId = String(wanted?.detail?.['stepId']);
    const code = await world.totp(secret);
    const { grant } = await world.people.signIn.step(stepId, { method: 'totp', code }, visitor);
    expect(grant.session.userId).toBe(account.userId);
    // The step is over with it.
    expect(await refusal(world.people.signIn.step(stepId, { method: 'totp', code }, visitor))).toBe(1005);
    expect(await world.results(account.userId)).toEqual(['done', 'done']);
  });

  it('belongs to the browser that gave the password, for five minutes and five tries', async () => {
    const visitor = world.visitor({ ip: ip() });
    const name = world.name();
    const { account } = await world.register(name, visitor);
    const { recoveryCodes } = await world.bindTotp(account.userId);
    const begin = async () => String((await refused(world.login(name, visitor)))?.detail?.['stepId']);
    const proof = (at: number) => ({ method: 'recovery', code: recoveryCodes[at] ?? '' }) as const;
    const { step } = world.people.signIn;

    const stolen = await begin();
    const thief = world.visitor({ ip: ip(), agent: FIREFOX });
    expect(await refusal(step(stolen, proof(0), thief))).toBe(1005);
    expect(await refusal(step(stolen, proof(0), visitor))).toBe(200);

    const late = await begin();
    world.pass(300_000);
    expect(await refusal(step(late, proof(1), visitor))).toBe(1005);

    const tried = await begin();
    const wrong = { method: 'recovery', code: 'AAAAA-AAAAA' } as const;
    const codes = await Promise.all(Array.from({ length: 8 }, () => refusal(step(tried, wrong, visitor))));
    expect(codes.toSorted((a, b) => a - b)).toEqual([1005, 1005, 1005, 1109, 1109, 1109, 1109, 1109]);
    expect(await refusal(step(tried, proof(1), visitor))).toBe(1005);
    expect((await world.results(account.userId)).filter((one) => one === 'factor')).toHaveLength(5);
    expect(await refusal(step(await begin(), proof(1), visitor))).toBe(200);
  });

  it('takes no password and no code by mail for a second factor', async () => {
    const visitor = world.visitor({ ip: ip() });
    const { account, email } = await world.registerByEmail(visitor);
    await world.bindTotp(account.userId);
    const stepId = String((await refused(world.login(email, visitor)))?.detail?.['stepId']);
    const { step } = world.people.signIn;
    expect(await refusal(step(stepId, { method: 'password', password: PASSWORD }, visitor))).toBe(400);
    expect(await refusal(step(stepId, { method: 'email', code: '123456' }, visitor))).toBe(400);
    expect(await refusal(step(stepId, { method: 'totp' }, visitor))).toBe(400);
  });

  it('that was begun ends with every session: a new password begins anew', async () => {
    const visitor = world.visitor({ ip: ip() });
    const { account, email } = await world.registerByEmail(visitor);
    const { secret } = await world.bindTotp(account.userId);
    const stepId = String((await refused(world.login(email, visitor)))?.detail?.['stepId']);
    await world.people.identity.sessions.endAll(account.userId);
    const proof = { method: 'totp', code: await world.totp(secret) } as const;
    expect(await refusal(world.people.signIn.step(stepId, proof, visitor))).toBe(1005);
  });
});
