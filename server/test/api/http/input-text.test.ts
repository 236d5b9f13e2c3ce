// What comes in and goes out at the edge (issue 15 A.6): text that cannot be kept, lists as files, cookies behind TLS, what is
// no request, and right fund passwords that come together.

import { callNames, callOf, hashPassword } from '@vitrine/contract';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUND_TRIES } from '../../../src/account/credentials/index.ts';
import { createDeskEdge } from '../../../src/api/desk/index.ts';
import { startDeskWorld, type DeskWorld } from '../../desk/desk-world.ts';
import { isStorable } from '../../../src/api/http/input/storable.ts';
import type { Person } from './exchange-edge.ts';
import { fromPage, multipart, requestFor, startWorld } from './harness.ts';

const C = '/api/v1/coin';
const HASH = hashPassword('Xx1!xx1x');

let desk: DeskWorld;
let ann: Person;
beforeAll(async () => {
  desk = await startDeskWorld();
  ann = await desk.exchange.register('annanderson');
});
afterAll(() => desk.stop());
const call = (person: Person | undefined, url: string, body?: unknown, headers?: Record<string, string>) =>
  desk.exchange.call(person, url, body, headers);

describe('text that cannot be kept', () => {
  it('of free names is refused too, with its field: direction overrides, at the desk as well (issue 15)', async () => {
    const made = requestFor('member.api', { fields: { name: 'read\u202ewardhtiw' } });
    const key = await call(ann, made.url, made.payload);
    expect([key.code, key.data.fields]).toEqual([400, { name: 'format' }]);
    const signIn = await desk.call(undefined, 'desk.signIn', { name: 'ann\u2066', password: HASH, code: '123456' });
    expect([signIn.code, signIn.data.fields]).toEqual([400, { name: 'format' }]);
  });

  it('is not what languages and pictures are written with', () => {
    for (const text of ['می\u200cخواهم', '👩\u200d💻', 'a\nb', 'Zürich – «ß»', '東京'])
      expect(isStorable(text)).toBe(true);
  });

  it.each([
    ['NUL', 'a\0b@x.yy'],
    ['half a pair', '\ud800b@x.yy'],
    ['a direction override', '\u202egpj.x@x.yy'],
    ['an isolate', 'a\u2067b@x.yy'],
    ['a mark of direction', 'a\u200f@x.yy'],
    ['a space without width', 'a\u200bb@x.yy'],
    ['a byte order mark', '\ufeffab@x.yy'],
    ['a tag', 'ab\u{e0041}@x.yy'],
  ])('%s is refused with its field, by calls for guests and customers', async (_, account) => {
    const code = { code: '123456' };
    const guest = [
      ['/api/user/login', { type: 1, account, password: HASH }, 'account'],
      ['/api/user/login', { type: 2, account, password: HASH, ...code }, 'account'],
      ['/api/user/register', { type: 1, account, password: HASH, confirmPassword: HASH, terms: 'x' }, 'account'],
      ['/api/user/backPwd', { account, ...code, pwd: HASH, confirmPwd: HASH }, 'account'],
      ['/api/user/loginStep', { stepId: account, method: 'totp', ...code }, 'stepId'],
      ['/api/user/passkey/verify', { response: { id: account, nested: [{ more: 1 }] } }, 'response'],
      ['/api/user/passkey/verify', { response: { [account]: 1 } }, 'response'],
    ] as const;
    const own = [
      [`${C}/member/accountVerificationBinding`, { type: 2, account, ...code }, 'account'],
      [`${C}/buy/sendChatRecord`, { orderId: '1', content: account }, 'content'],
    ] as const;
    for (const [who, all] of [
      [undefined, guest],
      [ann, own],
    ] as const)
      for (const [url, body, field] of all) {
        const answer = await call(who, url, body);
        expect([url, answer.code, answer.data.fields], url).toEqual([url, 400, { [field]: 'format' }]);
      }
  });

  it('is refused in a path, a query, a form, a file’s name, a cookie, and at the desk', async () => {
    const bad = '%00';
    expect((await call(ann, `${C}/wallet/get/1/US${bad}`)).code).toBe(400);
    expect((await call(undefined, `/api/common/ticks?symbol=BTC${bad}`)).code).toBe(400);
    const { app } = desk.exchange;
    const form = multipart({ purpose: 'kyc', file: Buffer.from('x') }, 'a\0.jpg');
    const upload = await app.inject({
      ...{ method: 'POST', url: '/api/common/upload/OSS' },
      ...{ headers: { ...fromPage(), ...ann, ...form.headers }, payload: form.body },
    });
    expect([upload.statusCode, upload.json().data.fields]).toEqual([400, { file: 'format' }]);
    const browser = await app.inject({
      ...{ method: 'POST', url: '/api/user/login' },
      headers: { ...fromPage(), cookie: `browser=${'x'.repeat(30)}${bad}` },
      payload: { type: 1, account: 'annanderson', password: hashPassword('annanderson-Pass1') },
    });
    expect(browser.json().code).toBe(200);
    const signIn = await desk.call(undefined, 'desk.signIn', { name: 'a\0b', password: HASH, code: '123456' });
    expect([signIn.code, signIn.data.fields]).toEqual([400, { name: 'format' }]);
  });

  it('that is nested without end is refused, not walked', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const answer = await desk.exchange.app.inject({
      ...{ method: 'POST', url: '/api/user/passkey/verify' },
      headers: { ...fromPage(), 'content-type': 'application/json' },
      payload: `{"response":{"a":${deep}}}`,
    });
    expect([answer.statusCode, answer.json().data.fields]).toEqual([400, { response: 'format' }]);
  });
});

