// Swaps through HTTP (money §8): an estimate with all it is made of, an order that waits with its amount held, done or refused
// with its reason; keys, the list and its file, a second customer.

import { type Command, RAILS, USD } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContractEdge, startContracts } from './contract-world.ts';
import { freshKey, type Person } from '../http/exchange-edge.ts';
import { type Json, ORIGIN } from '../http/harness.ts';

let world: ContractEdge;
let ann: Person;
let ben: Person;
let ahead = 0;

beforeAll(async () => {
  world = await startContracts({ ahead: () => ahead });
  for (const name of ['annswaps', 'benswaps']) {
    const person = await world.register(name);
    expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
    if (name === 'annswaps') ann = person;
    else ben = person;
  }
});
afterAll(() => world.stop());
beforeEach(async () => {
  // Out of every window of a minute, and of the range of the index.
  ahead += 120_000;
  await world.at(100_000);
});

const BUY = { from: 'USDT', to: 'BTC', amount: '100' } as const;
const quoteOf = (person: Person | undefined, fields: object = {}) =>
  world.call(person, '/api/userCoin/swapQuote', { ...BUY, ...fields });
const place = (person: Person | undefined, fields: object = {}, headers?: Record<string, string>) =>
  world.call(person, '/api/userCoin/swap', { ...BUY, least: '0.00000001', ...fields }, headers);
const newest = async (person: Person): Promise<Json> =>
  (await world.call(person, '/api/userCoin/swapList', { size: 1 })).data.records[0];
const balance = async (person: Person, coin: string): Promise<{ available: bigint; held: bigint }> => {
  const { available, held } = (await world.call(person, `/api/v1/coin/wallet/get/1/${coin}`)).data[0];
  return { available: BigInt(available.replace('.', '')), held: BigInt(held.replace('.', '')) };
};
/** Half a second later there are ticks at so many dollars; what became of the newest swap. */
async function ended(person: Person, dollars = 100_000): Promise<Json> {
  await expect.poll(async () => (await newest(person))?.state).toBe('waiting');
  ahead += 600;
  await world.at(dollars);
  await expect.poll(async () => (await newest(person)).state).not.toBe('waiting');
  return newest(person);
}
/** A hundred dollars from the bank. */
async function deposit(user: number): Promise<void> {
  const { code } = await world.link.submit({
    ...{ name: 'deposit.credit', user, asset: USD, amount: 100_000_000, rail: RAILS.bank },
    ...{ transactionHigh: 1, transactionLow: 1, position: 0 },
  } as unknown as Command);
  expect(code).toBe(200);
}

describe('an estimate', () => {
  it('names the index, flow, range and half-spread of each leg, and proposes a least', async () => {
    const { data } = await quoteOf(ann);
    // h₀ 0.05 % × (1 + 100 ÷ 100,000) = 0.05005 %: 100 ÷ 100,050.05.
    expect(data).toEqual({
      ...{ from: 'USDT', to: 'BTC', amount: '100.000000', receive: '0.00099949', least: '0.00099449' },
      ...{ rate: '0.00000999490000', worth: '100.000000', spread: '0.000500500' },
      fromLeg: { symbol: null, tick: null, price: null, flow: '0.000000', range: '0.000000000', half: '0.000000000' },
      toLeg: {
        ...{ symbol: 'BTC/USDT', tick: null, price: '100000.000', flow: '-100.000000' },
        ...{ range: '0.000000000', half: '0.000500500' },
      },
      ...{ rate: '0.0000099949' },
    });
  });

  it.each([
    ['of a coin with itself', { to: 'USDT' }, 400, { to: 'range' }],
    ['of nothing', { amount: '0' }, 400, { amount: 'range' }],
    ['of less than an atom', { amount: '0.0000001' }, 400, { amount: 'format' }],
    ['of more than there can be', { amount: '99999999999999999999' }, 400, { amount: 'range' }],
    ['of no coin', { to: 'NOPE' }, 3002, undefined],
    ['that gives nothing', { amount: '0.000001', to: 'BTC' }, 3110, undefined],
    ['without a price', { to: 'ETH' }, 2005, undefined],
    ['of more than one has', { amount: '1000000' }, 3001, undefined],
  ])('%s is refused', async (_, fields, code, wrong) => {
    const answer = await world.refused(() => quoteOf(ann, fields));
    expect([answer.code, answer.data.fields]).toEqual([code, wrong]);
  });

  it('that gives nothing says what is the least', async () => {
    expect((await quoteOf(ann, { amount: '0.000001' })).data.args).toEqual({ least: '0.00000001', coin: 'BTC' });
  });

  it('is nobody’s but a customer’s', async () => {
    expect((await quoteOf(undefined)).code).toBe(401);
    expect((await place(undefined)).code).toBe(401);
  });
});

