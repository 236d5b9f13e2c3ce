// Signing in, second factors and devices through HTTP (calls §1, §4, §6): envelopes, cookies, and a second customer's ids.

import { createHash } from 'node:crypto';
import { hashPassword } from '@vitrine/contract';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoftwareAuthenticator } from '../../account/two-factor/software-authenticator.ts';
import { type FeedsWorld, startFeeds } from '../feeds/feeds-world.ts';
import { openSocket } from '../feeds/socket-client.ts';
import { BREACHED } from './exchange-edge.ts';
import { Browser, passwordOf, registerIn } from './browser.ts';
import { type Json, ORIGIN } from './harness.ts';

const C = '/api/v1/coin';

let world: FeedsWorld;
beforeAll(async () => {
  world = await startFeeds();
});
afterAll(() => world.stop());

/** A browser that made an account. */
const registered = (name: string) => registerIn(new Browser(world), name);
const now = (secret: string, steps = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });

/** Binds by the oldest code that counts; with the next one where a half minute ended on the way. */
async function bind(browser: Browser, secret: string): ReturnType<Browser['call']> {
  for (;;) {
    const step = Math.floor(Date.now() / 30_000);
    const code = await generate({ secret, epoch: (step - 1) * 30 });
    const answer = await browser.call(`${C}/member/googleVerificationBindingOrReset/-`, { code });
    if (answer.code === 200 || Math.floor(Date.now() / 30_000) === step) return answer;
  }
}

describe('passwords known from breaches (issue 15 A.7)', () => {
  const list = (prefix: string) => new Browser(world).call(`/api/user/breachedPasswords?prefix=${prefix}`);

  it('are listed by five digits of their hash, for anybody', async () => {
    const digits = createHash('sha1').update(BREACHED).digest('hex');
    expect(await list(digits.slice(0, 5))).toMatchObject({ code: 200, data: { suffixes: [digits.slice(5, 20)] } });
    expect(await list('00000')).toMatchObject({ code: 200, data: { suffixes: [] } });
  });

  it.each(['', '1234', '123456', 'ABCDE', 'zzzzz', '%00%00%00%00%00'])(
    'a prefix of another form is refused: %j',
    async (one) => {
      expect(await list(one)).toMatchObject({ status: 400, code: 400 });
    },
  );
});

