import { callNames, callOf, hashPassword } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLOSED_MARKET, type ExchangeEdge, freshKey, type Person, startExchange } from './exchange-edge.ts';
import { ORIGIN, requestFor } from './harness.ts';

/** Late in the evening the exchange is in the next day already: no day ends while these tests run, ms. */
const AHEAD = new Date().getUTCHours() < 22 ? 0 : 3 * 3_600_000;
let world: ExchangeEdge;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  world = await startExchange({ ahead: () => AHEAD });
  ann = await world.register('annanderson');
  ben = await world.register('benbrown');
  for (const person of [ann, ben]) expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
});
afterAll(() => world.stop());
beforeEach(() => world.quote());

const C = '/api/v1/coin';
const limit = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.001' };
const submit = (person: Person | undefined, body: object, headers?: Record<string, string>) =>
  world.call(person, '/api/currency/order/submit', body, headers);

const refused: ExchangeEdge['refused'] = (act) => world.refused(act);

describe('a spot order through HTTP (money §2)', () => {
  it('rests, is seen, amended and cancelled; its money is held and given back', async () => {
    const placed = await submit(ann, limit);
    expect(placed).toMatchObject({ status: 200, code: 200, data: { status: 0 } });
    const open = await world.call(ann, `${C}/entrust/entrustlog/spot/open/BTC_USDT`);
    expect(open.data.records).toMatchObject([{ id: placed.data.id, entrustPrice: '99000.0', status: 0 }]);
    const held = await world.call(ann, `${C}/wallet/get/1/USDT`);
    expect(held.data).toMatchObject([{ available: '9901.000000', held: '99.000000' }]);
    const less = await world.call(ann, `${C}/entrust/amend`, { id: placed.data.id, quantity: '0.0005' });
    expect(less.code).toBe(200);
    const gone = await world.call(ann, '/api/currency/order/cancelOrder', { id: placed.data.id });
    expect(gone).toMatchObject({ code: 200, data: { id: placed.data.id, status: 2 } });
    const back = await world.call(ann, `${C}/wallet/get/1/USDT`);
    expect(back.data).toMatchObject([{ available: '10000.000000', held: '0.000000' }]);
    expect((await world.call(ann, '/api/currency/order/cancelOrder', { id: placed.data.id })).code).toBe(2102);
  });

  it('by market fills against the house at once; fills and bills show it to whoever waits for it', async () => {
    const bought = await submit(ben, { symbol: 'btcusdt', direction: 1, type: 2, quantity: '0.001' });
    expect(bought).toMatchObject({ code: 200, data: { status: 1 } });
    const after = { 'x-after': String(bought.data.seq) };
    // The two seconds that a read waits are no promise of a busy machine.
    await world.folded(bought.data.seq);
    const fills = await world.call(ben, `${C}/entrust/get/myExchangeLog/all`, undefined, after);
    expect(fills.data.records).toMatchObject([
      { orderId: bought.data.id, price: '100001.0', house: true, fee: '0.00000100' },
    ]);
    const details = await world.call(ben, `${C}/entrust/transaction/details/${bought.data.id}`, undefined, after);
    expect(details.data.fees).toMatchObject([{ fee: '0.00000100', safety: '0.00000010', house: '0.00000090' }]);
    const bills = await world.call(ben, `${C}/assets/getMyBill`, { kind: 'trade' }, after);
    expect(bills.data.total).toBeGreaterThan(1);
  });

  it('shows beforehand what it would do, and does exactly that', async () => {
    const ticket = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.002' };
    const preview = await refused(() => world.call(ben, `${C}/entrust/preview`, ticket));
    expect(preview.data).toMatchObject({ code: 200, coin: 'USDT', feeCoin: 'BTC', fillsQuantity: '0.00200' });
    const usdt = async () => (await world.call(ben, `${C}/wallet/get/1/USDT`)).data[0].total;
    await submit(ben, ticket);
    expect(await usdt()).toBe(preview.data.availableAfter);
    const poor = await world.call(ben, `${C}/entrust/preview`, { ...ticket, quantity: '3' });
    expect(poor.data).toMatchObject({ code: 3001, key: 'balance.insufficient' });
  });

  it('is cancelled with all others, and several at once with a code each', async () => {
    const first = await submit(ann, limit);
    const second = await submit(ann, { ...limit, price: '98000' });
    const several = await world.call(ann, `${C}/entrust/cancel/entrust`, { ids: [first.data.id, '424242', 'x'] });
    expect(several.data.map((one: { code: number }) => one.code)).toEqual([200, 2101, 2101]);
    const all = await world.call(ann, `${C}/entrust/cancel/all`, { symbol: 'BTC/USDT' });
    expect(all).toMatchObject({ code: 200, data: { count: 1 } });
    expect(world.live.order(Number(second.data.id))?.status).toBe(2);
  });
});

