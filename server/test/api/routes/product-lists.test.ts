// Lists of contracts, margin and second contracts through HTTP (calls §2, §3): orders and fills, positions and their story,
// stop orders, records of borrowing, second contracts; files that add up to the ledger; bad input, a second customer.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ExchangeEdge, type Person, startExchange } from '../http/exchange-edge.ts';
import type { Json } from '../http/harness.ts';
import { slotOf } from '../../support/slots.ts';

const C = '/api/v1/coin';
const DEPTH = { 1: 400_000, 101: 1_000_000, 201: 10_000 } as const;
const MONTH = 30 * 86_400_000;

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let ahead = 0;
let turn = 0;
/** Ids of what Ann did. */
const hers = { closed: '', open: '', inverse: '', guard: '', order: '', second: '' };
let bens = '';

/** A tick of BTC at so many whole dollars; ladders of its spot market and contracts half a dollar around it. */
async function at(dollars: number): Promise<void> {
  turn += 1;
  const depth = Object.fromEntries(Object.entries(DEPTH).map(([market, lots]) => [market, lots + turn]));
  const outcomes = await world.link.submitRun(slotOf(dollars, depth));
  for (const { code } of outcomes) if (code !== 200) throw new Error(`expected a tick and ladders, got ${code}`);
}

async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  expect([code, data]).toMatchObject([200, {}]);
  return data;
}
const post = (person: Person | undefined, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  world.call(person, path, body, headers);
const get = (person: Person | undefined, path: string) => world.call(person, `${C}${path}`);
const trade = (person: Person, fields: object) =>
  done(post(person, '/api/contract/order/submit', { symbol: 'BTC_USDT', type: 2, ...fields }));
const positions = async (person: Person, fields: object = {}) =>
  (await done(post(person, '/api/contract/position/list', fields))).records as Json[];
const list = (person: Person | undefined, what: string, fields: object = {}) => post(person, `/api/${what}`, fields);

/** The rows of a file as objects. */
async function file(person: Person, url: string, body?: object): Promise<Record<string, string>[]> {
  const answer = await world.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: body === undefined ? `${url}?format=csv` : url,
    headers: { origin: 'http://vitrine.test', ...person },
    ...(body === undefined ? {} : { payload: { ...body, format: 'csv' } }),
  });
  expect([url, answer.headers['content-type']]).toEqual([url, expect.stringContaining('text/csv')]);
  const [head = '', ...rows] = answer.body.trimEnd().split('\r\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, column) => [names[column] ?? '', cell])));
}

/** A decimal as whole 10⁻⁸. */
const units = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(8, '0'));
  return text.startsWith('-') ? -value : value;
};
const sum = (rows: readonly Json[], field: string): bigint =>
  rows.reduce((total: bigint, row: Json) => total + units(row[field] as string), 0n);

async function customer(name: string): Promise<Person> {
  const person = await world.register(name);
  await done(post(person, '/api/practice/claim'));
  for (const [to, coin, amount] of [
    ['2', 'USDT', '4000'],
    ['3', 'BTC', '0.05'],
    ['4', 'USDT', '1000'],
    ['6', 'USDT', '1000'],
  ] as const)
    await done(post(person, '/api/userCoin/transfer', { from: '1', to, coin, amount }));
  return person;
}