describe('a swap', () => {
  it('waits with its amount held, and is done at an index that came after it', async () => {
    const before = [await balance(ann, 'USDT'), await balance(ann, 'BTC')] as const;
    const placed = await place(ann);
    expect(placed).toMatchObject({ code: 200, data: { id: expect.any(String), seq: expect.any(Number) } });
    await world.folded(placed.data.seq);
    expect(await newest(ann)).toMatchObject({
      ...{ id: placed.data.id, state: 'waiting', from: 'USDT', to: 'BTC', amount: '100.000000', least: '0.00000001' },
      ...{ receive: null, rate: null, code: null, key: null, ended: null, worth: null, fromLeg: null, toLeg: null },
    });
    expect(await balance(ann, 'USDT')).toEqual({ available: before[0].available - 100_000_000n, held: 100_000_000n });
    const wallet = (await world.call(ann, '/api/v1/coin/assets/getWalletAccount')).data as Json[];
    expect(JSON.stringify(wallet)).toContain('{"kind":"swap","count":1}');
    expect((await world.refused(() => place(ann))).code, 'one waits').toBe(2110);

    const done = await ended(ann, 100_100);
    // The index rose by 0.1 % within ten seconds: 0.05 % more.
    expect(done).toMatchObject({
      ...{ id: placed.data.id, state: 'done', receive: '0.00099800', worth: '100.000000', code: null },
      ...{ fromLeg: { symbol: null, half: '0.000000000' } },
      toLeg: { symbol: 'BTC/USDT', price: '100100.000', range: '0.001000000', half: '0.001000500' },
    });
    expect(done.toLeg.tick).toBeGreaterThan(0);
    expect(done.ended).toBeGreaterThanOrEqual(done.time + 500);
    expect(await balance(ann, 'USDT')).toEqual({ available: before[0].available - 100_000_000n, held: 0n });
    expect((await balance(ann, 'BTC')).available).toBe(before[1].available + 99_800n);
  });

  it('is refused below its least, with its amount back and its reason', async () => {
    const before = await balance(ann, 'USDT');
    const { data } = await quoteOf(ann);
    const tooMuch = await world.refused(() => place(ann, { least: '0.00100000' }));
    expect([tooMuch.code, tooMuch.data.args]).toEqual([
      3007,
      { least: '0.00100000', receive: data.receive, coin: 'BTC' },
    ]);
    expect((await place(ann, { least: data.least })).code).toBe(200);
    expect(await ended(ann, 101_000)).toMatchObject({
      ...{ state: 'refused', code: 3007, key: 'swap.least', least: data.least, receive: null, rate: null },
    });
    expect(await balance(ann, 'USDT')).toEqual(before);
  });

  it('of dollars at one, both ways, less the spread', async () => {
    // The house has no dollars but those swapped into it, and gives a tenth of them an hour.
    expect((await quoteOf(ann, { to: 'usd', amount: '10' })).code, 'no hourly limit: there is nothing to give').toBe(
      2111,
    );
    await deposit((await world.customerOf(ann)).coreUser);
    const { data } = await quoteOf(ann, { from: 'usd', to: 'usdt', amount: '20' });
    // 0.05 % × (1 + 20 ÷ 100,000).
    expect(data).toMatchObject({ from: 'USD', receive: '19.989998', spread: '0.000500100' });
    expect((await place(ann, { from: 'usd', to: 'usdt', amount: '20', least: '1' })).code).toBe(200);
    expect(await ended(ann)).toMatchObject({ state: 'done', receive: '19.989998', fromLeg: { symbol: null } });
  });

  it('says a customer’s limit in USDT', async () => {
    await world.link.submit({
      ...{ name: 'deposit.credit', user: (await world.customerOf(ben)).coreUser, asset: 1, amount: 10 ** 12 },
      ...{ rail: RAILS.practice, transactionHigh: 2, transactionLow: 1, position: 0 },
    } as unknown as Command);
    const answer = await world.refused(() => place(ben, { amount: '100001' }));
    expect([answer.code, answer.data.args]).toEqual([3009, { most: '100000.000000', coin: 'USDT' }]);
  });

  it.each([
    [{ least: '0' }, 400],
    [{ least: undefined }, 400],
    [{ least: '0.000000001' }, 400],
    [{ amount: '-1' }, 400],
    [{ to: 'NOPE' }, 3002],
    [{ to: 'USDT' }, 400],
    [{ quoteId: 'q1', amount: undefined }, 400],
  ])('%j is refused', async (fields, code) => {
    const before = await balance(ann, 'USDT');
    expect((await world.refused(() => place(ann, fields))).code).toBe(code);
    expect(await balance(ann, 'USDT')).toEqual(before);
  });

  it('sent again with its key is one swap; its key says what became of the order', async () => {
    const before = await balance(ann, 'USDT');
    const headers = { 'idempotency-key': freshKey() };
    const first = await place(ann, {}, headers);
    expect(first.code).toBe(200);
    expect((await place(ann, {}, headers)).data).toEqual(first.data);
    expect(await ended(ann)).toMatchObject({ id: first.data.id, state: 'done' });
    expect((await place(ann, {}, headers)).data).toEqual(first.data);
    expect((await balance(ann, 'USDT')).available).toBe(before.available - 100_000_000n);
    const outcome = await world.call(ann, `/api/common/outcome/${headers['idempotency-key']}`, {});
    if (outcome.code === 200)
      expect(outcome.data).toMatchObject({ state: 'done', answer: { id: first.data.id, status: null } });
  });
});

