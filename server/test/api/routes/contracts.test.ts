import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { C, type ContractEdge, startContracts } from './contract-world.ts';
import { CLOSED_MARKET, freshKey, type Person } from '../http/exchange-edge.ts';
import type { Json } from '../http/harness.ts';

let world: ContractEdge;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  world = await startContracts();
  await world.at(100_000);
  ann = await world.trader('annanderson');
  ben = await world.trader('benbrown');
});
afterAll(() => world.stop());
beforeEach(() => world.at(100_000));

const long = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.01' };
const submit = (person: Person | undefined, body: object, headers?: Record<string, string>) =>
  world.call(person, '/api/contract/order/submit', body, headers);
const keyed = (key: string) => ({ 'idempotency-key': key });
const order = (id: string) => world.live.order(Number(id));
const positionsOf = (id: string) => world.live.positions(order(id)?.user ?? 0);

const refused: ContractEdge['refused'] = (act) => world.refused(act);

/** Nothing of a person's is open any more. */
async function clear(person: Person) {
  for (const contractType of ['u', 'coin']) {
    await world.coin(person, '/entrust/cancel/all', { contractType });
    const closing = { oneKeySymbolNameList: ['BTC_USDT'], contractType };
    const closed = await world.coin(person, '/entrust/contract/close/onekey', closing);
    expect(closed.data.every(({ code }: Json) => code === 200)).toBe(true);
  }
}

describe('an order of a contract through HTTP (calls §2, money §3)', () => {
  it.each([
    ['u', '0.01', 2],
    ['coin', '5', 3],
  ])('%s: rests, is amended and cancelled; only its owner may', async (contractType, quantity, wallet) => {
    const placed = await submit(ann, { ...long, contractType, quantity });
    expect(placed).toMatchObject({ code: 200, data: { status: 0 } });
    const { id } = placed.data;
    expect(order(id)).toMatchObject({ wallet, direction: 1, marginMode: 2, leverage: 20 });
    for (const act of [
      () => world.call(ben, '/api/contract/order/canCelOrder', { id }),
      () => world.coin(ben, '/entrust/amend', { id, price: '98000' }),
    ])
      expect((await refused(act)).code).toBe(2101);
    expect((await refused(() => world.coin(ben, '/entrust/cancel/entrust', { ids: [id] }))).data).toMatchObject([
      { id, code: 2101 },
    ]);
    expect(await world.coin(ann, '/entrust/amend', { id, price: '98000' })).toMatchObject({
      code: 200,
      data: { id, status: 0 },
    });
    expect(order(id)?.price).toBe(980_000);
    expect(await world.call(ann, '/api/contract/order/canCelOrder', { id })).toMatchObject({
      code: 200,
      data: { id, status: 2 },
    });
    expect((await world.call(ann, '/api/contract/order/canCelOrder', { id })).code).toBe(2102);
    expect((await world.coin(ann, '/entrust/amend', { id, price: '97000' })).code).toBe(2102);
  });

  it.each([
    ['u', '0.01'],
    ['coin', '5'],
  ])('%s: by the words of the routes, open takes 1 and 2, close 3 and 4', async (x, quantity) => {
    const market = { ...long, type: 2, price: undefined, quantity };
    for (const direction of [3, 4])
      expect(
        (await refused(() => world.coin(ann, `/entrust/contract/open/${x}`, { ...market, direction }))).data,
      ).toEqual(expect.objectContaining({ fields: { direction: 'range' } }));
    for (const direction of [1, 2]) {
      const wrong = await refused(() => world.coin(ann, `/entrust/contract/close/${x}`, { ...market, direction }));
      expect([wrong.code, wrong.data.fields]).toEqual([400, { direction: 'range' }]);
      const opened = await world.coin(ann, `/entrust/contract/open/${x}`, { ...market, direction });
      expect(opened).toMatchObject({ code: 200, data: { status: 1 } });
      const closed = await world.coin(ann, `/entrust/contract/close/${x}`, { ...market, direction: direction + 2 });
      expect(closed).toMatchObject({ code: 200, data: { status: 1 } });
      expect(positionsOf(opened.data.id)).toEqual([]);
    }
    expect((await world.coin(ann, '/entrust/contract/open/usdt', market)).code).toBe(400);
  });

  it('of each type waits or rests, and a trigger looks at what it says', async () => {
    const ids: string[] = [];
    for (const [body, expected] of [
      [
        { type: 3, triggerPrice: '101000', price: '101500' },
        { status: 4, triggerBy: 1 },
      ],
      [
        { type: 4, triggerPrice: '101000', price: undefined },
        { status: 4, triggerBy: 1 },
      ],
      [
        { type: 5, triggerPrice: '99000', price: '99500', triggerBy: 'last' },
        { status: 4, triggerBy: 2 },
      ],
      [
        { type: 6, triggerPrice: '99000', price: undefined, timeInForce: 'FOK' },
        { status: 4, timeInForce: 3 },
      ],
      [
        { timeInForce: 'POST_ONLY', selfTrade: 'both' },
        { status: 0, timeInForce: 4 },
      ],
      [
        { stopProfitPrice: '110000', stopLossPrice: '95000' },
        { stopProfit: 1_100_000, stopLoss: 950_000 },
      ],
    ] as const) {
      const placed = await submit(ann, { ...long, ...body });
      expect([body, placed.code]).toEqual([body, 200]);
      expect(order(placed.data.id)).toMatchObject(expected);
      ids.push(placed.data.id);
    }
    const immediate = await submit(ann, { ...long, timeInForce: 'IOC' });
    expect(immediate.data.status).toBe(2);
    const cancelled = await world.coin(ann, '/entrust/cancel/entrust', { ids });
    expect(cancelled.data.map(({ code, status }: Json) => [code, status])).toEqual(ids.map(() => [200, 2]));
  });

  it('takes what it does not say from the position, else from the customer, else the usual', async () => {
    const set = await world.coin(ann, '/wallet/contract/updateLeverageRadio', {
      ...{ symbol: 'BTC_USDT', marginMode: 'all', leverageRadio: 7 },
    });
    expect(set.code).toBe(200);
    const usual = await submit(ann, long);
    const crossed = await submit(ann, { ...long, direction: 2, price: '101000', marginMode: 'all' });
    expect(order(usual.data.id)).toMatchObject({ marginMode: 2, leverage: 20 });
    expect(order(crossed.data.id)).toMatchObject({ marginMode: 1, leverage: 7 });
    // An order of that side binds the mode, as a position would.
    const next = await submit(ann, { ...long, direction: 2, price: '101000' });
    expect(order(next.data.id)).toMatchObject({ marginMode: 1, leverage: 7 });
    const other = await refused(() => submit(ann, { ...long, direction: 2, price: '101000', marginMode: 'fixed' }));
    expect([other.code, other.data.fields]).toEqual([400, { marginMode: 'range' }]);
    const higher = await refused(() => submit(ann, { ...long, leverageRadio: 30 }));
    expect([higher.code, higher.data.args]).toEqual([2203, { most: '20' }]);
    expect((await world.coin(ann, '/entrust/cancel/all', { contractType: 'u' })).data.count).toBe(3);
  });
});