beforeAll(async () => {
  world = await startExchange({ ahead: () => ahead });
  await at(100_000);
  ann = await customer('annlists');
  ben = await customer('benlists');

  // A long of two openings and two closings, with margin moved and both guards set.
  const opened = { direction: 1, quantity: '0.02', marginMode: 'fixed', leverageRadio: 20 };
  hers.order = (await trade(ann, opened)).id;
  hers.closed = (await positions(ann))[0].id;
  await at(100_100);
  await trade(ann, { ...opened, quantity: '0.01' });
  await done(post(ann, '/api/contract/position/adjustAmount', { id: hers.closed, money: '50', flag: 1 }));
  const guards = { id: hers.closed, stopProfitPrice: '120000', stopLossPrice: '97000' };
  await done(post(ann, '/api/contract/loss/sett', guards));
  await trade(ann, { direction: 3, quantity: '0.01' });
  await at(100_500);
  await done(post(ann, '/api/contract/position/stopOrder', { id: hers.closed }));
  // A cross short that stays, with a stop-loss that is replaced and one order at a trigger; an inverse long.
  await trade(ann, { direction: 2, quantity: '0.01', marginMode: 'all', leverageRadio: 10 });
  hers.open = (await positions(ann))[0].id;
  await done(post(ann, '/api/contract/loss/sett', { id: hers.open, stopLossPrice: '105000', quantity: '0.00500' }));
  await done(post(ann, '/api/contract/loss/sett', { id: hers.open, stopLossPrice: '106000' }));
  await trade(ann, { direction: 1, type: 4, quantity: '0.01', triggerPrice: '110000', marginMode: 'fixed' });
  await trade(ann, { contractType: 'coin', direction: 1, quantity: '5', marginMode: 'fixed', leverageRadio: 10 });
  hers.inverse = (await positions(ann, { contractType: 'coin' }))[0].id;
  // Spot, both ways.
  for (const [direction, quantity] of [
    [1, '0.01'],
    [2, '0.004'],
  ])
    await done(post(ann, '/api/currency/order/submit', { symbol: 'BTC_USDT', direction, type: 2, quantity }));
  // Lent twice, repaid once a part and once all; lent again.
  for (const amount of ['300', '200']) await done(post(ann, `${C}/wallet/all/borrow`, { coin: 'USDT', amount }));
  await done(post(ann, `${C}/wallet/still/all`, { coin: 'USDT', amount: '100' }));
  await done(post(ann, `${C}/wallet/still/all`, { coin: 'USDT', all: true }));
  await done(post(ann, `${C}/wallet/all/borrow`, { coin: 'USDT', amount: '50' }));

  // Ben's long is far out on its margin: the fall takes it, and his guard has no time to.
  await trade(ben, { direction: 1, quantity: '0.02', marginMode: 'fixed', leverageRadio: 100 });
  bens = (await positions(ben))[0].id;
  // The quotes of the same tick take it, above where nothing is left of it.
  await at(99_800);
  await at(99_000);
  await at(98_900);

  // Won, lost, and one that is running.
  const second = { symbol: 'BTC_USDT', periodId: '301-30', amount: '100', odds: '0.8' };
  for (const direction of [1, 2]) {
    await at(99_000);
    const made = await done(post(ann, '/api/secondContractOrder/createSecondContractOrder', { ...second, direction }));
    hers.second = made.id;
    ahead += 1_500;
    await at(99_000);
    ahead += 29_500;
    await at(99_100);
    ahead += 1_000;
    await at(99_100);
  }
  await done(post(ann, '/api/secondContractOrder/createSecondContractOrder', { ...second, direction: 1 }));
  // An hour's interest of what is owed.
  ahead += 3_600_000;
  await at(99_000);
  await world.folded(world.live.head().seq);
});
afterAll(() => world.stop());