describe('a sign-in through HTTP', () => {
  it('takes no token that was there before, and hands fresh ones out in cookies only (session fixation)', async () => {
    await registered('fixfox');
    const browser = new Browser(world);
    browser.jar.set('access', 'chosen-by-somebody-else');
    browser.jar.set('refresh', 'chosen-by-somebody-else');
    const answer = await browser.login('fixfox');
    expect(answer).toMatchObject({ code: 200, data: { terms: '2026-11-26', locks: [] } });
    for (const name of ['access', 'refresh', 'browser']) {
      const value = browser.jar.get(name) ?? '';
      expect([name, value.length > 20, value.includes('chosen')]).toEqual([name, true, false]);
      expect(answer.text).not.toContain(value);
    }
    const before = browser.jar.get('access');
    const mark = browser.jar.get('browser');
    await browser.login('fixfox');
    expect(browser.jar.get('access')).not.toBe(before);
    expect(browser.jar.get('browser')).toBe(mark);
    const old = await world.call({ cookie: `access=${before}`, satoken: browser.satoken }, '/api/user/getInfo', {});
    expect(old.code).toBe(1001);
  });

  it('answers a wrong password and an unknown account with the same bytes', async () => {
    await registered('enumella');
    const wrong = hashPassword('not-hers-Pass1');
    const texts = [];
    for (const account of ['enumella', 'enumellb'])
      for (const [type, extra] of [
        [1, {}],
        [3, { areaCode: '44', account: '7700900000' }],
      ] as const)
        texts.push(
          (await new Browser(world).call('/api/user/login', { type, account, password: wrong, ...extra })).text,
        );
    expect(new Set(texts).size).toBe(1);
  });

  it('is ended by logout, for the socket ticket and every cookie', async () => {
    const browser = await registered('logoutlou');
    const ticket = await browser.call('/api/user/socketTicket', {});
    expect(ticket.data.expires).toBeGreaterThan(Date.now());
    const { person } = browser;
    expect((await browser.call('/api/user/logout', {})).code).toBe(200);
    expect([...browser.jar.keys()]).toEqual(['browser']);
    expect((await world.call(person, '/api/user/getInfo', {})).code).toBe(1001);
  });

  it('sends codes by mail and SMS under both names, to guests and to the signed in', async () => {
    const browser = new Browser(world);
    for (const [url, body] of [
      ['/api/user/sendEmailCode', { email: 'guest1@example.com', type: 1 }],
      [`${C}/open/send/email`, { email: 'guest2@example.com', type: 1 }],
      ['/api/user/sendMobileCode', { areaCode: '44', phone: '7700900301', type: 1 }],
      [`${C}/open/send/sms`, { areaCode: '44', phone: '7700900302', type: 1 }],
    ] as const)
      expect(await browser.call(url, body)).toMatchObject({ code: 200, data: { waitSeconds: 60 } });
    const inbox = await browser.call('/api/practice/inbox', {});
    const code = inbox.data.find((one: Json) => one.address === '+447700900301')?.code;
    const password = passwordOf('by-phone');
    const made = await browser.call('/api/user/register', {
      type: 3,
      account: '7700900301',
      areaCode: '44',
      password,
      confirmPassword: password,
      code,
      terms: '2026-11-26',
    });
    expect(made).toMatchObject({ code: 200, data: { phone: '770***0301' } });
    expect(await browser.call('/api/user/sendMobileCode', { type: 5 })).toMatchObject({ code: 200 });
    expect((await new Browser(world).call('/api/user/sendMobileCode', { type: 5 })).code).toBe(401);
    expect((await browser.call('/api/user/sendEmailCode', { type: 5 })).data.fields).toEqual({ email: 'required' });
  });
});

