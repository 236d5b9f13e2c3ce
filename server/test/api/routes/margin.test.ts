// Borrowing on margin through HTTP (calls §3, money §4): what may be lent, borrowing, orders that borrow and repay by
// themselves, repaying, levels to the last digit, liquidation; bad cases, keys, a second customer.

import type { Command } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeEdge, freshKey, type Person, startExchange } from '../http/exchange-edge.ts';
import { slotOf } from '../../support/slots.ts';

const C = '/api/v1/coin';
const HOUR = 3_600_000;
const DEPTH = 400_000;

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let ahead = 0;
let turn = 0;

/** A tick of BTC at so many whole dollars, and the market maker's quotes half a dollar around it. */
async function at(dollars: number): Promise<void> {
  turn += 1;
  await world.link.submitRun(slotOf(dollars, { 1: DEPTH + turn }));
}

const post = (person: Person | undefined, path: string, body: object, headers: Record<string, string> = {}) =>
  world.call(person, `${C}${path}`, body, headers);
const get = (person: Person | undefined, path: string) => world.call(person, `${C}${path}`);
const property = async (person: Person, fixed = false) =>
  (await get(person, fixed ? '/wallet/fixed/marginProperty/BTC_USDT' : '/wallet/all/marginProperty')).data;
const lineOf = (data: { list: { coin: string }[] }, coin: string) =>
  data.list.find((one) => one.coin === coin) as Record<string, string> | undefined;

async function customer(name: string): Promise<Person> {
  const person = await world.register(name);
  expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
  return person;
}

async function fund(person: Person, to: '4' | '5', amount: string, coin = 'USDT'): Promise<void> {
  const body = { from: '1', to, coin, amount, ...(to === '5' ? { symbol: 'BTC_USDT' } : {}) };
  expect((await world.call(person, '/api/userCoin/transfer', body)).code).toBe(200);
}

beforeAll(async () => {
  world = await startExchange({ ahead: () => ahead });
  await at(100_000);
  ann = await customer('annmargin');
  ben = await customer('benmargin');
});
afterAll(() => world.stop());

describe('transfers into margin wallets (wallet/trans)', () => {
  it('move money into 4, and into 5 with a symbol', async () => {
    const into = (query: string) => get(ann, `/wallet/trans?${query}`);
    expect((await into('from=1&to=4&coin=USDT&amount=1000')).code).toBe(200);
    expect((await into('from=1&to=5&coin=USDT&amount=1000&symbol=BTC_USDT')).code).toBe(200);
    const without = await into('from=1&to=5&coin=USDT&amount=1');
    expect([without.code, without.data.fields]).toEqual([400, { symbol: 'required' }]);
    expect(lineOf(await property(ann), 'USDT')).toMatchObject({ available: '1000.000000', borrowed: '0.000000' });
    expect(lineOf(await property(ann, true), 'USDT')).toMatchObject({ total: '1000.000000', symbolName: 'BTC/USDT' });
  });
});

