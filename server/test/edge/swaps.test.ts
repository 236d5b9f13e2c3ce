// Swaps through HTTP (money §8): the quote is what one gets, exactly or not at all; what makes it die; keys, the list and its
// file, a second customer.

import { type Command, RAILS, USD } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContractEdge, startContracts } from './contract-world.ts';
import { freshKey, type Person } from './exchange-edge.ts';
import { type Json, ORIGIN } from './harness.ts';

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
beforeEach(() => world.at(100_000));

const quoteOf = (person: Person | undefined, fields: object = {}) =>
  world.call(person, '/api/userCoin/swapQuote', { from: 'USDT', to: 'BTC', amount: '100', ...fields });
const swap = (person: Person | undefined, quoteId: unknown, headers?: Record<string, string>) =>
  world.call(person, '/api/userCoin/swap', { quoteId }, headers);
const total = async (person: Person, coin: string): Promise<bigint> =>
  BigInt((await world.call(person, `/api/v1/coin/wallet/get/1/${coin}`)).data[0].total.replace('.', ''));
/** A hundred dollars from the bank. */
async function deposit(user: number): Promise<void> {
  const { code } = await world.link.submit({
    ...{ name: 'deposit.credit', user, asset: USD, amount: 100_000_000, rail: RAILS.bank },
    ...{ transactionHigh: 1, transactionLow: 1, position: 0 },
  } as unknown as Command);
  expect(code).toBe(200);
}
/** A quote's words, some of them replaced. */
const changed = (quoteId: string, words: Readonly<Record<number, string>>) =>
  quoteId
    .split('.')
    .map((word, at) => words[at] ?? word)
    .join('.');

describe('a quote', () => {
  it('names its ticks, rate and spread; the swap gives exactly it', async () => {
    const { data: quote } = await quoteOf(ann);
    // Half of BTC's spread of 0.1 % on one side: 100 ÷ 100,050.
    expect(quote).toMatchObject({
      ...{ from: 'USDT', to: 'BTC', amount: '100.000000', receive: '0.00099950', spread: '0.0005000' },
      ...{ rate: '0.000009995002498', fromTick: null },
      toTick: { symbol: 'BTC/USDT', price: '100000.000', seq: expect.any(Number), time: expect.any(Number) },
    });
    expect(quote.expires).toBe(quote.toTick.time + 10_000);
    const before = [await total(ann, 'USDT'), await total(ann, 'BTC')] as const;
    const done = await swap(ann, quote.quoteId);
    expect(done).toMatchObject({ code: 200, data: { receive: '0.00099950' } });
    expect([await total(ann, 'USDT'), await total(ann, 'BTC')]).toEqual([
      before[0] - 100_000_000n,
      before[1] + 99_950n,
    ]);
  });

  it('of dollars at one, both ways, less the spread', async () => {
    // The house has no dollars but those swapped into it.
    expect((await quoteOf(ann, { to: 'usd', amount: '10' })).code).toBe(2111);
    await deposit((await world.customerOf(ann)).coreUser);
    const { data } = await quoteOf(ann, { from: 'usd', to: 'usdt', amount: '20' });
    expect(data).toMatchObject({ from: 'USD', fromTick: null, toTick: null, receive: '19.990000', rate: '0.9995' });
    expect((await swap(ann, data.quoteId)).code).toBe(200);
    const back = (await quoteOf(ann, { to: 'usd', amount: '10' })).data;
    expect([back.receive, back.spread]).toEqual(['9.995002', '0.0005000']);
    expect((await swap(ann, back.quoteId)).data.receive).toBe('9.995002');
  });

  it('is shown to one who has not the money; the swap then says what is missing', async () => {
    const { data } = await quoteOf(ann, { amount: '1000000' });
    expect(data.receive).toBe('9.99500249');
    const poor = await world.refused(() => swap(ann, data.quoteId));
    expect([poor.code, poor.data.args]).toEqual([
      3001,
      { needed: '1000000.000000', available: expect.any(String), coin: 'USDT' },
    ]);
    // Nothing was done: the quote is still one.
    expect((await swap(ann, data.quoteId)).code).toBe(3001);
  });

  it.each([
    ['of a coin with itself', { to: 'USDT' }, 400, { to: 'range' }],
    ['of nothing', { amount: '0' }, 400, { amount: 'range' }],
    ['of less than an atom', { amount: '0.0000001' }, 400, { amount: 'format' }],
    ['of more than there can be', { amount: '99999999999999999999' }, 400, { amount: 'range' }],
    ['of no coin', { to: 'NOPE' }, 3002, undefined],
    ['that gives nothing', { amount: '0.000001', to: 'BTC' }, 3110, undefined],
    ['without a price', { to: 'ETH' }, 2005, undefined],
  ])('%s is refused', async (_, fields, code, wrong) => {
    const answer = await world.refused(() => quoteOf(ann, fields));
    expect([answer.code, answer.data.fields]).toEqual([code, wrong]);
  });

  it('that gives nothing says what is the least', async () => {
    expect((await quoteOf(ann, { amount: '0.000001' })).data.args).toEqual({ least: '0.00000001', coin: 'BTC' });
  });

  it('is nobody’s but a customer’s', async () => {
    expect((await quoteOf(undefined)).code).toBe(401);
    expect((await swap(undefined, 'q1.0')).code).toBe(401);
  });
});

