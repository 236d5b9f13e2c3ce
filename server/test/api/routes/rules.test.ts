import { callNames, callOf, codes, makeKey, pathOf } from '@vitrine/contract';
import pino from 'pino';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/api/call/index.ts';
import { IntakeError } from '../../../src/engine/sequencer/index.ts';
import { builtPage, fromPage, ORIGIN, requestFor, startWorld, type World } from '../http/harness.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ pages: await builtPage(), limits: { calls: 100_000, secrets: 100_000 } });
});
afterAll(() => world.app.close());
beforeEach(() => {
  world.asked.length = 0;
  world.waits.length = 0;
  world.answer = () => ({ fine: true });
});

const submit = (headers: Record<string, string>) => world.app.inject(requestFor('currency.order.submit', { headers }));

describe('the envelope (calls.md §1)', () => {
  it('is {code, msg, data} with code 200 for a success', async () => {
    const answer = await world.app.inject(requestFor('common.getCoinList'));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ code: 200, msg: 'Done.', data: { fine: true } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('carries key and args of a refusal; the status is the code below 600, 200 from 1000 on, 401 for 1001', async () => {
    for (const [code, status] of [
      [404, 404],
      [503, 503],
      [210, 200],
      [1001, 401],
      [2104, 200],
    ] as const) {
      world.answer = () => {
        throw new Refusal(code, { tick: '0.1' });
      };
      const answer = await world.app.inject(requestFor('common.getCoinList'));
      expect(answer.statusCode).toBe(status);
      const body = answer.json();
      expect([body.code, body.data.key, body.data.args]).toEqual([code, codes[code].key, { tick: '0.1' }]);
    }
  });

  it('answers an unknown path under /api with 404 in the envelope, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
      for (const url of ['/api', '/api/', '/api/nothing', '/api/v1/coin/nothing?x=1', '/api/userCoin/nothing']) {
        const answer = await world.app.inject({ method, url });
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 404]);
      }
  });

  it('answers a method that a path does not take with 405 and names those it does', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const answer = await world.app.inject({ method, url: '/api/v1/coin/quotes/addOptional/1/1' });
      expect([answer.statusCode, answer.json().code, answer.headers['allow']]).toEqual([405, 405, 'GET, POST']);
    }
    const head = await world.app.inject({
      method: 'HEAD',
      url: '/api/v1/coin/quotes/addOptional/1/1',
      headers: fromPage('alice'),
    });
    expect(head.statusCode).toBe(405);
    const get = await world.app.inject({ method: 'GET', url: '/api/currency/order/submit' });
    expect([get.statusCode, get.headers['allow']]).toEqual([405, 'POST']);
    expect(world.asked).toEqual([]);
  });

  it('answers 500 in the envelope for a fault of ours and tells nothing about it', async () => {
    world.answer = () => {
      throw new TypeError('secret detail');
    };
    const answer = await world.app.inject(requestFor('common.getCoinList'));
    expect(answer.statusCode).toBe(500);
    expect(answer.json().data.key).toBe('server.fault');
    expect(answer.body).not.toContain('secret detail');
  });

  it('passes on 429, 503 and 504 of the exchange', async () => {
    for (const code of [429, 503, 504] as const) {
      world.answer = () => {
        throw new IntakeError(code, 'full');
      };
      const answer = await world.app.inject(requestFor('common.getCoinList'));
      expect([answer.statusCode, answer.json().code]).toEqual([code, code]);
    }
  });
});