describe('what may be borrowed', () => {
  it('is exact for each coin: the most that is lent; one atom more is refused with the level', async () => {
    const list = (await get(ann, '/wallet/all/getCanborrowList')).data as Record<string, string>[];
    const usdt = list.find(({ coin }) => coin === 'USDT');
    expect(usdt).toMatchObject({ hourRate: '0.000010000', dayRate: '0.000240000', limit: '200000.000000' });
    const { data } = await post(ann, '/wallet/all/getCanborrow', { coin: 'usdt' });
    expect(data).toMatchObject({ coin: 'USDT', canBorrow: usdt?.['canBorrow'], borrowed: '0.000000', level: null });
    // (1000 + b) ÷ b × (1 + 0.00001) ≥ 1.5, one atom kept back.
    expect(data.canBorrow).toBe('1999.939998');
    const preview = (amount: string) => post(ann, '/wallet/all/preborrow', { coin: 'USDT', amount });
    const fits = await preview(data.canBorrow);
    expect(fits.data).toMatchObject({
      code: 200,
      levelBefore: null,
      levelAfter: '1.500000',
      firstInterest: '0.020000',
    });
    const over = await preview('2000');
    expect(over.data).toMatchObject({
      code: 2303,
      key: 'level.tooLow',
      levelAfter: '1.499985',
      canBorrow: data.canBorrow,
    });
    expect(over.data.args).toEqual({ least: '1.500000', level: '1.499985' });
  });

  it('is asked for with a coin and a market that are on margin', async () => {
    const asks: readonly [string, object, number, object?][] = [
      ['all', { coin: 'NOPE' }, 3002],
      ['fixed', { coin: 'USDT' }, 400, { symbol: 'required' }],
      ['fixed', { coin: 'ETH', symbol: 'BTC_USDT' }, 3002],
      ['fixed', { coin: 'USDT', symbol: 'EUR_USD' }, 2002],
      ['both', { coin: 'USDT' }, 400, { account: 'range' }],
      ['all', {}, 400, { coin: 'required' }],
    ];
    for (const [account, body, code, fields] of asks) {
      const answer = await post(ann, `/wallet/${account}/getCanborrow`, body);
      expect([account, body, answer.code]).toEqual([account, body, code]);
      if (fields) expect(answer.data.fields).toEqual(fields);
    }
    expect((await post(undefined, '/wallet/all/getCanborrow', { coin: 'USDT' })).code).toBe(401);
    for (const [amount, fields] of [
      ['0', { amount: 'range' }],
      ['1.0000001', { amount: 'format' }],
      ['99999999999999', { amount: 'range' }],
    ] as const) {
      const answer = await post(ann, '/wallet/all/preborrow', { coin: 'USDT', amount });
      expect([amount, answer.code, answer.data.fields]).toEqual([amount, 400, fields]);
    }
    expect((await post(ann, '/wallet/all/preborrow', { coin: 'USDT', amount: '200000.000001' })).data).toMatchObject({
      code: 2301,
      args: { most: '200000.000000', coin: 'USDT' },
    });
  });
});

describe('borrow → trade → repay', () => {
  it('borrows once under a key, shows level and worth to the last digit, and repays interest first', async () => {
    const key = { 'idempotency-key': freshKey() };
    const body = { coin: 'USDT', amount: '500' };
    const first = await post(ann, '/wallet/all/borrow', body, key);
    expect(first.data).toMatchObject({ code: 200, coin: 'USDT', amount: '500.000000', levelBefore: null, status: 1 });
    // 1500 ÷ 500.005
    expect(first.data.levelAfter).toBe('2.999970');
    const again = await post(ann, '/wallet/all/borrow', body, key);
    expect(again.data).toEqual(first.data);
    expect((await post(ann, '/wallet/all/borrow', { ...body, amount: '501' }, key)).code).toBe(409);

    const now = await property(ann);
    expect(now).toMatchObject({
      level: '2.999970',
      assets: '1500.000000',
      liabilities: '500.005000',
      net: '999.995000',
      leverageRadio: 3,
      borrowLevel: '1.500000',
      callLevel: '1.300000',
      liquidationLevel: '1.100000',
      transferOutLevel: '2.000000',
    });
    expect(lineOf(now, 'USDT')).toMatchObject({ borrowed: '500.000000', interest: '0.005000' });
    expect((await get(ann, '/wallet/all/getDepositRate')).data).toEqual({
      level: '2.999970',
      transferOut: '2.000000',
      borrow: '1.500000',
      call: '1.300000',
      liquidation: '1.100000',
    });

    const order = { symbol: 'BTC_USDT', direction: 1, type: 2, amount: '1200' };
    const bought = await post(ann, '/entrust/exchange/all', order, { 'idempotency-key': freshKey() });
    expect([bought.code, bought.data.status]).toEqual([200, 1]);
    const held = await property(ann);
    const btc = lineOf(held, 'BTC');
    // At the index of 100,000 by the factor of 0.95, and what is left of USDT in full.
    const worth = BigInt((btc?.['total'] ?? '0').replace('.', '')) * 95n;
    const left = BigInt((lineOf(held, 'USDT')?.['total'] ?? '0').replace('.', ''));
    const micro = (worth * 100_000n * 1_000_000n) / 100n / 100_000_000n + left;
    expect(BigInt(held.assets.replace('.', ''))).toBe(micro);
    expect(held.level).not.toBe(now.level);

    const wrong = await post(ann, '/wallet/still/all', { coin: 'USDT', amount: '500.005001' });
    expect([wrong.code, wrong.data.args]).toEqual([2304, { owed: '500.005000', coin: 'USDT' }]);
    expect((await post(ann, '/wallet/still/all', { coin: 'USDT' })).data.fields).toEqual({ amount: 'required' });
    const both = await post(ann, '/wallet/still/all', { coin: 'USDT', amount: '1', all: true });
    expect(both.data.fields).toEqual({ amount: 'range' });
    const part = await post(ann, '/wallet/still/all', { coin: 'USDT', amount: '100.005' });
    expect(part.data).toMatchObject({ interestPaid: '0.005000', principalPaid: '100.000000', left: '400.000000' });
    // The rest is not available: the refusal has both amounts.
    const short = await post(ann, '/wallet/still/all', { coin: 'USDT', all: true });
    expect([short.code, short.data.args.needed]).toEqual([3001, '400.000000']);
    await fund(ann, '4', '1000');
    const all = { 'idempotency-key': freshKey() };
    const rest = await post(ann, '/wallet/still/all', { coin: 'USDT', all: true }, all);
    expect(rest.data).toMatchObject({
      interestPaid: '0.000000',
      principalPaid: '400.000000',
      left: '0.000000',
      level: null,
    });
    expect((await post(ann, '/wallet/still/all', { coin: 'USDT', all: true }, all)).data).toEqual(rest.data);
    expect((await post(ann, '/wallet/still/all', { coin: 'USDT', all: true })).code).toBe(2304);
  });

  it("never touches a second customer's wallet", async () => {
    await fund(ben, '4', '1000');
    expect((await property(ben)).level).toBeNull();
    expect((await post(ben, '/wallet/still/all', { coin: 'USDT', all: true })).code).toBe(2304);
    expect(
      (await post(ben, '/entrust/exchange/all', { symbol: 'BTC_USDT', direction: 2, type: 2, quantity: '0.001' })).code,
    ).toBe(3001);
  });
});