describe('bad input of contracts leaves the core as it was', () => {
  it.each([
    ['no quantity', { quantity: undefined }, 400, { fields: { quantity: 'required' } }],
    ['a limit without a price', { price: undefined }, 400, { fields: { price: 'required' } }],
    ['a market order with a price', { type: 2 }, 400, { fields: { price: 'range' } }],
    ['a trigger order without a trigger', { type: 3 }, 400, { fields: { triggerPrice: 'required' } }],
    ['a trigger on a limit', { triggerPrice: '1' }, 400, { fields: { triggerPrice: 'range' } }],
    ['a market order that would rest', { type: 2, price: undefined, timeInForce: 'GTC' }, 400, {}],
    ['a direction beyond 4', { direction: 5 }, 400, { fields: { direction: 'range' } }],
    ['leverage beyond any', { leverageRadio: 201 }, 400, {}],
    ['leverage that is no whole number', { leverageRadio: 2.5 }, 400, { fields: { leverageRadio: 'integer' } }],
    ['a stop on what closes', { direction: 3, stopLossPrice: '90000' }, 400, { fields: { stopLossPrice: 'range' } }],
    ['half a contract', { contractType: 'coin', quantity: '1.5' }, 2103, { args: { quantity: '1.5' } }],
    ['off the lot', { quantity: '0.0100001' }, 2105, { args: { lot: '0.00001', quantity: '0.0100001' } }],
    ['off the tick', { price: '99000.05' }, 2104, { args: { tick: '0.1', price: '99000.05' } }],
    ['a stop off the tick', { stopLossPrice: '90000.05' }, 2104, { args: { tick: '0.1', price: '90000.05' } }],
    ['too small', { quantity: '0.00001' }, 2106, { args: { least: '5.000000', value: '0.990000', coin: 'USDT' } }],
    [
      'too large',
      { quantity: '100' },
      2107,
      { args: { most: '5000000.000000', value: '9900000.000000', coin: 'USDT' } },
    ],
    [
      'too many contracts',
      { contractType: 'coin', quantity: '60000' },
      2107,
      { args: { most: '5000000', coin: 'USD' } },
    ],
    ['far from the mark', { price: '106000' }, 2108, { args: { limit: '105000.0', price: '106000.0' } }],
    ['a post-only that would take', { price: '100100', timeInForce: 'POST_ONLY' }, 2109, {}],
    ['more than stands there', { price: '100001', timeInForce: 'FOK', quantity: '15' }, 2111, {}],
    ['leverage beyond the step', { quantity: '30', leverageRadio: 100 }, 2203, { args: { most: '20' } }],
    [
      'a stop that is hit already',
      { stopLossPrice: '99500' },
      2206,
      { args: { trigger: '99500.0', price: '99000.0' } },
    ],
    ['a trigger that is hit already', { type: 4, price: undefined, triggerPrice: '99000' }, 2206, {}],
    ['nothing to close', { direction: 3 }, 2201, {}],
    ['an unknown market', { symbol: 'NOPE_USDT' }, 2002, { args: { symbol: 'NOPE_USDT' } }],
    ['a coin contract there is none of', { symbol: 'EUR_USD', contractType: 'coin' }, 2002, {}],
    ['a market without a price', { symbol: 'ETH_USDT', price: '3000' }, 2005, { args: { symbol: 'ETH/USDT' } }],
    ['a closed market', { symbol: CLOSED_MARKET, price: '80', quantity: '1' }, 2001, { args: { symbol: 'LTC/USDT' } }],
  ])('%s', async (_, change, code, data) => {
    const answer = await refused(() => submit(ann, { ...long, ...change }));
    expect(answer.code).toBe(code);
    expect(answer.data).toMatchObject(data);
  });

  it('too little margin says how much is needed and how much there is, in the coin it is settled in', async () => {
    const poor = await world.trader('poorpaul', '100', '0.0001');
    const linear = await refused(() => submit(poor, { ...long, quantity: '0.1' }));
    expect(linear).toMatchObject({ code: 2204, data: { args: { needed: '499.950000', available: '100.000000' } } });
    expect(linear.data.args.coin).toBe('USDT');
    const inverse = await refused(() => submit(poor, { ...long, contractType: 'coin', quantity: '100' }));
    expect(inverse).toMatchObject({ code: 2204, data: { args: { available: '0.00010000', coin: 'BTC' } } });
  });

  it('a closing order of more than is open, and of the other mode', async () => {
    const opened = await submit(ann, { ...long, type: 2, price: undefined });
    const closing = { ...long, direction: 3, type: 2, price: undefined };
    const more = await refused(() => submit(ann, { ...closing, quantity: '0.02' }));
    expect([more.code, more.data.args]).toEqual([2202, { canClose: '0.01000', quantity: '0.02000' }]);
    expect((await refused(() => submit(ann, { ...closing, marginMode: 'all' }))).code).toBe(2201);
    expect((await refused(() => submit(ben, closing))).code).toBe(2201);
    // A customer's page may always say leverage: what closes has none.
    const closed = await submit(ann, { ...closing, leverageRadio: 20 });
    expect(closed).toMatchObject({ code: 200, data: { status: 1 } });
    expect(positionsOf(opened.data.id)).toEqual([]);
  });
});

