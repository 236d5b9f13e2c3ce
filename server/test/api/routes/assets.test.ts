// Deposits, withdrawals and the address book through HTTP (calls §5): custody in memory behind the real edge; lists and
// their files, sealed bodies end to end, keys, and a second customer's ids.

import { hashPassword } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealBody } from '../../../src/api/sealed/index.ts';
import { sign } from '../../account/api-keys/signing.ts';
import { type ExchangeEdge, freshKey, type Person, startExchange } from '../http/exchange-edge.ts';
import { rechargeOf, withdrawalOf } from '../http/fake-custody.ts';
import { type Json, ORIGIN, testBodies } from '../http/harness.ts';

const C = '/api/v1/coin';
const FUND = hashPassword('730142');
let world: ExchangeEdge;
let ann: Person;
let ben: Person;
/** The same, by number. */
let annId = '';
let benId = '';

beforeAll(async () => {
  world = await startExchange();
  ann = await world.register('annassets');
  ben = await world.register('benassets');
  for (const person of [ann, ben]) {
    const set = await world.call(person, '/api/user/tardPwdSet', { pwd: FUND, confirmPwd: FUND });
    expect(set.code).toBe(200);
  }
  annId = (await world.customerOf(ann)).userId;
  benId = (await world.customerOf(ben)).userId;
});
afterAll(() => world.stop());

const get = (person: Person | undefined, path: string) => world.call(person, `${C}/assets/${path}`);
const post = (person: Person | undefined, path: string, body: object = {}, headers?: Record<string, string>) =>
  world.call(person, path, body, headers);

/** What a withdrawal says by itself. */
const OUT = { coin: 'usdt', network: 'practice', address: 'vp1outside', amount: '20', fundPassword: FUND };

async function sealed(userId: string, key: string, fields: object = {}): Promise<string> {
  const { key: to } = await testBodies();
  return sealBody({ userId, key, time: Date.now(), ...OUT, ...fields }, to);
}

async function withdraw(
  person: Person,
  userId: string,
  fields: object = {},
  key = freshKey(),
  path = `${C}/assets/withdrawal`,
) {
  return post(person, path, { data: await sealed(userId, key, fields) }, { 'idempotency-key': key });
}

/** The rows of a file as objects. */
async function file(person: Person, url: string, body: object = {}): Promise<Record<string, string>[]> {
  const answer = await world.app.inject({
    ...{ method: 'POST', url, payload: { ...body, format: 'csv' } },
    headers: { origin: ORIGIN, ...person },
  });
  expect([url, answer.headers['content-type']]).toEqual([url, expect.stringContaining('text/csv')]);
  const [head = '', ...rows] = answer.body.trimEnd().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, column) => [names[column] ?? '', cell])));
}

describe('rates of coins (assets/getCoinRate)', () => {
  it('are known to anybody: by the index, at 1 of what has none, null where nothing is known', async () => {
    await world.quote();
    const rates: Json[] = (await get(undefined, 'getCoinRate')).data;
    const of = (coin: string) => rates.find((one) => one.coin === coin);
    expect(of('BTC')).toMatchObject({ rate: '100000.0000000000', state: 'valid', time: expect.any(Number) });
    for (const coin of ['USDT', 'USD']) expect(of(coin)).toMatchObject({ coin, rate: '1.0000000000', state: 'valid' });
    expect(of('ETH')).toEqual({ coin: 'ETH', rate: null, time: null, state: 'stale' });
  });
});

