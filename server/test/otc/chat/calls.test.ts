// The calls of the chat over HTTP, on the whole way: two parties, and a third customer who finds nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '@vitrine/core';
import { type ExchangeEdge, type Person, startExchange } from '../../api/http/exchange-edge.ts';
import { multipart, ORIGIN } from '../../api/http/harness.ts';
import { jpeg } from '../../account/files/pictures.ts';
import { dealOf, offerOf } from './deals.ts';

const C = '/api/v1/coin';

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let cat: Person;
let order = '';

const send = (person: Person | undefined, body: object) => world.call(person, `${C}/buy/sendChatRecord`, body);
const read = (person: Person | undefined, id = order, body: object = {}) =>
  world.call(person, `${C}/buy/getChatRecord/${id}`, body);

beforeAll(async () => {
  world = await startExchange();
  [ann, ben, cat] = [
    await world.register('annarcher'),
    await world.register('benbaker'),
    await world.register('catcole'),
  ];
  const run = async (one: Command) => {
    const { code, result, expected, got } = await world.link.submit(one);
    if (code !== 200) throw new Error(`expected ${one.name} to be done, got ${code}: ${expected}, ${got}`);
    return result;
  };
  const merchant = await world.customerOf(ann);
  const offer = await offerOf(run, merchant.coreUser);
  order = String(await dealOf(run, offer, (await world.customerOf(ben)).coreUser));
});
afterAll(() => world?.stop());

describe('§5 buy/sendChatRecord and buy/getChatRecord', () => {
  it('are for the signed in, with satoken to write', async () => {
    expect((await send(undefined, { orderId: order, content: 'Hello' })).code).toBe(401);
    expect((await read(undefined)).code).toBe(401);
    const { cookie } = ben;
    expect((await send({ cookie, satoken: 'none' }, { orderId: order, content: 'Hello' })).code).toBe(403);
  });

  it('answer the message, and the chat to both parties alone', async () => {
    const { userId } = await world.customerOf(ben);
    const sent = await send(ben, { orderId: order, content: 'Paid.', contentType: '1' });
    expect(sent).toMatchObject({ code: 200, data: { content: 'Paid.', content_type: 1, blade_user_id: userId } });
    for (const person of [ann, ben])
      expect(await read(person)).toMatchObject({ code: 200, data: { total: 1, size: 15, records: [sent.data] } });
    const nothing = await read(cat, '8388999');
    expect(nothing.code).toBe(404);
    expect(await read(cat)).toEqual(nothing);
    expect(await send(cat, { orderId: order, content: 'Hello' })).toEqual(nothing);
  });

  it('refuse with the codes of the chat, and by field what is no input', async () => {
    expect((await send(ben, { orderId: order, content: '' })).code).toBe(5001);
    expect(await send(ben, { orderId: order, content: 'a'.repeat(401) })).toMatchObject({
      ...{ code: 5002, data: { args: { most: '400' } } },
    });
    expect((await send(ben, { orderId: order, content: 'Paid.', contentType: 2 })).code).toBe(5003);
    for (const [body, field] of [
      [{ orderId: order }, 'content'],
      [{ orderId: order, content: 'a\u0000b' }, 'content'],
      [{ orderId: order, content: 'a\ud800' }, 'content'],
      [{ orderId: order, content: 'a', contentType: 3 }, 'contentType'],
      [{ content: 'a' }, 'orderId'],
    ] as const) {
      const answer = await send(ben, body);
      expect([answer.code, Object.keys(answer.data.fields)]).toEqual([400, [field]]);
    }
    expect((await read(ben, order, { size: 101 })).code).toBe(400);
  });

  it('a picture of the chat opens for the other party once it is sent, for a third customer never', async () => {
    const form = multipart({ purpose: 'chat', file: await jpeg() });
    const uploaded = await world.app.inject({
      ...{ method: 'POST', url: '/api/common/upload/OSS', payload: form.body },
      headers: { origin: ORIGIN, ...ben, ...form.headers },
    });
    const { link } = uploaded.json().data as { link: string };
    const opened = async (person: Person) => {
      const answer = await world.app.inject({ method: 'GET', url: link, headers: { origin: ORIGIN, ...person } });
      return [answer.statusCode, answer.headers['content-type']?.split(';')[0]];
    };
    const picture = [200, 'image/jpeg'];
    const none = [404, 'application/json'];
    expect([await opened(ben), await opened(ann), await opened(cat)]).toEqual([picture, none, none]);
    // Whose it is not may not send it on.
    expect((await send(ann, { orderId: order, content: link, contentType: 2 })).code).toBe(5003);
    expect((await send(ben, { orderId: order, content: link, contentType: 2 })).code).toBe(200);
    expect([await opened(ben), await opened(ann), await opened(cat)]).toEqual([picture, picture, none]);
  });
});
