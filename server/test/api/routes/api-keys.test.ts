// Calls by an API key through HTTP (calls §1, failures W22): orders and balances without a browser, and the attacks.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sign, type ToSign } from '../../account/api-keys/signing.ts';
import { type ExchangeEdge, freshKey, type Person, startExchange } from '../http/exchange-edge.ts';
import { type Json, ORIGIN } from '../http/harness.ts';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let trader: Key;

beforeAll(async () => {
  world = await startExchange();
  ann = await world.register('annanderson');
  ben = await world.register('benbrown');
  for (const person of [ann, ben]) expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
  trader = await make(ann, { rights: ['r', 't'] });
});
afterAll(() => world.stop());
beforeEach(() => world.quote());

const C = '/api/v1/coin';
const SUBMIT = '/api/currency/order/submit';
const limit = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.001' };
const ORDER: ToSign = { method: 'POST', url: SUBMIT, body: JSON.stringify(limit) };

async function make(person: Person, fields: object): Promise<Key> {
  const made = await world.call(person, `${C}/member/api`, { name: 'bot', ...fields });
  if (made.code !== 200) throw new Error(`expected a key, got ${made.code}`);
  return made.data;
}

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly url?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly from?: string;
}

/** Sends what `to` says under its signature; `sent` is what arrives in place of what was signed. */
async function send(by: Key, to: ToSign, sent: Sent = {}): Promise<{ code: number; data: Json; status: number }> {
  const body = sent.body ?? to.body;
  const answer = await world.app.inject({
    method: sent.method ?? to.method,
    url: sent.url ?? to.url,
    headers: {
      ...sign(by.key, by.secret, to),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { payload: body }),
    ...(sent.from === undefined ? {} : { remoteAddress: sent.from }),
  });
  const read = answer.json();
  return { code: read.code, data: read.data, status: answer.statusCode };
}

/** Something that must change nothing. */
async function refused(act: () => Promise<{ code: number }>): Promise<number> {
  const before = world.done();
  const { code } = await act();
  expect(world.done()).toBe(before);
  return code;
}