describe('the list of swaps', () => {
  it('is one’s own, newest first, by either coin and by time; its file is the list', async () => {
    expect((await place(ann, { from: 'BTC', to: 'USDT', amount: '0.0005', least: '1' })).code).toBe(200);
    const done = await ended(ann);
    const list = async (person: Person, fields: object = {}) =>
      (await world.call(person, '/api/userCoin/swapList', { size: 100, ...fields })).data;
    const all = await list(ann);
    expect(all.records[0]).toEqual(done);
    expect(done).toMatchObject({ from: 'BTC', to: 'USDT', amount: '0.00050000', state: 'done' });
    expect(all.total).toBe(all.records.length);
    expect(new Set(all.records.map(({ state }: Json) => state))).toEqual(new Set(['done', 'refused']));
    const times = all.records.map(({ time }: Json) => time);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await list(ann, { coin: 'USD' })).records).toMatchObject([{ from: 'USD', rate: '0.9994999' }]);
    expect((await list(ann, { endTime: 1 })).total).toBe(0);
    expect((await list(ann, { startTime: all.records[0].time })).records).toEqual([all.records[0]]);
    expect((await list(ann, { size: 2, current: 2 })).records).toEqual(all.records.slice(2, 4));
    expect((await list(ben)).total, 'one’s own').toBe(0);
    const file = await world.app.inject({
      ...{ method: 'POST', url: '/api/userCoin/swapList', payload: { format: 'csv' } },
      headers: { origin: ORIGIN, ...ann },
    });
    expect(file.body.trimEnd().split('\r\n').length).toBe(1 + all.total);
    // The two lines of a swap are what it says.
    const bills = (await world.call(ann, '/api/v1/coin/assets/getMyBill', { kind: 'swap', size: 2 })).data.records;
    expect(bills.map(({ coin, amount, seq }: Json) => [coin, amount, seq])).toEqual([
      ['USDT', done.receive, done.seq],
      ['BTC', '-0.00050000', done.seq],
    ]);
  });
});