describe('orders of contracts (contract/order/list, entrustlogContract)', () => {
  it('are listed by kind, status and symbol, newest first, without guards that did not fire', async () => {
    const all = await done(list(ann, 'contract/order/list', { size: 100 }));
    expect(all).toMatchObject({ total: 6, size: 100, current: 1 });
    const [trigger, , , , , first] = all.records;
    expect(trigger).toMatchObject({ status: 4, direction: 1, triggerPrice: '110000.0', contractType: 'u' });
    expect(first).toMatchObject({
      ...{ id: hers.order, symbolName: 'BTC/USDT', account: null, contractType: 'u', direction: 1, status: 1 },
      ...{ marginMode: 'fixed', leverageRadio: 20, dealtQuantity: '0.02000', serviceChargeCoin: 'USDT' },
    });
    expect((await done(list(ann, 'contract/order/list', { status: 4 }))).records).toEqual([trigger]);
    expect((await done(list(ann, 'contract/order/list', { contractType: 'coin' }))).total).toBe(1);
    expect((await done(list(ann, 'contract/order/list', { symbol: 'eth_usdt' }))).total).toBe(0);
    const paged = await done(list(ann, 'contract/order/list', { size: 4, current: 2 }));
    expect(paged.records.map(({ id }: Json) => id)).toEqual(all.records.slice(4).map(({ id }: Json) => id));
    const log = async (words: string) => (await done(get(ann, `/entrust/entrustlogContract/${words}`))).total;
    expect(await log('u/history/all')).toBe(5);
    expect(await log('u/history/BTC_USDT')).toBe(5);
    expect(await log('u/trigger/all')).toBe(1);
    expect(await log('u/open/all')).toBe(0);
    expect(await log('coin/history/all')).toBe(1);
  });

  it('are cut by time', async () => {
    const all = (await done(list(ann, 'contract/order/list', { size: 100 }))).records as Json[];
    const { createTime } = all[2];
    const since = await done(list(ann, 'contract/order/list', { startTime: createTime, size: 100 }));
    expect(since.records.every((one: Json) => one.createTime >= createTime)).toBe(true);
    expect(since.total).toBe(all.filter((one) => one.createTime >= createTime).length);
    expect((await done(list(ann, 'contract/order/list', { endTime: 1 }))).total).toBe(0);
  });

  it('refuse wrong words', async () => {
    for (const words of ['x/open/all', 'u/closed/all', 'u/open/'])
      expect((await get(ann, `/entrust/entrustlogContract/${words}`)).status).toBeGreaterThanOrEqual(400);
    expect((await get(ann, '/entrust/entrustlogContract/u/open/NO_COIN')).code).toBe(2002);
    expect((await get(ann, '/entrust/entrustlogContract/coin/open/XAUUSD')).code).toBe(2002);
    expect((await list(ann, 'contract/order/list', { status: 9 })).data.fields).toEqual({ status: 'range' });
    expect((await list(ann, 'contract/order/list', { contractType: 'spot' })).code).toBe(400);
    expect((await list(undefined, 'contract/order/list')).code).toBe(401);
  });
});

describe('fills (entrust/get/myExchangeLog) and one order (entrust/transaction/details)', () => {
  it('are of one kind of contracts, or of one account', async () => {
    const fills = async (query: string) =>
      (await done(get(ann, `/entrust/get/myExchangeLog/${query}`))).records as Json[];
    const u = await fills('all?contractType=u&size=100');
    expect(u.map((one) => one.direction)).toEqual([2, 3, 3, 1, 1]);
    expect(u.every((one) => one.feeCoin === 'USDT' && one.house && !one.maker)).toBe(true);
    const coin = await fills('BTC_USDT?contractType=coin');
    expect(coin).toMatchObject([{ direction: 1, feeCoin: 'BTC', quantity: '5' }]);
    expect((await fills('all')).map((one) => one.direction)).toEqual([2, 1]);
    expect(await fills('all?account=all')).toEqual([]);
    expect((await get(ann, '/entrust/get/myExchangeLog/all?contractType=spot')).code).toBe(400);
  });

  it('tell where each fee of a contract went; it adds up', async () => {
    const { order, fills, fees } = await done(get(ann, `/entrust/transaction/details/${hers.order}`));
    expect(order).toMatchObject({ id: hers.order, contractType: 'u', direction: 1 });
    expect(fills).toHaveLength(1);
    for (const fee of fees) {
      const { safety, house, agent, referral } = fee;
      expect([safety, house, agent, ...referral].reduce((all, one) => all + units(one), 0n)).toBe(units(fee.fee));
      expect(units(house)).toBeGreaterThan(0n);
    }
    expect(fees[0].fee).toBe(order.serviceCharge);
    for (const id of [hers.order, '999999', 'nobody'])
      expect((await get(ben, `/entrust/transaction/details/${id}`)).code).toBe(2101);
  });
});

