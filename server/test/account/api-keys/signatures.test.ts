// Signed requests (calls §1, failures W22): the signature covers the whole request, is fresh, and works once.

import { callOf } from '@vitrine/contract';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import {
  apiKeyOf,
  createApiKeys,
  KEY_CALLS,
  type NewKey,
  NONCE_LIFE,
  signatureOf,
  SIGNATURE_WINDOW,
  signedText,
} from '../../../src/account/api-keys/index.ts';
import type { SignedRequest } from '../../../src/api/call/index.ts';
import type { Session } from '../../../src/account/identity/index.ts';
import { codeOf, type PeopleWorld, refusal, startPeople } from '../credentials/people-world.ts';
import { EXAMPLE, sign, type ToSign } from './signing.ts';

let world: PeopleWorld;
let owner: Session;
let key: { key: string; secret: string; id: string };
beforeAll(async () => {
  world = await startPeople();
  owner = await world.customer();
  key = await make();
});
afterAll(() => world.stop());

const make = (extra: Partial<NewKey> = {}, session = owner) =>
  world.apiKeys.create(session.userId, { name: 'bot', rights: ['r', 't'], ...extra });
const read = callOf('currency.order.orderList');
const trade = callOf('currency.order.submit');
const never = callOf('user.getInfo');

/** A signed request as the edge hands it over; `sent` is what arrives in place of what was signed. */
function request(to: ToSign, sent: Partial<SignedRequest> = {}, by = key): SignedRequest {
  const headers = sign(by.key, by.secret, { time: world.clock.time, ...to });
  const [path = '', query = ''] = to.url.split('?');
  const bodyHash = createHash('sha256')
    .update(to.body ?? '')
    .digest('hex');
  return { method: to.method, path, query, bodyHash, headers, ip: '192.0.2.7', ...sent };
}
const ORDER: ToSign = {
  method: 'POST',
  url: '/api/currency/order/submit?a=1&b=2',
  body: '{"symbol":"BTC_USDT","amount":"10"}',
};
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('how to sign', () => {
  const { key: name, secret, method, path, query, body, time, nonce } = EXAMPLE;
  const signed: SignedRequest = {
    method,
    path,
    query,
    bodyHash: hashOf(body),
    headers: { 'api-key': name, 'api-time': time, 'api-nonce': nonce, 'api-sign': '' },
    ip: '192.0.2.7',
  };
  // Computed with another tool: printf of the six lines | openssl dgst -sha256 -hmac.
  const SIGNATURE = 'a4d94528737ebe278d1946ccba15b4653059bf01c4ac8351fd42fc4d0955f9ee';

  it('is a known answer, and the one the documentation shows', () => {
    expect(signedText(signed).split('\n')).toHaveLength(6);
    expect(signatureOf(secret, signed)).toBe(SIGNATURE);
    expect(sign(name, secret, { method, url: path, body, time: Number(time), nonce })['api-sign']).toBe(SIGNATURE);
    const page = readFileSync(new URL('../../../../docs/start/api-keys.md', import.meta.url), 'utf8');
    for (const part of [name, secret, body, time, nonce, hashOf(body), SIGNATURE]) expect(page).toContain(part);
  });
});