describe('orders that borrow and repay by themselves', () => {
  it('borrow exactly what is missing, once under a key, also when it is asked what became of it', async () => {
    const eve = await customer('evemargin');
    await fund(eve, '5', '1000');
    const body = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.02' };
    const refused = await post(eve, '/entrust/exchange/fixed', body);
    expect([refused.code, refused.data.args]).toEqual([
      3001,
      { needed: '1980.000000', available: '1000.000000', coin: 'USDT' },
    ]);
    const preview = await post(eve, '/entrust/preview', { ...body, account: 'fixed', quantity: '0.01' });
    expect(preview.data).toMatchObject({ code: 200, availableBefore: '1000.000000', availableAfter: '10.000000' });
    const uuid = freshKey();
    const key = { 'idempotency-key': uuid };
    const placed = await post(eve, '/entrust/exchange/fixed', { ...body, autoBorrow: true }, key);
    expect(placed.data).toMatchObject({ status: 0 });
    expect(lineOf(await property(eve, true), 'USDT')).toMatchObject({
      borrowed: '980.000000',
      available: '0.000000',
      held: '1980.000000',
    });
    const repeated = await post(eve, '/entrust/exchange/fixed', { ...body, autoBorrow: true }, key);
    expect(repeated.data).toEqual(placed.data);
    expect(lineOf(await property(eve, true), 'USDT')).toMatchObject({ borrowed: '980.000000' });
    const outcome = await world.call(eve, `/api/common/outcome/${uuid}`, {});
    expect(outcome.data).toMatchObject({ state: 'done', answer: { id: placed.data.id } });
    expect((await post(ben, '/entrust/cancel/entrust', { id: placed.data.id })).data[0].code).toBe(2101);
    const open = await get(eve, '/entrust/entrustlog/fixed/open/all');
    expect(open.data.records).toMatchObject([{ id: placed.data.id, account: 'fixed' }]);
    expect((await get(eve, '/entrust/entrustlog/all/open/all')).data.records).toEqual([]);
    expect((await post(eve, '/entrust/cancel/entrust', { id: placed.data.id })).data[0].code).toBe(200);
    expect((await post(eve, '/wallet/still/fixed', { coin: 'USDT', symbol: 'BTC_USDT', all: true })).data.left).toBe(
      '0.000000',
    );
  });

  it('borrow nothing where the loan is refused, and say why', async () => {
    const dan = await customer('danmargin');
    await fund(dan, '4', '100');
    const body = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.02', autoBorrow: true };
    const answer = await post(dan, '/entrust/exchange/all', body, { 'idempotency-key': freshKey() });
    expect([answer.code, answer.data.args.least]).toEqual([2303, '1.500000']);
    expect(await property(dan)).toMatchObject({ level: null, liabilities: '0.000000' });
  });

  it('give back what was lent when the order is refused after all', async () => {
    const fay = await customer('faymargin');
    await fund(fay, '5', '1000');
    // Post-only at a price that takes: refused only once there is money for it.
    const body = {
      symbol: 'BTC_USDT',
      direction: 1,
      type: 1,
      price: '100100',
      quantity: '0.02',
      timeInForce: 'POST_ONLY',
    };
    const key = { 'idempotency-key': freshKey() };
    const answer = await post(fay, '/entrust/exchange/fixed', { ...body, autoBorrow: true }, key);
    expect(answer.code).toBe(2109);
    const after = await property(fay, true);
    expect(after).toMatchObject({ level: null, liabilities: '0.000000' });
    // 1002 lent for an hour at 0.001 %.
    expect(lineOf(after, 'USDT')).toMatchObject({ total: '999.989980', borrowed: '0.000000' });
    expect((await post(fay, '/entrust/exchange/fixed', { ...body, autoBorrow: true }, key)).code).toBe(2109);
    expect(lineOf(await property(fay, true), 'USDT')).toMatchObject({ total: '999.989980' });
  });

  it('repay from what they receive, fill by fill, and keep the rest', async () => {
    const gus = await customer('gusmargin');
    await fund(gus, '5', '1000');
    const sell = { symbol: 'BTC_USDT', direction: 2, type: 2, quantity: '0.005', autoBorrow: true };
    expect((await post(gus, '/entrust/exchange/fixed', sell)).code).toBe(200);
    expect(lineOf(await property(gus, true), 'BTC')).toMatchObject({ borrowed: '0.00500000' });
    const buy = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.002', autoRepay: true };
    const bought = await post(gus, '/entrust/exchange/fixed', buy);
    expect(bought.code).toBe(200);
    await world.repays.settled();
    const part = lineOf(await property(gus, true), 'BTC');
    const details = (await get(gus, `/entrust/transaction/details/${bought.data.id}`)).data;
    const net = 200_000n - BigInt(details.order.serviceCharge.replace('.', ''));
    expect(part?.['total']).toBe('0.00000000');
    // Interest first: 0.005 BTC for an hour at 0.0005 %, rounded up.
    const owed =
      BigInt(part?.['borrowed']?.replace('.', '') ?? '') + BigInt(part?.['interest']?.replace('.', '') ?? '');
    expect(owed).toBe(500_000n + 3n - net);
    const rest = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.004', autoRepay: true };
    expect((await post(gus, '/entrust/exchange/fixed', rest)).code).toBe(200);
    await world.repays.settled();
    const end = await property(gus, true);
    expect(end).toMatchObject({ level: null, liabilities: '0.000000' });
    expect(lineOf(end, 'BTC')?.['borrowed']).toBe('0.00000000');
    expect(lineOf(end, 'BTC')?.['available']).not.toBe('0.00000000');
  });

  it('are refused where margin is not on, and repay nothing where nothing is owed', async () => {
    const ida = await customer('idamargin');
    await fund(ida, '5', '1000');
    const off = { symbol: 'ARB_USDT', direction: 1, type: 1, price: '1', quantity: '10' };
    for (const account of ['fixed', 'all'])
      expect((await post(ida, `/entrust/exchange/${account}`, off)).code).toBe(2002);
    const buy = { symbol: 'BTC_USDT', direction: 1, type: 2, amount: '100', autoRepay: true };
    expect((await post(ida, '/entrust/exchange/fixed', buy)).code).toBe(200);
    await world.repays.settled();
    expect((await property(ida, true)).level).toBeNull();
  });
});