describe('positions (contract/position/list, story)', () => {
  it('are listed open from what stands now, and closed with their whole result', async () => {
    expect((await positions(ann)).map(({ id }) => id)).toEqual([hers.open]);
    expect((await done(get(ann, '/entrust/get/myPosition/u'))).map(({ id }: Json) => id)).toEqual([hers.open]);
    expect((await done(get(ann, '/entrust/get/myPosition/coin?symbol=BTC_USDT')))[0].id).toBe(hers.inverse);
    expect((await get(ann, '/entrust/get/myPosition/spot')).code).toBe(400);
    const [closed, ...more] = await positions(ann, { status: 'closed' });
    expect(more).toEqual([]);
    expect(closed).toMatchObject({
      ...{ id: hers.closed, direction: 1, openInterest: '0.00000', marginMode: 'fixed', fundingProfit: '0.000000' },
      // 0.02 at 100,000.5 and 0.01 at 100,100.5, to a hundredth of a tick, up.
      averageOpenPrice: '100033.834',
      unrealisedProfit: '0.000000',
    });
    // What its fills brought, less what they cost.
    const fills = (await done(get(ann, '/entrust/get/myExchangeLog/all?contractType=u&size=100'))).records as Json[];
    const [sold, bought] = [3, 1].map((direction) =>
      sum(
        fills.filter((one) => one.direction === direction),
        'amount',
      ),
    );
    expect(units(closed.priceProfit)).toBe((sold ?? 0n) - (bought ?? 0n));
    const fees = fills.filter((one) => one.direction === 1 || one.direction === 3);
    expect(units(closed.feeProfit)).toBe(-sum(fees, 'fee'));
    expect(units(closed.profit)).toBe(
      units(closed.priceProfit) + units(closed.feeProfit) + units(closed.fundingProfit),
    );
    expect(closed.closeTime).toBe(closed.updateTime);
    expect(await positions(ann, { status: 'closed', endTime: closed.closeTime - 1 })).toEqual([]);
    expect(await positions(ann, { status: 'closed', contractType: 'coin' })).toEqual([]);
    expect(await positions(ann, { startTime: world.live.head().time + MONTH })).toEqual([]);
  });

  it('tell their story oldest first: each fill, margin, with what it made', async () => {
    const { position, steps } = await done(post(ann, '/api/contract/position/story', { id: hers.closed }));
    expect(position.id).toBe(hers.closed);
    expect(steps.map((one: Json) => [one.step, one.quantity, one.price])).toEqual([
      ['open', '0.02000', '100000.5'],
      ['increase', '0.01000', '100100.5'],
      ['margin', null, null],
      ['reduce', '0.01000', '100099.5'],
      ['close', '0.02000', '100499.5'],
    ]);
    expect(steps[2].amount).toBe('50.000000');
    expect(steps[0]).toMatchObject({ orderId: hers.order, equity: null, maintenance: null, amount: null });
    expect(sum(steps.slice(3), 'amount')).toBe(units(position.priceProfit));
    const times = steps.map((one: Json) => one.seq);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const running = await done(post(ann, '/api/contract/position/story', { id: hers.open }));
    expect(running.position).toMatchObject({ id: hers.open, closeTime: null, marginMode: 'all' });
    expect(running.steps).toMatchObject([{ step: 'open' }]);
  });

  it('tell every step of a liquidation, with mark, equity and maintenance', async () => {
    const { position, steps } = await done(post(ben, '/api/contract/position/story', { id: bens }));
    expect(position.openInterest).toBe('0.00000');
    const cut = steps.find((one: Json) => one.step === 'cut');
    expect(cut.markPrice).not.toBeNull();
    expect(units(cut.equity)).toBeLessThanOrEqual(units(cut.maintenance));
    expect(cut).toMatchObject({ quantity: '0.02000', price: expect.any(String), orderId: expect.any(String) });
    const { order } = await done(get(ben, `/entrust/transaction/details/${cut.orderId}`));
    expect(order).toMatchObject({ direction: 3, serviceCharge: '0.000000', positionId: bens });
  });

  it('are nobody else’s', async () => {
    for (const id of [hers.closed, hers.open, hers.order, '1', 'x', '-1', '99999999999999999'])
      expect([id, (await post(ben, '/api/contract/position/story', { id })).code]).toEqual([id, 2201]);
    expect((await positions(ben, { status: 'closed' })).map(({ id }) => id)).toEqual([bens]);
    expect(await positions(ben)).toEqual([]);
    expect((await post(ann, '/api/contract/position/story', {})).data.fields).toEqual({ id: 'required' });
    expect((await post(undefined, '/api/contract/position/list')).code).toBe(401);
    expect((await list(ann, 'contract/position/list', { status: 'gone' })).code).toBe(400);
  });
});