describe('a program with a key', () => {
  it('places an order, sees it, reads its balance, cancels: no cookie, no satoken, no Origin', async () => {
    const placed = await send(trader, ORDER);
    expect(placed).toMatchObject({ code: 200, data: { status: 0 } });
    const listed = await send(trader, { method: 'GET', url: `${C}/entrust/entrustlog/spot/open/all?size=5&current=1` });
    expect(listed.data.records).toMatchObject([{ id: placed.data.id, entrustPrice: '99000.0' }]);
    const balance = await send(trader, { method: 'GET', url: `${C}/wallet/get/1/USDT` });
    expect(balance.data).toMatchObject([{ available: '9901.000000', held: '99.000000' }]);
    const mine = await world.call(ann, `${C}/entrust/entrustlog/spot/open/all`);
    expect(mine.data.records).toMatchObject([{ id: placed.data.id }]);
    const gone = await send(trader, { method: 'POST', url: `/api/currency/order/cancelOrder?id=${placed.data.id}` });
    expect(gone).toMatchObject({ code: 200, data: { status: 2 } });
  });

  it('sends a form as well as JSON, signed as it is sent', async () => {
    const body = new URLSearchParams(
      Object.entries(limit).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const placed = await send(trader, { ...ORDER, body }, { headers });
    expect(placed.code).toBe(200);
    await send(trader, { method: 'POST', url: `/api/currency/order/cancelOrder?id=${placed.data.id}` });
  });

  it('repeats an order whose answer was lost by its Idempotency-Key: one effect', async () => {
    const headers = { 'idempotency-key': freshKey() };
    const first = await send(trader, ORDER, { headers });
    const second = await send(trader, ORDER, { headers });
    expect(first.code).toBe(200);
    expect(second.data).toEqual(first.data);
    await send(trader, { method: 'POST', url: `/api/currency/order/cancelOrder?id=${first.data.id}` });
  });

  it('acts for the key’s owner, whatever cookie comes with it', async () => {
    const placed = await send(trader, ORDER, { headers: { ...ben, origin: ORIGIN } });
    expect(placed.code).toBe(200);
    const theirs = await world.call(ben, `${C}/entrust/entrustlog/spot/open/all`);
    expect(theirs.data.records).toEqual([]);
    await send(trader, { method: 'POST', url: `/api/currency/order/cancelOrder?id=${placed.data.id}` });
  });
});

describe('a captured request (W22)', () => {
  it.each<[string, Sent]>([
    ['on another path', { url: '/api/currency/order/cancelOrder' }],
    ['on the other path of the same call', { url: `${C}/entrust/exchange/spot` }],
    ['by another method', { method: 'GET', url: `${C}/wallet/get/1/USDT` }],
    ['with another amount', { body: JSON.stringify({ ...limit, quantity: '0.01' }) }],
    ['with another price', { body: JSON.stringify({ ...limit, price: '100000' }) }],
    ['with its fields in another order', { body: JSON.stringify(Object.fromEntries(Object.entries(limit).reverse())) }],
    ['without its body', { body: '' }],
    ['with a query', { url: `${SUBMIT}?quantity=1` }],
    ['with another nonce', { headers: { 'api-nonce': randomUUID() } }],
    ['with nonce and time swapped for each other', { headers: { 'api-nonce': '12345678', 'api-time': '12345678' } }],
  ])('%s is 1111 and does nothing', async (_, sent) => {
    expect(await refused(() => send(trader, ORDER, sent))).toBe(1111);
  });

  it('with another time is 1111 and does nothing', async () => {
    const time = Date.now();
    const headers = { 'api-time': String(time + 1) };
    expect(await refused(() => send(trader, { ...ORDER, time }, { headers }))).toBe(1111);
  });

  it('with its query in another order is 1111', async () => {
    const url = `${C}/entrust/entrustlog/spot/open/all`;
    const to: ToSign = { method: 'GET', url: `${url}?size=5&current=1` };
    expect(await refused(() => send(trader, to, { url: `${url}?current=1&size=5` }))).toBe(1111);
    expect(await refused(() => send(trader, to, { url: `${url}?size=5&current=1&symbol=BTC_USDT` }))).toBe(1111);
    expect((await send(trader, to)).code).toBe(200);
  });

  it('is 1111 the second time, and of many at the same moment one passes', async () => {
    const to = { ...ORDER, time: Date.now(), nonce: randomUUID() };
    const before = world.done();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(trader, to)));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.code === 1111)).toHaveLength(7);
    expect(world.done()).toBe(before + 1);
    expect(await refused(() => send(trader, to))).toBe(1111);
    await world.call(ann, `${C}/entrust/cancel/all`, {});
  });

  it('from too long ago, or from the future, is 1111', async () => {
    for (const away of [-5_500, 8_000, -86_400_000])
      expect(await refused(() => send(trader, { ...ORDER, time: Date.now() + away }))).toBe(1111);
  });

  it('without one of its headers is 1111, a session beside it changes nothing', async () => {
    for (const name of ['api-key', 'api-time', 'api-nonce', 'api-sign']) {
      const { [name]: _, ...rest } = sign(trader.key, trader.secret, ORDER) as Record<string, string>;
      const answer = await world.app.inject({
        method: 'POST',
        url: SUBMIT,
        headers: { ...rest, ...ann, origin: ORIGIN },
        payload: limit,
      });
      expect([name, answer.json().code]).toEqual([name, 1111]);
    }
  });
});