describe('deposits', () => {
  it('name networks and one’s own address, another for each customer', async () => {
    expect((await get(ann, 'getRechargeCurrency')).data).toMatchObject([{ coin: 'USDT' }, { coin: 'BTC' }]);
    const mine = (await get(ann, 'getDepositAddress/usdt')).data;
    expect(mine).toMatchObject({ coin: 'USDT', network: 'practice', confirmations: 12 });
    expect((await get(ann, 'getDepositAddress/USDT?network=practice')).data).toEqual(mine);
    expect((await get(ben, 'getDepositAddress/USDT')).data.address).not.toBe(mine.address);
    expect((await get(ann, 'getDepositAddress/NOPE')).code).toBe(3002);
    expect((await get(ann, 'getDepositAddress/USDT?network=bitcoin')).code).toBe(3109);
    expect((await get(ann, 'getDepositAddress/USDT?network=dogecoin')).data.fields).toEqual({ network: 'range' });
    for (const path of ['getRechargeCurrency', 'getDepositAddress/USDT', 'limits'])
      expect((await get(undefined, path)).code).toBe(401);
  });

  it('are listed to their owner alone, by both calls, cut by coin, status and time; the file is the list', async () => {
    world.custody.recharges.set(annId, [
      rechargeOf({ id: 'r3', time: 3_000, status: 1, stage: 'credited', creditedTime: 4_000, seq: 9 }),
      rechargeOf({ id: 'r2', time: 2_000, coin: 'BTC' }),
      rechargeOf({ id: 'r1', time: 1_000 }),
    ]);
    for (const path of [`${C}/assets/getRechargeLog`, '/api/userCoin/rechargeList']) {
      const list = async (person: Person, body: object = {}) =>
        (await post(person, path, body)).data.records.map(({ id }: Json) => id);
      expect(await list(ann)).toEqual(['r3', 'r2', 'r1']);
      expect(await list(ben)).toEqual([]);
      expect(await list(ann, { type: 1, coin: 'btc' })).toEqual(['r2']);
      expect(await list(ann, { status: 1 })).toEqual(['r3']);
      expect(await list(ann, { startTime: 2_000, endTime: 2_999 })).toEqual(['r2']);
      expect(await list(ann, { size: 1, current: 2 })).toEqual(['r2']);
      expect((await post(ann, path, { coin: 'NOPE' })).code).toBe(3002);
      expect((await post(ann, path, { status: 7 })).data.fields).toEqual({ status: 'range' });
      const rows = await file(ann, path);
      expect(rows.map(({ id }) => id)).toEqual(['r3', 'r2', 'r1']);
      expect(rows[0]).toMatchObject({
        ...{ 'time (UTC)': '1970-01-01 00:00:03', 'creditedTime (UTC)': '1970-01-01 00:00:04', seq: '9' },
      });
      expect(await file(ben, path)).toEqual([]);
    }
  });

  it('by bank are declared with a screenshot, once per key', async () => {
    const shown = { coin: 'usd', amount: '100', img: '/api/file/shot-1', address: 'DE89 3704' };
    const headers = { 'idempotency-key': freshKey() };
    const first = await post(ann, '/api/userCoin/recharge', shown, headers);
    expect(first.data).toMatchObject({ coin: 'USD', network: 'bank', stage: 'review', img: shown.img, status: 0 });
    expect((await post(ann, '/api/userCoin/recharge', shown, headers)).data).toEqual(first.data);
    expect((await post(ann, '/api/userCoin/recharge', { ...shown, coin: 'BTC' })).code).toBe(3109);
    for (const [fields, wrong] of [
      [{ img: 'https://evil.example/x.png' }, { img: 'format' }],
      [{ amount: '-1' }, { amount: 'format' }],
      [{ img: undefined }, { img: 'required' }],
    ])
      expect((await post(ann, '/api/userCoin/recharge', { ...shown, ...fields })).data.fields).toEqual(wrong);
  });

  it('from practice mode’s wallet outside are paid to any address, within a day’s measure', async () => {
    const sent = await post(ann, '/api/practice/send', { coin: 'usdt', address: 'vp1user2', amount: '10' });
    expect(sent.data).toEqual({ txid: 'cd'.repeat(32), left: '100' });
    expect((await post(ann, '/api/practice/send', { coin: 'usdt', address: 'nowhere', amount: '1' })).code).toBe(3101);
    expect((await post(ann, '/api/practice/send', { coin: 'usdt', address: 'vp1x', amount: '9999999' })).code).toBe(
      3104,
    );
  });
});