describe('input (calls.md §1)', () => {
  it('of a call with a query comes in its query, a JSON body or a form, and the body wins', async () => {
    const url = '/api/currency/order/cancelOrder';
    const headers = fromPage('alice');
    const ways = [
      { url: `${url}?id=7` },
      { url, payload: { id: '7' } },
      { url, payload: 'id=7', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } },
      { url: `${url}?id=8`, payload: { id: 7 } },
    ];
    for (const way of ways) {
      const answer = await world.app.inject({ method: 'POST', headers, ...way });
      expect(answer.statusCode).toBe(200);
      expect(world.asked.at(-1)?.input).toEqual({ id: '7' });
    }
  });

  it('of a GET call with a query comes in a POST body too, so that it need not stand in an address', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/coin/open/send/email',
      headers: fromPage(),
      payload: { email: 'a@b.co', type: 1 },
    });
    expect(answer.statusCode).toBe(200);
    expect(world.asked.at(-1)?.input).toEqual({ email: 'a@b.co', type: 1 });
  });

  it('of a call with a body is not taken from its query', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/common/checkTrade?symbol=BTC_USDT&type=1',
    });
    expect([answer.statusCode, answer.json().data.fields]).toEqual([400, { symbol: 'required', type: 'required' }]);
  });

  it('says of each wrong field what is wrong with it', async () => {
    const payload = { symbol: 'no such!', direction: 3, type: 'x', price: '-1', quantity: '0' };
    const answer = await world.app.inject({
      ...requestFor('currency.order.submit', { headers: fromPage('alice') }),
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().data).toEqual({
      key: 'request.invalid',
      args: {},
      fields: { symbol: 'format', direction: 'range', type: 'number', price: 'format', quantity: 'range' },
    });
  });

  it('takes a symbol of a path in all three forms', async () => {
    for (const symbol of ['BTC_USDT', 'BTC%2FUSDT', 'btcusdt']) {
      const answer = await world.app.inject({ url: `/api/v1/coin/open/transaction/${symbol}/5` });
      expect(answer.statusCode, symbol).toBe(200);
    }
  });

  it('over the limit is 413, of another kind 415, broken 400', async () => {
    const url = '/api/common/checkTrade';
    const huge = await world.app.inject({ method: 'POST', url, payload: { symbol: 'x'.repeat(10 * 2 ** 20) } });
    expect([huge.statusCode, huge.json().code]).toEqual([413, 413]);
    const headers = { 'content-type': 'text/xml' };
    const xml = await world.app.inject({ method: 'POST', url, headers, payload: '<a/>' });
    expect([xml.statusCode, xml.json().code]).toEqual([415, 415]);
    for (const payload of ['{', '[]', 'null', '1', '"x"', '{"a":', '\u0000']) {
      const broken = await world.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect([payload, broken.statusCode, broken.json().code]).toEqual([payload, 400, 400]);
    }
  });

  it('cannot reach a prototype', async () => {
    const payload =
      '{"__proto__": {"symbol": "BTC_USDT"}, "constructor": {"prototype": {"type": 1}}, "symbol": "BTC_USDT", "type": 1}';
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/common/checkTrade',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(world.asked.at(-1)?.input).toEqual({ symbol: 'BTC_USDT', type: 1 });
    expect(({} as Record<string, unknown>)['symbol']).toBeUndefined();
  });
});

