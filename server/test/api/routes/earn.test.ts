// Staking and finance through HTTP (calls §7, money §6): products beside the ledger, purchases, days, ends, redemptions;
// bad cases, keys, a second customer.

import { type Command, type CommandOf, earnSetup, encodeCommand, type RowId, yieldOf } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeEdge, freshKey, type Person, startExchange } from '../http/exchange-edge.ts';

const DAY = 86_400_000;
/** Products of the first setup: staking USDT 7 days; finance USDT 14 days, members 90 days, flexible. */
const WEEK = '1';
const FORTNIGHT = '6';
const MEMBERS = '8';
const FLEXIBLE = '9';
const RISK_AND_ADMINISTRATOR = 18;

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let ahead = 0;

const post = (person: Person | undefined, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  world.call(person, `/api/${path}`, body, headers);
const buy = (person: Person, of: 'pledge' | 'finance', id: string, amount: string, more: object = {}) =>
  post(person, `${of}/submit`, { id, version: 1, amount, ...more });

async function customer(name: string): Promise<Person> {
  const person = await world.register(name);
  expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
  return person;
}

async function tick(): Promise<void> {
  const { code } = await world.link.submit({
    name: 'ticks',
    ticks: [{ instrument: 1, price: 100_000_000, spread: 0, used: 1, total: 1 }],
    quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
  } as unknown as Command);
  expect(code).toBe(200);
}

/** Two operators propose and approve a command. */
async function agree(command: Command): Promise<void> {
  const words = [...encodeCommand(command)].map((word) => ({ word }));
  const made = await world.link.submit({ name: 'proposal.make', operator: 1, words });
  expect(made.code).toBe(200);
  const done = await world.link.submit({ name: 'proposal.approve', operator: 2, proposal: made.result as RowId });
  expect(done.code).toBe(200);
  await world.folded(done.seq);
}

/** Lets days pass, and waits until history has them. */
async function days(many: number): Promise<void> {
  for (let day = 0; day < many; day += 1) {
    ahead += DAY;
    // A tick moves the clock of the exchange: every day that ended is paid before it.
    await tick();
  }
  await world.folded(world.live.head().seq);
}

async function spot(person: Person): Promise<string> {
  return (await world.call(person, '/api/v1/coin/wallet/get/1/USDT')).data[0].available;
}

beforeAll(async () => {
  world = await startExchange({ ahead: () => ahead });
  for (const operator of [1, 2]) {
    const { code } = await world.link.submit({ name: 'desk.grant', operator, roles: RISK_AND_ADMINISTRATOR });
    expect(code).toBe(200);
  }
  await tick();
  ann = await customer('annearn');
  ben = await customer('benearn');
});
afterAll(() => world.stop());

describe('pledge/list and finance/list (calls §7)', () => {
  it('give guests every product on its terms, with nothing promised yet', async () => {
    await world.folded(world.live.head().seq);
    const staking = await post(undefined, 'pledge/list');
    expect(staking.data.records).toHaveLength(5);
    expect(staking.data.records[0]).toMatchObject({
      ...{ id: WEEK, version: 1, coin: 'USDT', state: 'open', dailyRate: '0.000100000', cycle: 7, vip: 0 },
      ...{ min: '100.000000', max: '50000.000000', limit: '20000000.000000', remainingAmount: '20000000.000000' },
      ...{ early: true, penalty: '0.010000', times: 3, remainingTimes: null, sold: '0.000000' },
      ...{ promised: '0.000000', reserved: '0.000000', subscriptionAmount: '0.000000' },
    });
    const finance = await post(undefined, 'finance/list');
    expect(finance.data.records.map((one: { tab: number }) => one.tab)).toEqual([1, 1, 2, 3, 3]);
    const members = await post(undefined, 'finance/list', { tab: 2 });
    expect(members.data.records).toMatchObject([{ id: MEMBERS, vip: 1, averageIncome: '0.080000000', lockDays: 90 }]);
    expect((await post(undefined, 'finance/list', { tab: 4 })).code).toBe(400);
    const one = await post(undefined, `finance/detail/${FLEXIBLE}`);
    expect(one.data).toMatchObject({ id: FLEXIBLE, flexible: true, lockDays: 0, cycle: 1, early: true });
    for (const id of [WEEK, '999', '70000'])
      expect((await post(undefined, `finance/detail/${id}`)).code, id).toBe(4001);
  });
});

describe('a redemption that is sent twice', () => {
  it('is done once, with one answer', async () => {
    const { data: bought } = await buy(ben, 'finance', FLEXIBLE, '100');
    await world.folded(bought.seq);
    const key = { 'idempotency-key': freshKey() };
    const body = { id: bought.id, receive: '100' };
    const first = await post(ben, 'finance/redeem', body, key);
    expect(first.data).toMatchObject({ id: bought.id, receive: '100.000000', penalty: '0.000000' });
    expect((await post(ben, 'finance/redeem', body, key)).data).toEqual(first.data);
    expect((await post(ben, 'finance/redeem', { ...body, receive: '99' }, key)).code).toBe(409);
  });
});

describe('a stake from its purchase to its end (money §6)', () => {
  it('reserves its whole yield, pays each day, and gives the principal back', async () => {
    const before = Number(await spot(ann));
    const key = freshKey();
    const body = { id: WEEK, version: 1, amount: '1234.567891' };
    const bought = await post(ann, 'pledge/submit', body, { 'idempotency-key': key });
    const whole = yieldOf(1, 1_234_567_891, 100_000, 7);
    expect(bought.data.yield).toBe((whole / 1e6).toFixed(6));
    // Twice the same: one stake.
    const again = await post(ann, 'pledge/submit', body, { 'idempotency-key': key });
    expect(again.data).toEqual(bought.data);
    await world.folded(bought.data.seq);
    const { records, own } = (await post(ann, 'pledge/orderList')).data;
    expect(records).toMatchObject([
      {
        ...{ id: bought.data.id, productId: WEEK, version: 1, coin: 'USDT', amount: '1234.567891', cycle: 7, day: 0 },
        ...{ paid: '0.000000', reserved: bought.data.yield, status: 0, ended: null, endDate: bought.data.endDate },
        ...{ nextTime: records[0].startDate + DAY, dailyRate: '0.000100000', seq: bought.data.seq },
      },
    ]);
    expect(own).toMatchObject([{ coin: 'USDT', amount: '1234.567891', reserved: bought.data.yield, running: 1 }]);
    const [product] = (await post(ann, 'pledge/list')).data.records;
    expect(product).toMatchObject({ sold: '1234.567891', promised: bought.data.yield, remainingTimes: 2 });
    await days(3);
    const third = yieldOf(1, 1_234_567_891, 100_000, 3);
    const running = (await post(ann, 'pledge/orderList')).data.records[0];
    expect(running).toMatchObject({ day: 3, paid: (third / 1e6).toFixed(6), status: 0 });
    expect(Number(running.paid) + Number(running.reserved)).toBeCloseTo(whole / 1e6, 6);
    await days(4);
    const { records: ended, own: after } = (await post(ann, 'pledge/orderList', { status: 1 })).data;
    expect(ended).toMatchObject([
      { id: bought.data.id, status: 1, paid: bought.data.yield, reserved: '0.000000', nextTime: null },
    ]);
    expect(ended[0].ended).toMatchObject({ penalty: '0.000000', forfeited: '0.000000' });
    expect(after).toMatchObject([{ running: 0, paid: bought.data.yield, amount: '0.000000', nextTime: null }]);
    expect(Number(await spot(ann))).toBeCloseTo(before + whole / 1e6, 6);
    // Its payments are in the transaction history with their cause.
    const bills = (await world.call(ann, '/api/v1/coin/assets/getMyBill', { kind: 'stake', size: 50 })).data.records;
    expect(bills.length).toBeGreaterThanOrEqual(9);
  });

  it('is redeemed for exactly the price shown, and for no other', async () => {
    const { data: bought } = await buy(ann, 'pledge', WEEK, '1000');
    await world.folded(bought.seq);
    await days(2);
    const before = Number(await spot(ann));
    const price = (await post(ann, 'pledge/redeemPreview', { id: bought.id })).data;
    expect(price).toEqual({ coin: 'USDT', receive: '990.000000', penalty: '10.000000', forfeited: '0.500000' });
    const other = await post(ann, 'pledge/redeem', { id: bought.id, receive: '991' });
    expect(other.code).toBe(4008);
    expect(Number(await spot(ann))).toBe(before);
    const done = await post(ann, 'pledge/redeem', { id: bought.id, receive: price.receive });
    expect(done.data).toMatchObject({ ...price, id: bought.id });
    expect(Number(await spot(ann))).toBeCloseTo(before + 990, 6);
    const redeemed = (await post(ann, 'pledge/orderList', { status: 2 })).data.records;
    expect(redeemed).toMatchObject([
      { id: bought.id, ended: { received: '990.000000', penalty: '10.000000', forfeited: '0.500000' } },
    ]);
    // It has ended: there is nothing to redeem any more.
    expect((await post(ann, 'pledge/redeemPreview', { id: bought.id })).code).toBe(404);
  });

  it('refuses each bad purchase by its code (calls §9: 4001–4006, 3001, 2110)', async () => {
    expect((await buy(ben, 'pledge', '999', '100')).code).toBe(4001);
    expect((await buy(ben, 'pledge', FORTNIGHT, '100')).code).toBe(4001);
    expect((await buy(ben, 'pledge', WEEK, '99.999999')).data).toMatchObject({
      key: 'product.range',
      args: { least: '100.000000', most: '50000.000000', coin: 'USDT' },
    });
    expect((await buy(ben, 'pledge', WEEK, '99999999999')).code).toBe(4002);
    expect((await buy(ben, 'pledge', WEEK, '100.0000001')).data.fields).toEqual({ amount: 'format' });
    for (const amount of ['0', '-1', 'x', '']) expect((await buy(ben, 'pledge', WEEK, amount)).code, amount).toBe(400);
    expect((await buy(ben, 'pledge', WEEK, '100', { version: 2 })).code).toBe(4008);
    expect((await buy(ben, 'finance', MEMBERS, '100')).data).toMatchObject({ key: 'product.vip', args: { vip: '1' } });
    expect((await buy(ben, 'pledge', WEEK, '49999')).data).toMatchObject({ key: 'balance.insufficient' });
    for (let count = 0; count < 3; count += 1) expect((await buy(ben, 'pledge', WEEK, '100')).code).toBe(200);
    expect((await buy(ben, 'pledge', WEEK, '100')).data).toMatchObject({ key: 'product.times', args: { most: '3' } });
    expect((await post(undefined, 'pledge/submit', { id: WEEK, version: 1, amount: '100' })).code).toBe(401);
  });
});

describe('finance (money §6)', () => {
  it('is locked until its end, and then paid in whole', async () => {
    const { data: bought } = await buy(ann, 'finance', FORTNIGHT, '3650');
    expect(bought.yield).toBe('5.600000');
    await world.folded(bought.seq);
    const locked = await post(ann, 'finance/redeemPreview', { id: bought.id });
    expect(locked.data).toMatchObject({ key: 'redeem.locked', args: { until: String(bought.endDate) } });
    expect((await post(ann, 'finance/redeem', { id: bought.id, receive: '3650' })).code).toBe(4007);
    const [running] = (await post(ann, 'finance/orderList')).data.records;
    expect(running).toMatchObject({
      status: 0,
      statusKey: 'in_position',
      reserved: '5.600000',
      nextTime: bought.endDate,
    });
    // A stake's call does not know it.
    expect((await post(ann, 'pledge/redeemPreview', { id: bought.id })).code).toBe(404);
    await days(14);
    const [settled] = (await post(ann, 'finance/orderList')).data.records;
    expect(settled).toMatchObject({ status: 1, statusKey: 'have_settle', paid: '5.600000', reserved: '0.000000' });
  });

  it('flexible: pays each day, and is redeemed whole with the running day given up', async () => {
    const { data: bought } = await buy(ann, 'finance', FLEXIBLE, '7300');
    expect(bought.yield).toBe('0.300000');
    await world.folded(bought.seq);
    await days(2);
    const [running] = (await post(ann, 'finance/orderList')).data.records;
    expect(running).toMatchObject({ day: 2, paid: '0.600000', reserved: '0.300000', flexible: true });
    const price = (await post(ann, 'finance/redeemPreview', { id: bought.id })).data;
    expect(price).toEqual({ coin: 'USDT', receive: '7300.000000', penalty: '0.000000', forfeited: '0.300000' });
    expect((await post(ann, 'finance/redeem', { id: bought.id, receive: '7300' })).data).toMatchObject(price);
    const [redeemed] = (await post(ann, 'finance/orderList')).data.records;
    expect(redeemed).toMatchObject({ status: 2, statusKey: 'redeemed', paid: '0.600000' });
  });
});

describe('the public list beside the ledger (issue 19, done when 2)', () => {
  it('is equal to the ledger’s reserve for each coin, and adds up', async () => {
    await buy(ann, 'finance', FLEXIBLE, '500');
    await world.folded(world.live.head().seq);
    const staking = (await post(undefined, 'pledge/list')).data;
    const finance = (await post(undefined, 'finance/list')).data;
    expect(staking.reserves).toEqual(finance.reserves);
    const products = [...staking.records, ...finance.records] as Record<string, string>[];
    const sum = (coin: string, field: string) =>
      products.filter((one) => one['coin'] === coin).reduce((total, one) => total + Number(one[field]), 0);
    for (const { coin, ledger, reserved, promised, paid, returned, sold } of staking.reserves) {
      expect(ledger, coin).toBe(reserved);
      for (const [field, value] of Object.entries({ reserved, promised, paid, returned, sold }))
        expect(sum(coin, field), `${coin} ${field}`).toBeCloseTo(Number(value), 6);
    }
    expect(staking.reserves.map((one: { coin: string }) => one.coin)).toEqual(['USDT', 'BTC', 'ETH']);
    expect(Number(staking.reserves[0].reserved)).toBeGreaterThan(0);
  });

  it('says sold out, closed and unfunded; a closed or changed product is not sold on the old terms (4001, 4008)', async () => {
    const [first, second, third] = earnSetup() as [CommandOf<'earn.set'>, CommandOf<'earn.set'>, CommandOf<'earn.set'>];
    await agree({ ...first, open: 0 });
    await agree({
      ...second,
      total: 100 as typeof second.total,
      min: 99 as typeof second.min,
      max: 100 as typeof second.max,
    });
    // The highest rate there may be: the treasury cannot fund the least purchase of it.
    await agree({
      ...third,
      rate: 80_000_000 as typeof third.rate,
      max: (2 ** 48) as typeof third.max,
      min: (2 ** 47) as typeof third.min,
      total: (2 ** 48) as typeof third.total,
    });
    const records = (await post(ben, 'pledge/list')).data.records;
    expect(records[0]).toMatchObject({ state: 'closed', version: 2, remainingAmount: '0.000000' });
    expect((await buy(ben, 'pledge', WEEK, '100', { version: 2 })).code).toBe(4001);
    expect(records[1]).toMatchObject({ state: 'open', version: 2 });
    expect((await buy(ben, 'pledge', '2', '0.0001', { version: 2 })).code).toBe(200);
    await world.folded(world.live.head().seq);
    const after = (await post(ben, 'pledge/list')).data.records;
    expect(after[1]).toMatchObject({ state: 'soldOut', remainingAmount: '0.000000', sold: '0.000100' });
    expect((await buy(ben, 'pledge', '2', '0.0001', { version: 2 })).data).toMatchObject({ key: 'product.soldOut' });
    expect(after[2]).toMatchObject({ state: 'unfunded', version: 2 });
    // Those who bought keep their terms.
    const old = (await post(ann, 'pledge/orderList', { size: 100 })).data.records;
    expect(old.every((one: { dailyRate: string; version: number }) => one.version === 1)).toBe(true);
  });
});

describe('a second customer (calls §7)', () => {
  it('has a list of his own, and cannot redeem hers', async () => {
    const { data: bought } = await buy(ann, 'finance', FLEXIBLE, '200');
    await world.folded(bought.seq);
    expect((await post(ben, 'finance/orderList')).data).toMatchObject({ total: 1, records: [{ status: 2 }] });
    expect((await post(ben, 'finance/redeem', { id: bought.id, receive: '200' })).code).toBe(404);
    expect((await post(ben, 'finance/redeemPreview', { id: bought.id })).code).toBe(404);
    for (const path of ['pledge/orderList', 'finance/orderList', 'pledge/redeemPreview', 'finance/redeem'])
      expect((await post(undefined, path, { id: '1', receive: '1' })).code, path).toBe(401);
  });

  it('downloads her purchases as a file with one row each', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/pledge/orderList',
      headers: { ...ann, origin: 'http://localhost' },
      payload: { format: 'csv' },
    });
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['content-type'])).toContain('text/csv');
    expect(answer.body.trim().split('\n').length).toBe((await post(ann, 'pledge/orderList')).data.total + 1);
  });
});