describe('withdrawals', () => {
  it('are asked for in a sealed body with fund password; the same again is the same answer', async () => {
    const key = freshKey();
    const first = await withdraw(ann, annId, {}, key);
    expect(first).toMatchObject({ code: 200, data: { status: 0, review: 'rules', fee: '1.000000' } });
    expect((await withdraw(ann, annId, {}, key)).data).toEqual(first.data);
    expect((await withdraw(ann, annId, { amount: '21' }, key)).code).toBe(409);
    const [asked] = world.custody.asked.splice(0);
    expect(asked).toMatchObject({ customer: { userId: annId }, signed: false });
    expect(asked?.given).toEqual({ ...{ coin: 'USDT', network: 'practice', address: 'vp1outside', amount: '20' } });
    expect(JSON.stringify(asked)).not.toContain(FUND);
    expect(world.custody.asked).toEqual([]);
  });

  it('by the other call are the same; to a card they name the card', async () => {
    const other = await withdraw(ann, annId, {}, freshKey(), '/api/userCoin/withdraw');
    expect(other.code).toBe(200);
    const card = { coin: 'USD', network: 'bank', address: undefined, cardId: '7' };
    expect((await withdraw(ann, annId, card)).code).toBe(200);
    expect(world.custody.asked.splice(0)[1]?.given).toMatchObject({ network: 'bank', cardId: '7' });
    for (const [fields, wrong] of [
      [{ ...card, cardId: undefined }, { cardId: 'required' }],
      [{ ...card, address: 'vp1outside' }, { address: 'range' }],
      [{ address: undefined }, { address: 'required' }],
      [{ cardId: '7' }, { cardId: 'range' }],
    ] as const)
      expect((await withdraw(ann, annId, fields)).data.fields).toEqual(wrong);
    expect((await withdraw(ann, annId, { coin: 'NOPE' })).code).toBe(3002);
    expect((await withdraw(ann, annId, { address: 'elsewhere' })).code).toBe(3101);
    expect(world.custody.asked).toEqual([]);
  });

  it('do nothing with a wrong fund password, without one, or in a body sealed by somebody else', async () => {
    expect((await withdraw(ann, annId, { fundPassword: hashPassword('000000') })).code).toBe(1102);
    expect((await withdraw(ann, annId, { fundPassword: undefined })).data.fields).toEqual({ fundPassword: 'required' });
    expect((await withdraw(ann, benId)).code).toBe(3108);
    expect((await withdraw(ben, annId)).code).toBe(3108);
    expect((await post(ann, `${C}/assets/withdrawal`, OUT)).data.fields).toEqual({ data: 'required' });
    expect(world.custody.asked).toEqual([]);
  });

  it('by an API key with the right pay to addresses of the book only, without a fund password', async () => {
    const made = await world.call(ann, `${C}/member/api`, { name: 'payer', rights: ['w'], ips: ['127.0.0.1'] });
    const reader = await world.call(ann, `${C}/member/api`, { name: 'reader', rights: ['r'] });
    expect([made.code, reader.code]).toEqual([200, 200]);
    const pay = async (by: Json, userId: string, fields: object = {}) => {
      const key = freshKey();
      const body = JSON.stringify({ data: await sealed(userId, key, { fundPassword: undefined, ...fields }) });
      const url = `${C}/assets/withdrawal`;
      const headers = {
        ...sign(by.key, by.secret, { method: 'POST', url, body }),
        ...{ 'content-type': 'application/json', 'idempotency-key': key },
      };
      return (await world.app.inject({ method: 'POST', url, headers, payload: body })).json().code as number;
    };
    expect(await pay(made.data, annId)).toBe(3103);
    expect(await pay(reader.data, annId)).toBe(1112);
    expect(await pay(made.data, benId)).toBe(3108);
    const saved = { coin: 'USDT', network: 'practice', address: 'vp1outside', label: 'Mine' };
    expect((await post(ann, `${C}/assets/address/save`, saved)).code).toBe(200);
    expect(await pay(made.data, annId)).toBe(200);
    expect(world.custody.asked.splice(0)).toMatchObject([{ signed: true, customer: { userId: annId } }]);
  });

  it('are listed and taken back by their owner alone, until they are signed', async () => {
    world.custody.paid.set(annId, [
      withdrawalOf({ id: 'w2', time: 2_000, stage: 'signed', cancellable: false }),
      withdrawalOf({ id: 'w1', time: 1_000, label: 'Mine, "cold"' }),
    ]);
    for (const path of [`${C}/assets/getWithdrawalLog`, '/api/userCoin/withdrawList']) {
      const list = async (person: Person, body: object = {}) =>
        (await post(person, path, body)).data.records.map(({ id }: Json) => id);
      expect(await list(ann)).toEqual(['w2', 'w1']);
      expect(await list(ann, { coin: 'BTC' })).toEqual([]);
      expect(await list(ann, { endTime: 1_500 })).toEqual(['w1']);
      expect(await list(ben)).toEqual([]);
      const rows = await file(ann, path, { startTime: 1_500 });
      expect(rows).toMatchObject([{ id: 'w2', coin: 'USDT', amount: '20.000000', fee: '1.000000', stage: 'signed' }]);
      expect(await file(ben, path)).toEqual([]);
    }
    const cancel = (person: Person, id: string) => post(person, `${C}/assets/withdrawal/cancel`, { id });
    expect((await cancel(ben, 'w1')).code).toBe(404);
    expect((await cancel(ann, 'w2')).code).toBe(3107);
    expect((await cancel(ann, 'w1')).data).toEqual({ id: 'w1', status: 2, seq: 2 });
    expect((await cancel(ann, 'w9')).code).toBe(404);
    expect((await get(ann, 'limits')).data).toMatchObject({ stage: 0, persons: '10000' });
  });
});