describe('a signed request', () => {
  it('stands for its owner, without a page’s session', async () => {
    const session = await world.apiKeys.signed(request(ORDER), trade);
    expect(session).toMatchObject({ userId: owner.userId, coreUser: owner.coreUser, satoken: '' });
    expect(apiKeyOf(session)).toBe(key.id);
    expect(apiKeyOf(owner)).toBeUndefined();
  });

  it.each<[string, (signed: SignedRequest) => Partial<SignedRequest>]>([
    ['another method', () => ({ method: 'GET' })],
    ['another path', () => ({ path: '/api/currency/order/cancelOrder' })],
    ['another query', () => ({ query: 'a=1&b=3' })],
    ['the query in another order', () => ({ query: 'b=2&a=1' })],
    ['no query', () => ({ query: '' })],
    ['another body', () => ({ bodyHash: hashOf('{}') })],
    ['another amount', () => ({ bodyHash: hashOf('{"symbol":"BTC_USDT","amount":"99"}') })],
    ['the same body with a space', () => ({ bodyHash: hashOf('{"symbol":"BTC_USDT", "amount":"10"}') })],
    ['a later time', ({ headers }) => ({ headers: { ...headers, 'api-time': String(world.clock.time + 1) } })],
    ['another nonce', ({ headers }) => ({ headers: { ...headers, 'api-nonce': 'another-nonce' } })],
    ['a shortened signature', ({ headers }) => ({ headers: { ...headers, 'api-sign': headers['api-sign'].slice(1) } })],
    [
      'a signature in capitals',
      ({ headers }) => ({ headers: { ...headers, 'api-sign': headers['api-sign'].toUpperCase() } }),
    ],
    ['no signature to speak of', ({ headers }) => ({ headers: { ...headers, 'api-sign': '0'.repeat(64) } })],
    ['a time that is none', ({ headers }) => ({ headers: { ...headers, 'api-time': '1e12' } })],
    ['a nonce with a line feed', ({ headers }) => ({ headers: { ...headers, 'api-nonce': 'nonce\n12345' } })],
    ['another key', ({ headers }) => ({ headers: { ...headers, 'api-key': 'vk00112233445566778899aabbccddeeff' } })],
  ])('captured and sent with %s is refused, and the original still passes (W22)', async (_, change) => {
    const original = request(ORDER);
    expect(await codeOf(world.apiKeys.signed({ ...original, ...change(original) }, trade))).toBe(1111);
    expect(await codeOf(world.apiKeys.signed(original, trade))).toBe(200);
  });

  it('signed by one key is not another’s, of the same owner or of anybody else', async () => {
    const stranger = await world.customer();
    for (const other of [await make(), await make({}, stranger)]) {
      const original = request(ORDER);
      const headers = { ...original.headers, 'api-key': other.key };
      expect(await codeOf(world.apiKeys.signed({ ...original, headers }, trade))).toBe(1111);
    }
  });

  it('passes once, also when it comes many times at the same moment', async () => {
    const original = request(ORDER);
    const answers = await Promise.all(Array.from({ length: 12 }, () => codeOf(world.apiKeys.signed(original, trade))));
    expect(answers.filter((code) => code === 200)).toHaveLength(1);
    expect(answers.filter((code) => code === 1111)).toHaveLength(11);
    expect(await codeOf(world.apiKeys.signed(original, trade))).toBe(1111);
    // The nonce alone is used up, whatever else is signed with it.
    const again = request({ ...ORDER, body: '{}', nonce: original.headers['api-nonce'] });
    expect(await codeOf(world.apiKeys.signed(again, trade))).toBe(1111);
    // It is the key's own: another key may use the same one.
    const other = await make();
    const theirs = request({ ...ORDER, nonce: original.headers['api-nonce'] }, {}, other);
    expect(await codeOf(world.apiKeys.signed(theirs, trade))).toBe(200);
  });

  it('is believed for 5 s before and after its time, no longer; its nonce is kept longer than that', async () => {
    const at = (time: number) => codeOf(world.apiKeys.signed(request({ ...ORDER, time }), trade));
    world.clock.time += 60_000;
    const now = world.clock.time;
    expect(await at(now - SIGNATURE_WINDOW)).toBe(200);
    expect(await at(now + SIGNATURE_WINDOW)).toBe(200);
    expect(await at(now - SIGNATURE_WINDOW - 1)).toBe(1111);
    expect(await at(now + SIGNATURE_WINDOW + 1)).toBe(1111);
    expect(await at(0)).toBe(1111);
    // From ahead of our clock, replayed at the last moment its time is believed.
    const early = request({ ...ORDER, time: now + SIGNATURE_WINDOW });
    expect(await codeOf(world.apiKeys.signed(early, trade))).toBe(200);
    world.clock.time = now + 2 * SIGNATURE_WINDOW;
    await sweep();
    expect(await codeOf(world.apiKeys.signed(early, trade))).toBe(1111);
    world.clock.time = now + SIGNATURE_WINDOW + NONCE_LIFE + 1;
    await sweep();
    const left = await world.db.selectFrom('api_nonces').selectAll().execute();
    expect(left.filter((one) => Number(one.key_id) !== 0)).toEqual([]);
  });

  it('passes at no edge a second time after the database crashed and lost the nonces', async () => {
    const edges = [world.apiKeys, createApiKeys(world.parts(world.vault))];
    try {
      const at = (time: number) => request({ ...ORDER, time });
      for (const edge of edges) expect(await codeOf(edge.signed(at(world.clock.time), trade))).toBe(200);
      // From a clock ahead of ours: believed longest.
      const captured = at(world.clock.time + SIGNATURE_WINDOW);
      expect(await codeOf(world.apiKeys.signed(captured, trade))).toBe(200);
      await sql`truncate api_nonces`.execute(world.db);
      for (const edge of [...edges, ...edges]) expect(await codeOf(edge.signed(captured, trade))).toBe(1111);
      world.clock.time += SIGNATURE_WINDOW;
      const late = createApiKeys(world.parts(world.vault));
      edges.push(late);
      for (const edge of [...edges, ...edges]) expect(await codeOf(edge.signed(captured, trade))).toBe(1111);
      world.clock.time += 1;
      for (const edge of edges) expect(await codeOf(edge.signed(at(world.clock.time), trade))).toBe(200);
      for (const edge of edges) expect(await codeOf(edge.signed(captured, trade))).toBe(1111);
    } finally {
      for (const edge of edges.slice(1)) await edge.stop();
    }
  });
});