describe('prices that are not good (money §11)', () => {
  it('stale: nothing opens, and what is open closes with the next price', async () => {
    const opened = await submit(ann, { ...long, type: 2, price: undefined });
    await world.link.submit({
      name: 'ticks',
      ticks: [{ instrument: 1, price: 100_000_000 as never, spread: 0 as never, used: 0, total: 2 }],
      quotes: [],
    } as never);
    const stale = await refused(() => submit(ann, long));
    expect([stale.code, stale.data.args]).toEqual([2005, { symbol: 'BTC/USDT' }]);
    const closing = { ...long, direction: 3, type: 2, price: undefined };
    // The house's quotes left with the price.
    expect((await refused(() => submit(ann, closing))).code).toBe(2111);
    await world.at(100_000);
    expect(await submit(ann, closing)).toMatchObject({ code: 200, data: { status: 1 } });
    expect(positionsOf(opened.data.id)).toEqual([]);
  });
});

describe('keys of contract orders (calls §1)', () => {
  it('the same key answers the same, another body is a conflict, and outcome tells what became of it', async () => {
    const key = freshKey();
    const first = await submit(ann, long, keyed(key));
    expect(first.code).toBe(200);
    expect((await submit(ann, long, keyed(key))).data).toEqual(first.data);
    expect((await refused(() => submit(ann, { ...long, quantity: '0.02' }, keyed(key)))).code).toBe(409);
    const outcome = await world.call(ann, `/api/common/outcome/${key}`, {});
    expect(outcome.data).toMatchObject({ state: 'done', seq: first.data.seq, answer: first.data });
    expect((await world.call(ben, `/api/common/outcome/${key}`, {})).data.state).toBe('never');
    const never = freshKey();
    await world.call(ann, `/api/common/outcome/${never}`, {});
    expect((await refused(() => submit(ann, long, keyed(never)))).code).toBe(410);
    await clear(ann);
  });

  it('cancel, amend, cancel of all and leverage take one too: outcome answers what became of each', async () => {
    const { id } = (await submit(ann, long)).data;
    const fates: readonly (readonly [string, (headers: Record<string, string>) => Promise<Json>])[] = [
      ['amend', (headers) => world.coin(ann, '/entrust/amend', { id, price: '98000' }, headers)],
      ['cancel', (headers) => world.call(ann, '/api/contract/order/canCelOrder', { id }, headers)],
      ['cancel all', (headers) => world.coin(ann, '/entrust/cancel/all', { contractType: 'u' }, headers)],
      [
        'leverage',
        (headers) => {
          const leverage = { symbol: 'BTC_USDT', marginMode: 'fixed', leverageRadio: 21 };
          return world.coin(ann, '/wallet/contract/updateLeverageRadio', leverage, headers);
        },
      ],
    ];
    for (const [what, act] of fates) {
      const key = freshKey();
      const done = await act(keyed(key));
      expect(done.code, what).toBe(200);
      const outcome = await world.call(ann, `/api/common/outcome/${key}`, {});
      expect(outcome.data, what).toMatchObject({ state: 'done', seq: done.data.seq });
    }
    // Asked about first, it never runs: the order stays.
    const kept = (await submit(ann, long)).data.id;
    const never = freshKey();
    expect((await world.call(ann, `/api/common/outcome/${never}`, {})).data.state).toBe('never');
    const late = () => world.call(ann, '/api/contract/order/canCelOrder', { id: kept }, keyed(never));
    expect((await refused(late)).code).toBe(410);
    expect(order(kept)?.status).toBe(0);
    await clear(ann);
  });

  it('no session, another’s anti-forgery value, elsewhere: nothing happens', async () => {
    expect((await refused(() => submit(undefined, long))).code).toBe(401);
    expect((await refused(() => submit({ ...ann, satoken: ben.satoken }, long))).code).toBe(403);
    expect((await refused(() => submit(ann, long, { origin: 'https://evil.example' }))).code).toBe(403);
  });
});