describe('an authenticator through HTTP (calls §4)', () => {
  it('is bound in a new account at once, asked for at the next sign-in, and taken away with a lock of 24 h', async () => {
    const ann = await registered('totptess');
    expect((await ann.call(`${C}/member/getGoogleVerification/state`)).data).toEqual({
      bound: false,
      time: null,
      secret: null,
      uri: null,
    });
    const { secret } = (await ann.call(`${C}/member/getGoogleVerification/new`)).data;
    const bound = await bind(ann, secret);
    expect(bound.data.recoveryCodes).toHaveLength(10);
    expect((await ann.call(`${C}/member/getGoogleVerification/new`)).code).toBe(1110);
    expect((await ann.call(`${C}/member/getGoogleVerification/state`)).data.bound).toBe(true);

    const browser = new Browser(world);
    const step = await browser.login('totptess');
    expect([step.status, step.code, step.data.key, step.data.methods]).toEqual([
      200,
      210,
      'login.stepSuccess',
      ['totp', 'recovery'],
    ]);
    expect([...browser.jar.keys()]).toEqual(['browser']);
    const { stepId } = step.data;
    const proof = { stepId, method: 'totp', code: await now(secret) };
    const thief = new Browser(world);
    await thief.call('/api/practice/inbox', {});
    expect((await thief.call('/api/user/loginStep', proof)).code).toBe(1005);
    const wrong = await browser.call('/api/user/loginStep', { ...proof, code: '000000' });
    expect([wrong.status, wrong.code]).toEqual([200, 1109]);
    expect(await browser.call('/api/user/loginStep', proof)).toMatchObject({ code: 200, data: { locks: [] } });
    expect(browser.jar.has('access')).toBe(true);
    expect((await browser.call('/api/user/loginStep', proof)).code).toBe(1005);

    const other = await registered('totptodd');
    const taken = await other.call(`${C}/member/googleVerificationBindingOrReset/-/1`, { code: await now(secret, 1) });
    expect(taken.code).toBe(404);
    const email = 'totptess@example.com';
    await world.db.updateTable('users').set({ email }).where('login_name', '=', 'totptess').execute();
    const away = await browser.call(`${C}/member/googleVerificationBindingOrReset/-/1`, {
      code: bound.data.recoveryCodes[0],
    });
    expect(away).toMatchObject({ code: 200, data: { recoveryCodes: [] } });
    const shown = await world.db.selectFrom('practice_inbox').select('purpose').where('address', '=', email).execute();
    expect(new Set(shown.map((one) => one.purpose))).toEqual(new Set([0]));
    const { seq } = await world.link.submit({ name: 'user.open', referrer: 0 } as never);
    await world.live.waitFor(seq, 5_000);
    const [lock] = (await browser.call('/api/user/getInfo', {})).data.locks;
    expect(lock.kind).toBe('withdrawal');
    expect(Math.abs(lock.until - Date.now() - 86_400_000)).toBeLessThan(600_000);
    expect((await new Browser(world).login('totptess')).code).toBe(200);
  });

  it('wants a proof when it is bound in a session that did not make the account', async () => {
    await registered('stepstella');
    const browser = new Browser(world);
    await browser.login('stepstella');
    const { secret } = (await browser.call(`${C}/member/getGoogleVerification/new`)).data;
    const bind = () =>
      now(secret).then((code) => browser.call(`${C}/member/googleVerificationBindingOrReset/-/2`, { code }));
    const refused = await bind();
    expect([refused.status, refused.code, refused.data]).toEqual([
      200,
      1108,
      { key: 'factor.required', args: {}, methods: ['password'] },
    ]);
    const wrong = await browser.call('/api/user/stepUp', { method: 'password', password: passwordOf('other') });
    expect(wrong.code).toBe(1009);
    const access = browser.jar.get('access');
    const proved = await browser.call('/api/user/stepUp', { method: 'password', password: passwordOf('stepstella') });
    expect(proved.data.until).toBeGreaterThan(Date.now());
    expect(browser.jar.get('access')).not.toBe(access);
    expect((await bind()).data.recoveryCodes).toHaveLength(10);
    expect((await browser.call(`${C}/member/googleVerificationBindingOrReset/-`, {})).data.fields).toEqual({
      code: 'required',
    });
  });
});

describe('a passkey through HTTP (calls §6)', () => {
  it('is made, listed, used alone and as a proof, and taken away by nobody else', async () => {
    const ann = await registered('passpia');
    const ben = await registered('passpaul');
    const key = new SoftwareAuthenticator(ORIGIN);
    const options = async (browser: Browser, body: object) =>
      (await browser.call('/api/user/passkey/options', body)).data;
    const saved = await ann.call('/api/user/passkey/save', {
      name: 'Laptop',
      response: key.create(await options(ann, { use: 'register' })),
    });
    expect(saved).toMatchObject({ code: 200, data: { name: 'Laptop', lastUsed: null } });
    expect(saved.data.recoveryCodes).toHaveLength(10);
    expect((await ben.call('/api/user/passkey/list', {})).data).toEqual([]);
    expect((await ben.call('/api/user/passkey/del', { id: saved.data.id })).code).toBe(404);
    expect((await new Browser(world).call('/api/user/passkey/options', { use: 'register' })).code).toBe(401);
    expect((await new Browser(world).call('/api/user/passkey/options', { use: 'step' })).code).toBe(401);

    const alone = new Browser(world);
    const answer = { response: key.get(await options(alone, { use: 'login' })) };
    expect(await alone.call('/api/user/passkey/verify', answer)).toMatchObject({ code: 200 });
    expect((await alone.call('/api/user/passkey/verify', answer)).code).toBe(1109);

    const stepped = new Browser(world);
    const { stepId } = (await stepped.login('passpia')).data;
    expect((await new Browser(world).call('/api/user/passkey/options', { use: 'step', stepId })).code).toBe(1005);
    const asked = await options(stepped, { use: 'step', stepId });
    const proof = { stepId, method: 'passkey', response: key.get(asked) };
    expect((await stepped.call('/api/user/loginStep', proof)).code).toBe(200);

    // Bound now: the session that made the account has to prove itself.
    const del = { id: saved.data.id };
    expect((await ann.call('/api/user/passkey/del', del)).data.methods).toEqual(['passkey', 'recovery']);
    const response = key.get(await options(ann, { use: 'step' }));
    expect((await ann.call('/api/user/stepUp', { method: 'passkey', response })).code).toBe(200);
    expect((await ann.call('/api/user/passkey/del', del)).code).toBe(200);
    expect((await ann.call('/api/user/passkey/del', del)).code).toBe(404);
    expect((await new Browser(world).login('passpia')).code).toBe(200);
  });
});