describe('a key', () => {
  it('makes only calls its rights open; what no key opens names no right', async () => {
    const reader = await make({ rights: ['r'] });
    expect(await codeOf(world.apiKeys.signed(request({ method: 'POST', url: '/x' }, {}, reader), read))).toBe(200);
    expect(await refusal(world.apiKeys.signed(request(ORDER, {}, reader), trade))).toMatchObject({
      code: 1112,
      args: { right: 't' },
    });
    const all = await make({ rights: ['r', 't', 'w'], ips: ['192.0.2.7'] });
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, all), never))).toBe(1112);
    const trader = await make({ rights: ['t'] });
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, trader), read))).toBe(1112);
  });

  it('bound to addresses works from them only', async () => {
    const bound = await make({ ips: ['192.0.2.0/29', '2001:db8::7'] });
    const from = (ip: string) => codeOf(world.apiKeys.signed(request(ORDER, { ip }, bound), trade));
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.1', '2001:db8::7']) expect(await from(ip), ip).toBe(200);
    for (const ip of ['192.0.2.8', '::ffff:192.0.2.9', '2001:db8::8', '']) expect(await from(ip), ip).toBe(1111);
  });

  it('works no longer after its expiry, nor after it was deleted, here at once and elsewhere within 5 s', async () => {
    const short = await make({ expires: world.clock.time + 2_000 });
    const deleted = await make();
    const use = (by: typeof key) => codeOf(world.apiKeys.signed(request(ORDER, {}, by), trade));
    expect([await use(short), await use(deleted)]).toEqual([200, 200]);
    await world.apiKeys.delete(owner.userId, deleted.id);
    expect(await use(deleted)).toBe(1111);
    world.clock.time += 2_000;
    expect(await use(short)).toBe(1111);
    const elsewhere = await make();
    expect(await use(elsewhere)).toBe(200);
    await world.db.updateTable('api_keys').set({ deleted_at: '1' }).where('id', '=', elsewhere.id).execute();
    world.clock.time += 4_999;
    expect(await use(elsewhere)).toBe(1111);
  });

  it('loses a right that was withdrawn within 5 s', async () => {
    const shrinking = await make();
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, shrinking), trade))).toBe(200);
    await world.db.updateTable('api_keys').set({ rights: 'r' }).where('id', '=', shrinking.id).execute();
    world.clock.time += 4_999;
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, shrinking), trade))).toBe(1112);
  });

  it('of a frozen owner reads, and does nothing else, within 5 s', async () => {
    const frozen = await world.customer();
    const theirs = await make({ rights: ['r', 't'] }, frozen);
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, theirs), trade))).toBe(200);
    await world.credentials.security.freeze(frozen.userId);
    world.clock.time += 4_999;
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, theirs), trade))).toBe(1011);
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, theirs), read))).toBe(200);
  });

  it('is noted as used at most once a minute', async () => {
    const used = await make();
    const lastUsed = async () =>
      (await world.apiKeys.list(owner.userId)).find((one) => one.id === used.id)?.lastUsed ?? null;
    const first = world.clock.time;
    await world.apiKeys.signed(request(ORDER, {}, used), trade);
    expect(await lastUsed()).toBe(first);
    world.clock.time += 59_000;
    await world.apiKeys.signed(request(ORDER, {}, used), trade);
    expect(await lastUsed()).toBe(first);
    world.clock.time += 1_000;
    await world.apiKeys.signed(request(ORDER, {}, used), trade);
    expect(await lastUsed()).toBe(world.clock.time);
  });

  it('makes so many calls a minute; requests that are not its own do not count against it', async () => {
    const busy = await make();
    const forged = request(ORDER, {}, { ...busy, secret: 'guess' });
    for (let at = 0; at < 20; at += 1) expect(await codeOf(world.apiKeys.signed(forged, trade))).toBe(1111);
    for (let at = 0; at < KEY_CALLS; at += 100)
      await Promise.all(Array.from({ length: 100 }, () => world.apiKeys.signed(request(ORDER, {}, busy), trade)));
    const over = await refusal(world.apiKeys.signed(request(ORDER, {}, busy), trade));
    expect([over.code, Object.keys(over.args ?? {})]).toEqual([429, ['seconds']]);
    expect(await codeOf(world.apiKeys.signed(request(ORDER), trade))).toBe(200);
    world.clock.time += 60_000;
    expect(await codeOf(world.apiKeys.signed(request(ORDER, {}, busy), trade))).toBe(200);
  });
});

/** Cleans nonces as the edge does from time to time. */
async function sweep(): Promise<void> {
  await world.apiKeys.sweep();
}