describe('cancel all, by kind and account (calls §3)', () => {
  it('cancels one kind of contracts, or one symbol of it, and leaves spot and other people alone', async () => {
    const spot = await world.call(ann, '/api/currency/order/submit', {
      ...{ symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.001' },
    });
    const linear = await submit(ann, long);
    const inverse = await submit(ann, { ...long, contractType: 'coin', quantity: '1' });
    const theirs = await submit(ben, long);
    const all = (body: object) => world.call(ann, `${C}/entrust/cancel/all`, body);
    expect((await all({ contractType: 'u', symbol: 'ETH_USDT' })).data.count).toBe(0);
    expect((await all({ contractType: 'u', symbol: 'BTC/USDT' })).data.count).toBe(1);
    expect((await all({ contractType: 'coin' })).data.count).toBe(1);
    expect((await all({ account: 'all' })).data.count).toBe(0);
    expect([spot, linear, inverse, theirs].map(({ data }) => order(data.id)?.status)).toEqual([0, 2, 2, 0]);
    expect((await all({})).data.count).toBe(1);
    expect(order(theirs.data.id)?.status).toBe(0);
    expect((await refused(() => all({ contractType: 'coin', symbol: 'EUR_USD' }))).code).toBe(2002);
    await clear(ben);
  });
});