describe('stop orders of positions (contract/loss/list)', () => {
  it('are listed with what became of each', async () => {
    const of = async (fields: object) => (await done(list(ann, 'contract/loss/list', fields))).records as Json[];
    const gone = (await of({ id: hers.closed })).toSorted((a, b) => a.kind - b.kind);
    expect(gone.map((one) => [one.kind, one.status, one.quantity])).toEqual([
      [1, 'cancelled', null],
      [2, 'cancelled', null],
    ]);
    const [now, before] = await of({ id: hers.open });
    expect(now).toMatchObject({ triggerPrice: '106000.0', status: 'waiting', direction: 2, kind: 2, quantity: null });
    expect(before).toMatchObject({ triggerPrice: '105000.0', status: 'cancelled', quantity: '0.00500' });
    hers.guard = now.id;
    expect(await of({ status: 'waiting' })).toEqual([now]);
    expect(await of({ symbol: 'BTC_USDT', size: 1, current: 4 })).toHaveLength(1);
    expect(await of({ status: 'triggered' })).toEqual([]);
    expect((await list(ben, 'contract/loss/list', { id: hers.open })).data.total).toBe(0);
    expect((await list(ann, 'contract/loss/list', { id: 'x' })).code).toBe(2201);
    expect((await list(ann, 'contract/loss/list', { symbol: 'NO_COIN' })).code).toBe(2002);
    expect((await list(ann, 'contract/loss/list', { status: 'fired' })).code).toBe(400);
    expect((await list(undefined, 'contract/loss/list')).code).toBe(401);
  });

  it('are triggered when their price comes, and orders of the history from then on', async () => {
    // Well beyond the trigger: the mark may be 0.15 % from the index, by how long the book stood where it was.
    await at(107_000);
    await world.folded(world.live.head().seq);
    const { records } = await done(list(ann, 'contract/loss/list', { status: 'triggered' }));
    expect(records).toMatchObject([{ id: hers.guard, status: 'triggered' }]);
    const [last] = (await done(list(ann, 'contract/order/list', { status: 1 }))).records;
    expect(last).toMatchObject({ id: hers.guard, direction: 4, positionId: hers.open });
    const { steps } = await done(post(ann, '/api/contract/position/story', { id: hers.open }));
    expect(steps.at(-1)).toMatchObject({ step: 'close', orderId: hers.guard });
    await at(99_000);
  });
});