describe('bad input leaves the core as it was (issue §7)', () => {
  it.each([
    ['a wrong tick', { ...limit, price: '99000.05' }, 2104, { tick: '0.1', price: '99000.05' }],
    ['a wrong lot', { ...limit, quantity: '0.0010001' }, 2105, { lot: '0.00001', quantity: '0.0010001' }],
    ['too small', { ...limit, quantity: '0.00001' }, 2106, { least: '5.000000', value: '0.990000', coin: 'USDT' }],
    ['too large', { ...limit, quantity: '1000' }, 2107, { most: '5000000.000000', coin: 'USDT' }],
    ['far too large', { ...limit, quantity: '99999999999999999999' }, 2107, {}],
    ['a price beyond every book', { ...limit, price: '99999999999999999999' }, 2108, {}],
    ['a buy far above the index', { ...limit, price: '130000', quantity: '0.001' }, 2108, { price: '130000.0' }],
    ['an unknown market', { ...limit, symbol: 'NOPE_USDT' }, 2002, { symbol: 'NOPE_USDT' }],
    ['a market without a book', { ...limit, symbol: 'EURUSD' }, 2002, { symbol: 'EURUSD' }],
    [
      'a closed market',
      { ...limit, symbol: CLOSED_MARKET, price: '300', quantity: '0.1' },
      2001,
      { symbol: 'LTC/USDT' },
    ],
    [
      'a market without a price',
      { ...limit, symbol: 'ETH_USDT', type: 2, price: undefined },
      2005,
      { symbol: 'ETH/USDT' },
    ],
    ['too little money', { ...limit, quantity: '1' }, 3001, { needed: '99000.000000', coin: 'USDT' }],
    ['a post-only that would take', { ...limit, price: '101000', timeInForce: 'POST_ONLY' }, 2109, {}],
  ])('%s', async (_, body, code, args) => {
    const answer = await refused(() => submit(ann, body));
    expect([answer.code, answer.data.key]).toEqual([code, answer.data.key]);
    expect(answer.data.args).toMatchObject(args);
  });

  it('a margin account without money names what is missing, a word that is none its field', async () => {
    const answer = await refused(() => world.call(ann, `${C}/entrust/exchange/all`, limit));
    expect([answer.code, answer.data.args.available]).toEqual([3001, '0.000000']);
    const wrong = await refused(() => world.call(ann, `${C}/entrust/exchange/loan`, {}));
    expect([wrong.code, wrong.data.fields.x]).toEqual([400, 'range']);
  });

  it('a ticket whose fields do not fit its type', async () => {
    for (const [body, fields] of [
      [{ ...limit, price: undefined }, { price: 'required' }],
      [{ ...limit, quantity: undefined }, { quantity: 'required' }],
      [{ ...limit, amount: '10' }, { amount: 'range' }],
      [{ ...limit, triggerPrice: '1' }, { triggerPrice: 'range' }],
      [{ ...limit, type: 3 }, { triggerPrice: 'required' }],
      [{ ...limit, type: 2 }, { price: 'range' }],
      [{ symbol: 'BTC_USDT', direction: 2, type: 2, amount: '10' }, { amount: 'range' }],
      [{ symbol: 'BTC_USDT', direction: 1, type: 2, amount: '10.0000001' }, { amount: 'format' }],
      [
        { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '1', timeInForce: 'POST_ONLY' },
        { timeInForce: 'range' },
      ],
    ] as const) {
      const answer = await refused(() => submit(ann, body));
      expect([answer.code, answer.data.fields]).toEqual([400, fields]);
    }
  });

  it('a 10 MB body, from a customer too', async () => {
    const answer = await refused(() => submit(ann, { ...limit, symbol: 'x'.repeat(10 * 2 ** 20) }));
    expect(answer.code).toBe(413);
  });

  it('orders of somebody else, whatever is done to them', async () => {
    const { data } = await submit(ann, limit);
    for (const act of [
      () => world.call(ben, '/api/currency/order/cancelOrder', { id: data.id }),
      () => world.call(ben, `${C}/entrust/amend`, { id: data.id, quantity: '0.0005' }),
      () => world.call(ben, `${C}/entrust/transaction/details/${data.id}`),
    ])
      expect((await refused(act)).code).toBe(2101);
    const listed = await world.call(ben, `${C}/entrust/entrustlog/spot/open/all`);
    expect(listed.data.records).toEqual([]);
    const several = await refused(() => world.call(ben, `${C}/entrust/cancel/entrust`, { ids: [data.id] }));
    expect(several.data).toMatchObject([{ code: 2101 }]);
    await world.call(ann, '/api/currency/order/cancelOrder', { id: data.id });
  });

  it('transfers of what is not there, to where nothing goes', async () => {
    const transfer = (body: object) => refused(() => world.call(ann, '/api/userCoin/transfer', body));
    const fine = { from: '1', to: '2', coin: 'USDT', amount: '1' };
    expect((await transfer({ ...fine, amount: '99999999' })).code).toBe(3001);
    expect((await transfer({ ...fine, coin: 'NOPE' })).code).toBe(3002);
    expect((await transfer({ ...fine, to: '1' })).code).toBe(3003);
    expect((await transfer({ ...fine, amount: '0.0000001' })).data.fields).toEqual({ amount: 'format' });
    expect((await transfer({ ...fine, amount: '-1' })).data.fields).toEqual({ amount: 'format' });
    expect((await transfer({ ...fine, from: '9' })).data.fields).toEqual({ from: 'range' });
  });

  it('expired and forged tokens, and writes from elsewhere', async () => {
    const forged = { cookie: 'access=forged', satoken: ann.satoken };
    expect((await refused(() => submit(forged, limit))).code).toBe(1001);
    expect((await refused(() => submit(undefined, limit))).code).toBe(401);
    expect((await refused(() => submit({ ...ann, satoken: ben.satoken }, limit))).code).toBe(403);
    expect((await refused(() => submit(ann, limit, { origin: 'https://evil.example' }))).code).toBe(403);
    const [out] = [await world.register('carlclark')];
    expect((await world.call(out, '/api/user/logout', {})).code).toBe(200);
    expect((await refused(() => submit(out, limit))).code).toBeGreaterThan(400);
  });

  it('any call: no session, garbage fields, wrong types, another kind of body: the right code and never a 5xx', async () => {
    const junk: unknown[] = [null, [], 'text', 7, true, {}, { id: {} }, { id: [1] }, { symbol: 1e308, amount: 1e-9 }];
    const values: unknown[] = [
      null,
      '',
      ' ',
      '\u0000',
      '🦀',
      -1,
      0.1,
      1e21,
      {},
      [],
      'x'.repeat(5_000),
      '1e5',
      'NaN',
      '../../..',
    ];
    const zoe = await world.register('zoezimmer');
    for (const name of callNames) {
      const call = callOf(name);
      const person = name === 'user.logout' ? await world.register('yvesyoung') : zoe;
      const guest = await world.app.inject(requestFor(name, { headers: { origin: ORIGIN } }));
      if (call.who !== 'guest') expect([name, guest.json().code]).toEqual([name, 401]);
      const inputs = [
        ...junk,
        ...values.map((value) => Object.fromEntries(Object.keys(call.input.shape).map((field) => [field, value]))),
      ];
      for (const input of inputs) {
        const request = requestFor(name, { headers: { origin: ORIGIN, ...person } });
        const answer = await world.app.inject(
          request.method === 'POST'
            ? {
                ...request,
                payload: JSON.stringify(input),
                headers: { ...request.headers, 'content-type': 'application/json' },
              }
            : { ...request, url: `${request.url.split('?')[0]}?${junkQuery(input)}` },
        );
        expect([name, input, answer.statusCode < 500]).toEqual([name, input, true]);
        expect(typeof answer.json().code).toBe(call.textCode && answer.statusCode === 200 ? 'string' : 'number');
      }
    }
  });

  it('any word of a path: the right code and never a 5xx', async () => {
    const zoe = await world.register('zenazane');
    for (const name of callNames) {
      const call = callOf(name);
      for (const word of [
        '%00',
        '%F0%9F%A6%80',
        '..%2f..',
        'constructor',
        '-1',
        '0',
        '1e9',
        'x'.repeat(300),
        "' or 1=1 --",
      ]) {
        const url = requestFor(name).url.split('?')[0] ?? '';
        const path = call.path.includes('}')
          ? url.replace(/[^/]+$/, encodeURIComponent(decodeURIComponent(word)))
          : url;
        const answer = await world.app.inject({
          method: call.method,
          url: path,
          headers: { origin: ORIGIN, ...zoe },
          ...(call.method === 'POST' ? { payload: {} } : {}),
        });
        expect([path, answer.statusCode < 500]).toEqual([path, true]);
        expect(typeof answer.json().code).toBe(call.textCode && answer.statusCode === 200 ? 'string' : 'number');
      }
    }
  });
});