describe('the address book', () => {
  const list = (person: Person, body: object = {}) => post(person, `${C}/assets/address/list`, body);
  const save = (person: Person, body: object) => post(person, `${C}/assets/address/save`, body);

  it('keeps, renames and forgets one’s own addresses; nobody else’s', async () => {
    const entry = { coin: 'btc', network: 'practice', address: 'vp1cold', label: 'Cold' };
    const made = (await save(ann, entry)).data;
    expect(made).toMatchObject({ record: { coin: 'BTC', label: 'Cold' }, allowOnly: false });
    expect((await save(ann, { id: made.record.id, label: 'Colder' })).data.record.label).toBe('Colder');
    expect((await list(ann, { coin: 'btc' })).data.records).toMatchObject([{ address: 'vp1cold', label: 'Colder' }]);
    expect((await list(ben)).data.records).toEqual([]);
    expect((await save(ben, { id: made.record.id, label: 'Mine' })).code).toBe(404);
    expect((await post(ben, `${C}/assets/address/del`, { id: made.record.id })).code).toBe(404);
    expect((await save(ann, { allowOnly: true })).data).toMatchObject({ record: null, allowOnly: true });
    expect((await list(ben)).data.allowOnly).toBe(false);
    expect((await post(ann, `${C}/assets/address/del`, { id: made.record.id })).data).toEqual({ id: made.record.id });
    expect((await save(ann, { ...entry, label: 'a\nb' })).data.fields).toEqual({ label: 'format' });
    expect((await save(ann, { ...entry, address: 'nowhere' })).code).toBe(3101);
  });

  it('says before anything is asked for whether an address can be paid to', async () => {
    const check = async (address: string, network = 'practice') =>
      (await post(ann, `${C}/assets/address/check`, { coin: 'USDT', network, address })).data;
    expect(await check('vp1outside')).toMatchObject({ fault: null, network: 'practice', here: false });
    expect(await check('vp1user3')).toMatchObject({ fault: null, here: true });
    expect(await check('bc1qxyz', 'practice')).toMatchObject({ fault: 'format', network: null });
    expect(await check('vp1outside', 'bitcoin')).toMatchObject({ fault: 'network', network: 'practice' });
  });
});