describe('sessions (calls.md §1, design §5)', () => {
  it('are the access cookie: none or an expired one is 401, a forged one 1001', async () => {
    const page = fromPage();
    for (const [headers, status, code] of [
      [page, 401, 401],
      [{ ...page, cookie: 'access=old' }, 401, 401],
      [{ ...page, cookie: 'access=forged' }, 401, 1001],
      [{ ...page, cookie: `access=${'x'.repeat(5_000)}` }, 401, 401],
    ] as const) {
      const answer = await submit({ ...headers, satoken: 'sa-alice' });
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
    expect(world.asked).toEqual([]);
  });

  it('are not opened by a satoken alone, nor by one of another session', async () => {
    const alone = await submit({ origin: ORIGIN, satoken: 'sa-alice' });
    expect(alone.json().code).toBe(401);
    const other = await submit({ ...fromPage('alice'), satoken: 'sa-bob' });
    expect([other.statusCode, other.json().code]).toEqual([403, 403]);
  });

  it('lie in httpOnly, SameSite=Strict cookies; refresh goes to its own path only; Secure over TLS', async () => {
    const secure = await startWorld({ secure: true });
    secure.answer = ({ context }) => {
      context.signIn({ access: 'A', refresh: 'R', session: {} as never });
      return {};
    };
    const answer = await secure.app.inject(requestFor('user.login', { headers: fromPage() }));
    const [access, refresh] = answer.cookies;
    expect(access).toMatchObject({
      name: '__Host-access',
      value: 'A',
      httpOnly: true,
      sameSite: 'Strict',
      secure: true,
      path: '/',
      maxAge: 7_200,
    });
    expect(refresh).toMatchObject({
      name: '__Secure-refresh',
      value: 'R',
      httpOnly: true,
      sameSite: 'Strict',
      secure: true,
      path: '/api/user/refresh',
      maxAge: 604_800,
    });
    await secure.app.close();
  });

  it('do not come from API keys while there are none: 1111', async () => {
    const answer = await submit({ 'api-key': 'k', 'api-time': '1', 'api-nonce': 'n', 'api-sign': 'f'.repeat(64) });
    expect([answer.statusCode, answer.json().code]).toEqual([200, 1111]);
  });
});

describe('the guard of writes (calls.md §1)', () => {
  const writes = callNames.filter((name) => callOf(name).writes);

  it('lets no write pass from another site, GET ones neither', async () => {
    const strangers: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${ORIGIN}.evil.example` },
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ];
    for (const name of writes)
      for (const headers of strangers) {
        const answer = await world.app.inject(
          requestFor(name, { headers: { cookie: 'access=alice', satoken: 'sa-alice', ...headers } }),
        );
        expect([name, headers, answer.statusCode]).toEqual([name, headers, 403]);
      }
    expect(world.asked).toEqual([]);
  });

  it('lets no prefetch and no navigation write', async () => {
    for (const name of writes)
      for (const ahead of [
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'prefetch' },
        { 'x-moz': 'prefetch' },
        { 'sec-fetch-dest': 'document' },
        { 'sec-fetch-dest': 'image' },
      ]) {
        const answer = await world.app.inject(requestFor(name, { headers: { ...fromPage('alice'), ...ahead } }));
        expect([name, answer.statusCode]).toEqual([name, 403]);
      }
    expect(world.asked).toEqual([]);
  });

  it('lets our own page write: Origin alone, or a same-origin GET that has none', async () => {
    const cookie = { cookie: 'access=alice', satoken: 'sa-alice' };
    for (const name of writes) {
      const byOrigin = await world.app.inject(requestFor(name, { headers: { ...cookie, origin: ORIGIN } }));
      expect([name, byOrigin.statusCode]).toEqual([name, 200]);
      const bySite = await world.app.inject(
        requestFor(name, { headers: { ...cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' } }),
      );
      expect([name, bySite.statusCode]).toEqual([name, 200]);
    }
  });

  it('asks every write of a session for its satoken, GET ones too', async () => {
    const { satoken: _, ...headers } = fromPage('alice');
    for (const name of writes.filter((one) => callOf(one).who !== 'guest')) {
      const answer = await world.app.inject(requestFor(name, { headers }));
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 403, 403]);
    }
  });

  it('asks no read for anything but its session', async () => {
    for (const name of callNames.filter((one) => !callOf(one).writes)) {
      const answer = await world.app.inject(requestFor(name, { headers: { cookie: 'access=alice' } }));
      expect([name, answer.statusCode]).toEqual([name, 200]);
    }
  });
});

describe('keys and waits (calls.md §1)', () => {
  const key = (ago: number) => makeKey(Date.now() - ago, randomBytes(10));

  it('reach the handler as words, with a hash of the input that does not depend on the order of fields', async () => {
    const header = key(0);
    const headers = { ...fromPage('alice'), 'idempotency-key': header };
    const fields = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '1', quantity: '2' };
    const turned = Object.fromEntries(Object.entries(fields).reverse());
    await world.app.inject(requestFor('currency.order.submit', { headers, fields }));
    await world.app.inject(requestFor('currency.order.submit', { headers, fields: turned }));
    await world.app.inject(requestFor('currency.order.submit', { headers, fields: { ...fields, quantity: '3' } }));
    const [first, second, third] = world.asked.map((one) => one.context.key);
    expect(first?.keyTime).toBe(Number.parseInt(header.replaceAll('-', '').slice(0, 12), 16));
    expect(second).toEqual(first);
    expect(third).toMatchObject({ keyTime: first?.keyTime, keyHigh: first?.keyHigh, keyLow: first?.keyLow });
    expect(third?.bodyHash).not.toBe(first?.bodyHash);
    expect(first?.bodyHash).toBeLessThan(2 ** 48);
  });

  it('are refused when older than 24 h or over a minute ahead (410), and when they are no UUID v7 (400)', async () => {
    const with_ = (text: string) => submit({ ...fromPage('alice'), 'idempotency-key': text });
    for (const ago of [24 * 3_600_000 + 1_000, -61_000]) expect((await with_(key(ago))).json().code).toBe(410);
    for (const ago of [24 * 3_600_000 - 5_000, -55_000, 0]) expect((await with_(key(ago))).json().code).toBe(200);
    for (const text of ['x', '', '01a1fdfb-d9bd-4343-8cd1-ed2eb26bb561'])
      expect((await with_(text)).json().code).toBe(400);
  });

  it('are made by the server when there is none: keyTime 0', async () => {
    await submit(fromPage('alice'));
    expect(world.asked[0]?.context.key.keyTime).toBe(0);
  });

  it('let a read wait for the command named in x-after, 2 s at most; a write does not wait', async () => {
    const headers = { ...fromPage('alice'), 'x-after': '42' };
    await world.app.inject(requestFor('wallet.get', { headers }));
    await submit(headers);
    for (const after of ['x', '-1', '1e9', '9'.repeat(30)])
      await world.app.inject(requestFor('wallet.get', { headers: { ...headers, 'x-after': after } }));
    expect(world.waits).toEqual([{ seq: 42, ms: 2_000 }]);
  });
});

describe('limits (issue §5)', () => {
  it('count calls by address, and those with secrets far more strictly: 429 with the seconds to wait', async () => {
    const small = await startWorld({ limits: { calls: 5, secrets: 2 } });
    const login = () => small.app.inject(requestFor('user.login', { headers: fromPage() }));
    const codesOf = [await login(), await login(), await login()].map((one) => one.json().code);
    expect(codesOf).toEqual([200, 200, 429]);
    const time = () => small.app.inject(requestFor('common.getTime'));
    const answers = [await time(), await time(), await time(), await time()];
    expect(answers.map((one) => one.json().code)).toContain(200);
    const last = answers.at(-1);
    expect(last?.json()).toMatchObject({ code: 429, data: { key: 'request.tooFrequent' } });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    await small.app.close();
  });
});

describe('logs (calls.md §1: no log holds a query string)', () => {
  it('hold method, route and status, never query, path words, headers or body, at any level', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const talkative = await startWorld({ logger });
    talkative.answer = () => {
      throw new Error('a fault');
    };
    await talkative.app.inject({
      method: 'POST',
      url: '/api/user/backPwd?account=who%40secret.example&code=123456',
      headers: { ...fromPage(), cookie: 'access=cookiesecret', 'user-agent': 'agentsecret' },
      payload: { pwd: 'f'.repeat(64), confirmPwd: 'f'.repeat(64) },
      remoteAddress: '203.0.113.7',
    });
    await talkative.app.inject({
      url: '/api/v1/coin/wallet/get/secretword/USDT?x=hidden',
      headers: { cookie: 'access=alice' },
    });
    await talkative.app.inject({ url: '/exchange/index?token=hidden' });
    await talkative.app.inject({ url: '/api/nothing?token=hidden' });
    await talkative.app.inject({
      method: 'POST',
      url: '/api/common/checkTrade?token=hidden',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    await talkative.app.close();
    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(4);
    for (const secret of ['secret', 'hidden', '123456', 'ffffffff', '203.0.113.7', '?account', '?token', '?x'])
      expect(text, secret).not.toContain(secret);
    expect(text).toContain(pathOf(callOf('user.backPwd')));
  });
});