function junkQuery(input: unknown): string {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [['x', input]];
  return fields
    .map(([name, value]) => `${encodeURIComponent(String(name))}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&');
}

describe('keys (calls.md §1, W18)', () => {
  const keyed = (key: string) => ({ 'idempotency-key': key });

  it('two identical requests in flight have one effect and one answer', async () => {
    const key = freshKey();
    const body = { ...limit, price: '97000' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(ann, body, keyed(key))));
    expect(new Set(answers.map((one) => JSON.stringify([one.code, one.data.id, one.data.seq]))).size).toBe(1);
    const open = await world.call(ann, `${C}/entrust/entrustlog/spot/open/all`);
    expect(open.data.total).toBe(1);
    await world.call(ann, `${C}/entrust/cancel/all`, {});
  });

  it('with another body is a conflict, too old or from the future is gone; nothing changes', async () => {
    const key = freshKey();
    const first = await submit(ann, limit, keyed(key));
    expect(first.code).toBe(200);
    expect((await refused(() => submit(ann, { ...limit, quantity: '0.002' }, keyed(key)))).code).toBe(409);
    expect((await refused(() => submit(ann, limit, keyed(freshKey(25 * 3_600_000))))).code).toBe(410);
    expect((await refused(() => submit(ann, limit, keyed(freshKey(-120_000))))).code).toBe(410);
    expect((await refused(() => submit(ann, limit, keyed('nonsense')))).code).toBe(400);
    await world.call(ann, `${C}/entrust/cancel/all`, {});
  });

  it('answer a refusal the same way twice', async () => {
    const key = freshKey();
    const poor = { ...limit, quantity: '1' };
    const first = await submit(ann, poor, keyed(key));
    const second = await submit(ann, poor, keyed(key));
    expect([first.code, second.code]).toEqual([3001, 3001]);
    expect(second.data).toEqual(first.data);
  });

  it('of one customer are not those of another', async () => {
    const key = freshKey();
    const mine = await submit(ann, limit, keyed(key));
    const theirs = await submit(ben, limit, keyed(key));
    expect([mine.code, theirs.code]).toEqual([200, 200]);
    expect(theirs.data.id).not.toBe(mine.data.id);
    for (const person of [ann, ben]) await world.call(person, `${C}/entrust/cancel/all`, {});
  });

  it('tell what became of them: done with its answer, refused with its code, or never, and then never will', async () => {
    const outcome = (person: Person, key: string) => world.call(person, `/api/common/outcome/${key}`, {});
    const [done, poor, never] = [freshKey(), freshKey(), freshKey()];
    const placed = await submit(ann, limit, keyed(done));
    await submit(ann, { ...limit, quantity: '1' }, keyed(poor));
    expect((await outcome(ann, done)).data).toMatchObject({
      state: 'done',
      code: 200,
      seq: placed.data.seq,
      answer: { id: placed.data.id, status: 0 },
    });
    expect((await outcome(ann, poor)).data).toMatchObject({ state: 'refused', code: 3001, answer: null });
    expect((await outcome(ann, never)).data).toEqual({
      state: 'never',
      code: 410,
      key: 'key.expired',
      seq: null,
      answer: null,
    });
    expect((await outcome(ann, never)).data.state).toBe('never');
    expect((await refused(() => submit(ann, limit, keyed(never)))).code).toBe(410);
    // A key belongs to who used it: asked by another it has never run.
    expect((await outcome(ben, done)).data.state).toBe('never');
    expect((await outcome(ann, 'not-a-key-but-thirty-six-letters-long')).status).toBeLessThan(500);
    await world.call(ann, `${C}/entrust/cancel/all`, {});
  });

  it('of a transfer tell its answer too: the same id and number', async () => {
    const key = freshKey();
    const body = { from: '1', to: '2', coin: 'USDT', amount: '1' };
    const moved = await world.call(ann, '/api/userCoin/transfer', body, keyed(key));
    expect(moved.code).toBe(200);
    expect((await world.call(ann, '/api/userCoin/transfer', body, keyed(key))).data).toEqual(moved.data);
    const outcome = await world.call(ann, `/api/common/outcome/${key}`, {});
    expect(outcome.data).toMatchObject({ state: 'done', seq: moved.data.seq, answer: { ...moved.data, status: null } });
  });
});

describe('signing in (calls.md §6, issue §7)', () => {
  it('is locked after five wrong passwords and says for how many seconds', async () => {
    await world.register('edithearl');
    const wrong = { type: 1, account: 'edithearl', password: hashPassword('not-her-Pass1') };
    const codes = [];
    for (let tries = 0; tries < 5; tries += 1) codes.push((await world.call(undefined, '/api/user/login', wrong)).code);
    expect(codes).toEqual([1002, 1002, 1002, 1002, 1002]);
    const locked = await world.call(undefined, '/api/user/login', wrong);
    expect([locked.code, Object.keys(locked.data.args)]).toEqual([1003, ['seconds']]);
    expect(Number(locked.data.args.seconds)).toBeGreaterThan(0);
  });

  it('and registering refuse with the arguments their code has, no others (§9)', async () => {
    const password = hashPassword('some-Pass-12');
    const fresh = { type: 1, account: 'frankfox', password, confirmPassword: password };
    const noTerms = await world.call(undefined, '/api/user/register', fresh);
    expect([noTerms.code, noTerms.data.args]).toEqual([1010, {}]);
  });
});

describe('practice money (design §9)', () => {
  it('comes once a day, tops up to the amounts, and the second time says when', async () => {
    const again = await refused(() => world.call(ann, '/api/practice/claim', {}));
    expect(again.code).toBe(3006);
    const tomorrow = new Date(Date.now() + AHEAD).setUTCHours(24, 0, 0, 0);
    expect(again.data.args).toEqual({ at: String(tomorrow) });
    const rich = await world.register('dorisdale');
    const claimed = await world.call(rich, '/api/practice/claim', {});
    expect(claimed.data.balances).toMatchObject([
      { coin: 'USDT', available: '10000.000000' },
      { coin: 'BTC' },
      { coin: 'ETH' },
    ]);
  });
});