describe('a quote dies', () => {
  it('taken once: again it is 3005, but for the same request', async () => {
    const { data } = await quoteOf(ann);
    const headers = { 'idempotency-key': freshKey() };
    const first = await swap(ann, data.quoteId, headers);
    expect(first.code).toBe(200);
    expect((await swap(ann, data.quoteId, headers)).data).toEqual(first.data);
    for (const again of [undefined, { 'idempotency-key': freshKey() }])
      expect((await world.refused(() => swap(ann, data.quoteId, again))).code).toBe(3005);
  });

  it('taken twice at once: one swap', async () => {
    const { data } = await quoteOf(ann);
    const before = await total(ann, 'USDT');
    const answers = await Promise.all([1, 2, 3, 4].map(() => swap(ann, data.quoteId)));
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 3005, 3005, 3005]);
    expect(await total(ann, 'USDT')).toBe(before - 100_000_000n);
  });

  it('after ten seconds; the same request again is still answered as it was', async () => {
    const [used, left] = [(await quoteOf(ann)).data, (await quoteOf(ann)).data];
    const headers = { 'idempotency-key': freshKey() };
    const first = await swap(ann, used.quoteId, headers);
    ahead += 10_001;
    await world.at(100_000);
    for (const key of [undefined, { 'idempotency-key': freshKey() }])
      expect((await world.refused(() => swap(ann, left.quoteId, key))).code).toBe(3004);
    expect((await swap(ann, used.quoteId, headers)).data).toEqual(first.data);
  });

  it('where the index moves by more than half the spread, either way', async () => {
    for (const [dollars, code] of [
      [100_050, 200],
      [100_051, 3004],
      [99_949, 3004],
    ] as const) {
      await world.at(100_000);
      const { data } = await quoteOf(ann, { amount: '10' });
      await world.at(dollars);
      expect([dollars, (await swap(ann, data.quoteId)).code]).toEqual([dollars, code]);
    }
  });

  it('in other hands, or changed in any word', async () => {
    const { data } = await quoteOf(ann);
    const { quoteId } = data;
    expect((await world.refused(() => swap(ben, quoteId))).code).toBe(3004);
    const bens = (await world.customerOf(ben)).coreUser.toString(36);
    for (const [words, code] of [
      [{ 1: bens }, 3004],
      [{ 2: '99' }, 3004],
      [{ 4: '1' }, 3110],
      [{ 5: (99_951).toString(36) }, 3004],
      [{ 5: '0' }, 3004],
      [{ 7: '1' }, 3004],
      [{ 8: Number.MAX_SAFE_INTEGER.toString(36) }, 3004],
      [{ 6: '5' }, 400],
      [{ 0: 'q2' }, 400],
      [{ 9: 'x' }, 400],
    ] as const)
      expect([words, (await world.refused(() => swap(ann, changed(quoteId, words)))).code]).toEqual([words, code]);
    for (const text of ['', '..', 'q1.1.2', `${quoteId}.1`, 'x'.repeat(300), 7])
      expect((await world.refused(() => swap(ann, text))).code).toBe(400);
    expect((await swap(ann, quoteId)).code).toBe(200);
  });
});

describe('the list of swaps', () => {
  it('is one’s own, newest first, by either coin and by time; its file is the list', async () => {
    const { data: back } = await quoteOf(ann, { from: 'BTC', to: 'USDT', amount: '0.0005' });
    const done = await swap(ann, back.quoteId);
    await world.folded(done.data.seq);
    const list = async (person: Person, fields: object = {}) =>
      (await world.call(person, '/api/userCoin/swapList', { size: 100, ...fields })).data;
    const all = await list(ann);
    expect(all.records[0]).toEqual({
      ...{ id: String(done.data.seq), seq: done.data.seq, time: expect.any(Number) },
      ...{ from: 'BTC', to: 'USDT', amount: '0.00050000', receive: back.receive, rate: back.rate },
    });
    expect(all.total).toBe(all.records.length);
    expect(all.records.length).toBeGreaterThan(4);
    const seqs = all.records.map(({ seq }: Json) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
    expect((await list(ann, { coin: 'btc' })).total).toBe(all.total - 2);
    expect((await list(ann, { coin: 'USD' })).records).toMatchObject([{ to: 'USD' }, { from: 'USD', rate: '0.9995' }]);
    expect((await list(ann, { endTime: 1 })).total).toBe(0);
    expect((await list(ann, { startTime: all.records[0].time })).records[0]).toEqual(all.records[0]);
    expect((await list(ann, { size: 2, current: 2 })).records).toEqual(all.records.slice(2, 4));
    expect((await list(ben)).total).toBe(0);
    const file = await world.app.inject({
      ...{ method: 'POST', url: '/api/userCoin/swapList', payload: { format: 'csv' } },
      headers: { origin: ORIGIN, ...ann },
    });
    expect(file.body.trimEnd().split('\r\n').length).toBe(1 + all.total);
    expect(file.body).toContain(`${done.data.seq},`);
    // The two lines of a swap are what it says.
    const bills = (await world.call(ann, '/api/v1/coin/assets/getMyBill', { kind: 'swap', size: 2 })).data.records;
    expect(bills.map(({ coin, amount, seq }: Json) => [coin, amount, seq])).toEqual([
      ['USDT', back.receive, done.data.seq],
      ['BTC', '-0.00050000', done.data.seq],
    ]);
  });
});