describe('a list as a file', () => {
  it('is refused as the list is: in the envelope, before a byte of it is sent', async () => {
    const lists = callNames.filter((name) => callOf(name).csv && 'coin' in callOf(name).input.shape);
    expect(lists.length).toBeGreaterThan(3);
    for (const name of lists) {
      const one = { ...requestFor(name, { fields: { coin: 'NOPE' } }) };
      const list = await call(ann, one.url, one.payload);
      const file = await call(ann, requestFor(name).url, { coin: 'NOPE', format: 'csv' });
      expect([name, file.status, file.code]).toEqual([name, list.status, list.code]);
      expect(file.code, name).not.toBe(200);
    }
  });
});

describe('behind TLS', () => {
  it('cookies have names that browsers take from this host alone', async () => {
    const world = await startWorld({ secure: true });
    world.answer = ({ name, context }) => {
      context.browser();
      if (name === 'user.login') context.signIn({ access: 'a', refresh: 'r' } as never);
      return {};
    };
    const login = await world.app.inject(requestFor('user.login', { headers: fromPage() }));
    expect(login.cookies.map(({ name, path, secure }) => [name, path, secure])).toEqual([
      ['__Host-browser', '/', true],
      ['__Host-access', '/', true],
      ['__Secure-refresh', '/api/user/refresh', true],
    ]);
    const info = (cookie: string) =>
      world.app.inject(requestFor('user.getInfo', { headers: { ...fromPage(), cookie } }));
    expect((await info('__Host-access=alice')).json().code).toBe(200);
    expect((await info('access=alice')).json().code).toBe(401);
    await world.app.close();
  });
});

describe('what is no request', () => {
  it('is answered with the security headers, too', async () => {
    const world = await startWorld();
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    const line = 'GET / HTTP/1.1\r\nhost: vitrine.test\r\n';
    for (const [sent, status] of [
      [`${line}x: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
      ['nonsense\r\n\r\n', 400],
      [`${line}content-length: -1\r\n\r\n`, 400],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(sent);
      let text = '';
      socket.on('data', (part) => (text += String(part)));
      await once(socket, 'close');
      expect(text.split(' ')[1]).toBe(String(status));
      for (const header of ['content-security-policy: ', 'x-content-type-options: nosniff', 'x-frame-options: DENY'])
        expect(text).toContain(header);
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '').code).toBe(400);
    }
    await world.app.close();
  });
});

describe('figures', () => {
  it('are for this machine, or for whoever has the token', async () => {
    const figures = { contentType: 'text/plain', metrics: async () => 'up 1\n' };
    const base = { desk: desk.desk, origins: () => new Set<string>(), secure: false, figures };
    const open = await createDeskEdge({ ...base, metricsToken: 'a-token-of-a-test' });
    const closed = await createDeskEdge(base);
    const status = async (app: typeof open, remoteAddress: string, headers = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    const authorization = 'Bearer a-token-of-a-test';
    expect([await status(open, '127.0.0.1'), await status(open, '::1'), await status(closed, '127.0.0.1')]).toEqual([
      200, 200, 200,
    ]);
    expect(await status(open, '203.0.113.1')).toBe(401);
    expect(await status(open, '203.0.113.1', { authorization: 'Bearer another' })).toBe(401);
    expect(await status(open, '203.0.113.1', { authorization })).toBe(200);
    expect(await status(closed, '203.0.113.1', { authorization: 'Bearer ' })).toBe(401);
    expect(await status(open, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
    await open.close();
    await closed.close();
  });
});

it('right fund passwords that come together are no guesses', async () => {
  const ben = await desk.exchange.register('benbrown');
  const fundPassword = hashPassword('730142');
  expect((await call(ben, '/api/user/tardPwdSet', { pwd: fundPassword, confirmPwd: fundPassword })).code).toBe(200);
  const pay = (at: number) =>
    call(ben, `${C}/member/payment`, { type: 2, name: 'Ben', account: `IBAN${at}`, fundPassword });
  const all = await Promise.all(Array.from({ length: 2 * FUND_TRIES }, (_, at) => pay(at)));
  expect(all.map(({ code }) => code)).not.toContain(1103);
  expect(all.map(({ code }) => code)).not.toContain(1102);
});