describe('devices through HTTP (calls §4)', () => {
  it('are listed, renamed and logged for their owner only', async () => {
    const ann = await registered('devdora');
    const ben = await registered('devdave');
    const [device] = (await ann.call(`${C}/member/getLoginDevice`)).data;
    expect(device).toMatchObject({ current: true, sessions: 1, trusted: false });
    const name = { id: device.id, name: 'Study' };
    expect((await ben.call(`${C}/member/updateDevice`, name)).code).toBe(404);
    expect((await ben.call(`${C}/member/deleteDevice/${device.id}`, {})).code).toBe(404);
    expect((await ann.call(`${C}/member/updateDevice`, name)).code).toBe(200);
    expect((await ann.call(`${C}/member/getLoginDevice`)).data).toMatchObject([{ name: 'Study' }]);
    await ann.login('devdora');
    const log = (await ann.call(`${C}/member/getLoginLog`)).data;
    expect(log).toMatchObject({
      total: 2,
      records: [{ result: 'done', place: 'local', device: 'Firefox on Linux' }, { result: 'done' }],
    });
    expect((await ben.call(`${C}/member/getLoginLog`)).data.total).toBe(1);
  });

  it('deleted elsewhere are signed out: calls at once, the socket with status 3 within 10 s', async () => {
    const ann = await registered('delella');
    const phone = new Browser(world);
    const { data } = await phone.login('delella');
    const socket = await openSocket(`${world.base}/ws/coin/${data.id}`, {
      origin: ORIGIN,
      cookie: phone.person.cookie,
    });
    const mine = await openSocket(`${world.base}/ws/coin/${data.id}`, { origin: ORIGIN, cookie: ann.person.cookie });
    await socket.next((one) => one.channel === 'USER_STATUS' && one.data.status === 1);
    const listed = (await ann.call(`${C}/member/getLoginDevice`)).data;
    const { id } = listed.find((one: Json) => !one.current);
    const refresh = phone.jar.get('refresh') ?? '';
    expect((await ann.call(`${C}/member/deleteDevice/${id}`, {})).code).toBe(200);
    expect((await phone.call('/api/user/getInfo', {})).code).toBe(1001);
    phone.jar.set('refresh', refresh);
    expect((await phone.call('/api/user/refresh', {})).code).toBe(401);
    await socket.next((one) => one.channel === 'USER_STATUS' && one.data.status === 3);
    expect(await socket.closed()).toBe(4401);
    expect(mine.socket.readyState).toBe(mine.socket.OPEN);
    await mine.close();
    expect((await ann.call(`${C}/member/getLoginDevice`)).data).toHaveLength(1);
    // One's own: signed out here too.
    const [own] = (await ann.call(`${C}/member/getLoginDevice`)).data;
    expect((await ann.call(`${C}/member/deleteDevice/${own.id}`, { keep: true })).code).toBe(200);
    expect(ann.jar.has('access')).toBe(false);
  });
});