describe('records of borrowing (entrust/borrowOrder)', () => {
  it('say what was lent, repaid and came as interest, and what became of each debt', async () => {
    const of = async (words: string) => (await done(get(ann, `/entrust/borrowOrder/${words}`))).records as Json[];
    expect((await of('all/borrow/all')).map((one) => [one.amount, one.status, one.coin, one.step])).toEqual([
      ['50.000000', 'done', 'USDT', null],
      ['200.000000', 'repaid', 'USDT', null],
      ['300.000000', 'repaid', 'USDT', null],
    ]);
    const still = await of('all/still/USDT');
    expect(still.map((one) => one.status)).toEqual(['repaid', 'done']);
    const interest = await of('all/interest/BTC_USDT');
    expect(interest.map((one) => one.status)).toEqual(expect.arrayContaining(['done', 'repaid']));
    // What was lent and what it cost, less what was paid, is what is still owed.
    const owed = (await done(get(ann, '/wallet/all/marginProperty'))).list.find((one: Json) => one.coin === 'USDT');
    const lent = sum(await of('all/borrow/all'), 'amount') + sum(interest, 'amount') - sum(still, 'amount');
    expect(lent).toBe(
      units(owed.borrowed) +
        sum(
          interest.filter((one) => one.status === 'done'),
          'amount',
        ),
    );
    expect(await of('fixed/borrow/all')).toEqual([]);
    expect(await of('all/borrow/ETH')).toEqual([]);
    expect(await of('all/liquidation/all')).toEqual([]);
    expect((await done(get(ben, '/entrust/borrowOrder/all/borrow/all'))).total).toBe(0);
    for (const [words, code] of [
      ['spot/borrow/all', 400],
      ['all/lent/all', 400],
      ['all/borrow/NOPE', 2002],
    ])
      expect([words, (await get(ann, `/entrust/borrowOrder/${words}`)).code]).toEqual([words, code]);
    expect((await get(undefined, '/entrust/borrowOrder/all/borrow/all')).code).toBe(401);
  });
});

describe('second contracts (selectOrderList)', () => {
  it('are listed with both ticks, and one’s own result over all of them', async () => {
    const of = async (fields: object) => await done(list(ann, 'secondContractOrder/selectOrderList', fields));
    const { records, net, total } = await of({});
    expect([total, net]).toEqual([
      3,
      [{ coin: 'USDT', net: '-20.000000', staked: '200.000000', won: 1, lost: 1, tied: 0 }],
    ]);
    expect(records.map((one: Json) => [one.result, one.profit])).toEqual([
      [null, '0.000000'],
      [2, '-100.000000'],
      [1, '80.000000'],
    ]);
    expect(records[0]).toMatchObject({ status: 3, voidReason: 'noOpen', openTick: null });
    expect(records[1]).toMatchObject({
      id: hers.second,
      openTick: { price: '99000.000' },
      closeTick: { price: '99100.000' },
    });
    expect(records[1].openTick.seq).toBeLessThan(records[1].closeTick.seq);
    const lost = await of({ status: 2, size: 1, symbol: 'btcusdt' });
    expect(lost).toMatchObject({ total: 2, records: [{ id: hers.second }], net });
    expect((await of({ endTime: 1 })).records).toEqual([]);
    expect((await list(ben, 'secondContractOrder/selectOrderList')).data).toMatchObject({ total: 0, net: [] });
    expect((await list(ann, 'secondContractOrder/selectOrderList', { symbol: 'NO_COIN' })).code).toBe(2002);
    expect((await list(ann, 'secondContractOrder/selectOrderList', { status: 4 })).code).toBe(400);
    expect((await list(undefined, 'secondContractOrder/selectOrderList')).code).toBe(401);
  });
});