describe('a key is bound', () => {
  it('to its rights: reading ones place no order, and no key makes calls of the account', async () => {
    const reader = await make(ann, { rights: ['r'] });
    expect((await send(reader, { method: 'GET', url: `${C}/wallet/get/1/USDT` })).code).toBe(200);
    expect(await refused(() => send(reader, ORDER))).toBe(1112);
    const trading = await make(ann, { rights: ['t'] });
    expect(await refused(() => send(trading, { method: 'GET', url: `${C}/wallet/get/1/USDT` }))).toBe(1112);
    const body = JSON.stringify({ name: 'another', rights: ['r', 't'] });
    for (const to of [
      { method: 'POST', url: `${C}/member/api`, body },
      { method: 'GET', url: `${C}/member/apis` },
      { method: 'GET', url: `${C}/member/api/del?id=${trader.id}` },
      { method: 'POST', url: '/api/user/getInfo', body: '{}' },
      { method: 'POST', url: '/api/user/freeze', body: '{}' },
      { method: 'POST', url: '/api/user/socketTicket', body: '{}' },
      { method: 'POST', url: '/api/user/login', body: '{}' },
    ] as const satisfies readonly ToSign[])
      expect([to.url, await refused(() => send(trader, to))]).toEqual([to.url, 1112]);
  });

  it('to its addresses', async () => {
    const bound = await make(ann, { rights: ['r', 't'], ips: ['192.0.2.0/28', '2001:db8::/64'] });
    expect(await refused(() => send(bound, ORDER, { from: '198.51.100.9' }))).toBe(1111);
    expect(await refused(() => send(bound, ORDER))).toBe(1111);
    for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::9']) {
      const placed = await send(bound, ORDER, { from });
      expect([from, placed.code]).toEqual([from, 200]);
    }
    // A header in which anyone can claim an address is not believed.
    expect(await refused(() => send(bound, ORDER, { headers: { 'x-forwarded-for': '192.0.2.9' } }))).toBe(1111);
    await world.call(ann, `${C}/entrust/cancel/all`, {});
  });

  it('to its owner: another customer’s list does not hold it, his delete does not reach it', async () => {
    const mine = await world.call(ann, `${C}/member/apis`);
    expect(mine.data.map((one: Key) => one.id)).toContain(trader.id);
    expect((await world.call(ben, `${C}/member/apis`)).data).toEqual([]);
    expect((await world.call(ben, `${C}/member/api/del`, { id: trader.id })).code).toBe(404);
    expect((await send(trader, { method: 'GET', url: `${C}/wallet/get/1/USDT` })).code).toBe(200);
  });

  it('until it is deleted: then it is 1111 at once', async () => {
    const short = await make(ann, { rights: ['r', 't'] });
    expect((await send(short, { method: 'GET', url: `${C}/wallet/get/1/USDT` })).code).toBe(200);
    expect((await world.call(ann, `${C}/member/api/del`, { id: short.id })).code).toBe(200);
    expect(await refused(() => send(short, ORDER))).toBe(1111);
    expect((await world.call(ann, `${C}/member/api/del`, { id: short.id })).code).toBe(404);
  });
});

describe('a secret', () => {
  it('is in the answer that makes the key and in no other', async () => {
    const made = await make(ann, { rights: ['r'] });
    const listed = JSON.stringify((await world.call(ann, `${C}/member/apis`)).data);
    expect(listed).toContain(made.key);
    expect(listed).not.toContain(made.secret);
    const facts = JSON.stringify((await world.call(ann, '/api/user/security', {})).data);
    expect(facts).not.toContain(made.secret);
  });
});

describe('bad input to make a key', () => {
  it('names the field', async () => {
    const make_ = (fields: object) => world.call(ann, `${C}/member/api`, { name: 'bot', rights: ['r'], ...fields });
    for (const [fields, wrong] of [
      [{ rights: [] }, { rights: 'range' }],
      [{ rights: ['x'] }, { rights: 'range' }],
      [{ rights: ['w'] }, { ips: 'required' }],
      [{ rights: ['w'], ips: ['0.0.0.0/0'] }, { ips: 'range' }],
      [{ ips: ['nowhere'] }, { ips: 'format' }],
      [{ ips: ['1.2.3.4/99'] }, { ips: 'format' }],
      [{ ips: Array.from({ length: 21 }, () => '1.2.3.4') }, { ips: 'range' }],
      [{ expires: 1 }, { expires: 'range' }],
      [{ name: 'x'.repeat(41) }, { name: 'range' }],
      [{ name: 'a\nb' }, { name: 'format' }],
    ] as const) {
      const answer = await make_(fields);
      expect([fields, answer.code, answer.data.fields]).toEqual([fields, 400, wrong]);
    }
  });
});

describe('a frozen account (calls §6)', () => {
  it('makes no keys; its keys read and trade no more; its opening orders are cancelled', async () => {
    const carl = await world.register('carlclark');
    await world.call(carl, '/api/practice/claim', {});
    const key = await make(carl, { rights: ['r', 't'] });
    const placed = await send(key, ORDER);
    expect(placed.code).toBe(200);
    expect((await world.call(carl, '/api/user/freeze', {})).code).toBe(200);
    expect((await world.call(carl, `${C}/member/api`, { name: 'bot', rights: ['r'] })).code).toBe(1011);
    expect(await refused(() => send(key, ORDER))).toBe(1011);
    expect((await world.call(carl, SUBMIT, limit)).code).toBe(1011);
    const open = await send(key, { method: 'GET', url: `${C}/entrust/entrustlog/spot/open/all` });
    expect(open.data.records).toEqual([]);
    const cancel = await world.call(carl, '/api/currency/order/cancelOrder', { id: placed.data.id });
    expect(cancel.code, 'it is final').toBe(2102);
    expect((await world.call(carl, '/api/user/security', {})).data.frozen).toBe(true);
  });
});