describe('leverage, interest and liquidation of an isolated wallet', () => {
  it('leverage sets the level one may borrow to', async () => {
    const kim = await customer('kimmargin');
    await fund(kim, '5', '1000');
    const set = (leverageRadio: unknown, symbol = 'BTC_USDT') =>
      post(kim, '/wallet/fixed/updateLeverageRadio', { symbol, leverageRadio });
    const lower = await set(5);
    expect(lower.data).toMatchObject({ symbolName: 'BTC/USDT', leverageBefore: 10, leverageAfter: 5, coin: 'USDT' });
    expect(Number.parseInt(lower.data.limitAfter, 10)).toBeLessThan(Number.parseInt(lower.data.limitBefore, 10));
    expect((await property(kim, true)).leverageRadio).toBe(5);
    expect([(await set(11)).code, (await set(11)).data.args]).toEqual([2203, { most: '10' }]);
    expect((await set(7)).code).toBe(2203);
    expect((await set(5, 'EUR_USD')).code).toBe(2002);
    expect((await set('x')).data.fields).toEqual({ leverageRadio: 'number' });
    expect((await post(kim, '/wallet/fixed/updateLeverageRadio', { leverageRadio: 5 })).data.fields).toEqual({
      symbol: 'required',
    });
  });

  it('interest grows by the clock hour, and at its level the wallet is liquidated as far as its debt needs', async () => {
    const lea = await customer('leamargin');
    await fund(lea, '5', '1000');
    const borrowed = await post(lea, '/wallet/fixed/borrow', { coin: 'USDT', amount: '4000', symbol: 'BTC_USDT' });
    expect(borrowed.data.code).toBe(200);
    const buy = { symbol: 'BTC_USDT', direction: 1, type: 2, amount: '4900' };
    expect((await post(lea, '/entrust/exchange/fixed', buy)).code).toBe(200);
    const before = lineOf(await property(lea, true), 'USDT');
    expect(before?.['interest']).toBe('0.040000');
    ahead += HOUR;
    await at(100_000);
    const later = lineOf(await property(lea, true), 'USDT');
    expect(later?.['interest']).toBe('0.080000');
    const worth = await property(lea, true);
    const dollars = Math.trunc(Number.parseFloat(worth.liquidationPrice));
    // One dollar above it stands; at the next whole dollar below it does not.
    await at(dollars + 2);
    expect(Number.parseFloat((await property(lea, true)).level)).toBeGreaterThan(1.05);
    await at(dollars - 1);
    await at(dollars - 1);
    const over = await property(lea, true);
    await world.folded(world.live.head().seq);
    const records = await get(lea, '/entrust/borrowOrder/fixed/liquidation/all');
    expect(records.code).toBe(200);
    expect(records.data.total).toBeGreaterThan(0);
    expect(Number.parseFloat(over.liabilities)).toBeLessThan(4_000);
    await at(100_000);
  });

  it('an hour that begins during a repayment is paid and reported, also when the request is repeated', async () => {
    const noa = await customer('noamargin');
    await fund(noa, '5', '1000');
    const loan = { coin: 'USDT', amount: '100', symbol: 'BTC_USDT' };
    expect((await post(noa, '/wallet/fixed/borrow', loan)).code).toBe(200);
    // The exchange does not know yet that an hour has begun.
    ahead += HOUR;
    const key = { 'idempotency-key': freshKey() };
    const body = { coin: 'USDT', symbol: 'BTC_USDT', all: true };
    const paid = await post(noa, '/wallet/still/fixed', body, key);
    expect(paid.data).toMatchObject({ interestPaid: '0.002000', principalPaid: '100.000000', left: '0.000000' });
    expect((await post(noa, '/wallet/still/fixed', body, key)).data).toEqual(paid.data);
    await at(100_000);
  });

  it('prices that are not good stop borrowing, never repaying', async () => {
    const mia = await customer('miamargin');
    await fund(mia, '5', '1000');
    await fund(mia, '5', '0.001', 'BTC');
    expect((await post(mia, '/wallet/fixed/borrow', { coin: 'USDT', amount: '100', symbol: 'BTC_USDT' })).code).toBe(
      200,
    );
    ahead += 15_000;
    await world.link.submit({ name: 'hours.set', calendar: 200, sessions: [] } as unknown as Command);
    const stale = await post(mia, '/wallet/fixed/borrow', { coin: 'USDT', amount: '100', symbol: 'BTC_USDT' });
    expect(stale.code).toBe(2005);
    expect((await post(mia, '/wallet/fixed/getCanborrow', { coin: 'USDT', symbol: 'BTC_USDT' })).data.canBorrow).toBe(
      '0.000000',
    );
    expect((await post(mia, '/wallet/still/fixed', { coin: 'USDT', symbol: 'BTC_USDT', all: true })).code).toBe(200);
    await at(100_000);
  });
});