describe('files and the ledger', () => {
  const bills = async (fields: object) => {
    const found: Json[] = [];
    for (let current = 1; ; current += 1) {
      const { records } = await done(post(ann, `${C}/assets/getMyBill`, { ...fields, current, size: 100 }));
      found.push(...records);
      if (records.length < 100) return found;
    }
  };

  it('fees and values of orders and fills add up to the bills (calls §1)', async () => {
    const orders = await file(ann, '/api/contract/order/list', { contractType: 'u' });
    const fills = await file(ann, `${C}/entrust/get/myExchangeLog/all`, undefined);
    const contract = await world.app.inject({
      url: `${C}/entrust/get/myExchangeLog/all?contractType=u&format=csv`,
      headers: { origin: 'http://vitrine.test', ...ann },
    });
    const [head = '', ...rows] = contract.body.trimEnd().split('\r\n');
    const fee = head.split(',').indexOf('fee');
    const amount = head.split(',').indexOf('amount');
    const total = (column: number) => rows.reduce((all, row) => all + units(row.split(',')[column] ?? ''), 0n);
    expect(rows.length).toBeGreaterThan(5);
    expect(sum(orders, 'serviceCharge')).toBe(total(fee));
    expect(sum(orders, 'dealtValue')).toBe(total(amount));
    expect(sum(await bills({ walletType: '2', kind: 'fee' }), 'amount')).toBe(-total(fee));

    // Of spot: what was paid and got, apart from fees; fees in the coin received.
    const spot = await bills({ walletType: '1', kind: 'trade' });
    const usdt = (rest: readonly Json[]) => rest.filter((one) => one.coin === 'USDT');
    const signed = (one: Record<string, string>) => units(one['amount'] ?? '') * (one['direction'] === '1' ? -1n : 1n);
    expect(sum(usdt(spot), 'amount')).toBe(fills.reduce((all, one) => all + signed(one), 0n));
    for (const coin of ['BTC', 'USDT'])
      expect(
        -sum(
          (await bills({ walletType: '1', kind: 'fee' })).filter((one) => one.coin === coin),
          'amount',
        ),
      ).toBe(
        sum(
          fills.filter((one) => one['feeCoin'] === coin),
          'fee',
        ),
      );

    // What came and went in wallet 2 besides transfers: margin of nothing is left, so results of positions it is.
    const closed = await file(ann, '/api/contract/position/list', { status: 'closed' });
    expect(closed).toHaveLength(2);
    const moved = (await bills({ walletType: '2' })).filter(
      (one) => one.kind !== 'transfer' || one.causeKind === 'position',
    );
    expect(sum(moved, 'amount')).toBe(sum(closed, 'profit'));
  });

  it('of every list hold what its pages hold', async () => {
    const ids = (rows: readonly Json[]) => rows.map((one) => one.id as string);
    for (const [url, body] of [
      ['/api/contract/order/list', {}],
      ['/api/contract/position/list', { status: 'closed' }],
      ['/api/contract/position/list', { contractType: 'coin' }],
      ['/api/secondContractOrder/selectOrderList', {}],
    ] as const) {
      const paged = (await done(post(ann, url, { ...body, size: 100 }))).records;
      expect(paged.length).toBeGreaterThan(0);
      expect([url, ids(await file(ann, url, body))]).toEqual([url, ids(paged)]);
    }
    for (const path of ['/entrust/borrowOrder/all/interest/all', '/entrust/entrustlogContract/u/history/all']) {
      const paged = (await done(get(ann, `${path}?size=100`))).records;
      expect(paged.length).toBeGreaterThan(0);
      expect([path, ids(await file(ann, `${C}${path}`))]).toEqual([path, ids(paged)]);
    }
    expect(await file(ben, '/api/secondContractOrder/selectOrderList', {})).toEqual([]);
  });

  it('bills name the position and the second contract they are of', async () => {
    const second = (await bills({ walletType: '6' })).filter((one) => one.kind === 'second');
    expect(second.map((one) => one.causeKind)).toEqual(second.map(() => 'second'));
    expect(second.map((one) => one.causeId)).toContain(hers.second);
    expect(second[0]).toMatchObject({ symbolName: 'BTC/USDT' });
    const margin = (await bills({ walletType: '2' })).find((one) => one.causeKind === 'position');
    expect(margin).toMatchObject({
      causeId: hers.closed,
      kind: 'transfer',
      symbolName: 'BTC/USDT',
      amount: '-50.000000',
    });
    // A transfer between wallets is one; margin that moved inside a wallet is none.
    const transfers = await done(post(ann, '/api/userCoin/transferList', { size: 100 }));
    expect(transfers.total).toBe(4);
    expect(transfers.records.map((one: Json) => [one.from, one.to])).toEqual([
      ['1', '6'],
      ['1', '4'],
      ['1', '3'],
      ['1', '2'],
    ]);
  });
});
