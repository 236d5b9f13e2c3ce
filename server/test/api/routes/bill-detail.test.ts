// Why did my balance change? (calls §5, userCoin/detail): every kind of line has its command, cause and facts;
// what is held and by what; what the day came from. A second customer's lines are unknown.

import { asDecimal } from '@vitrine/contract';
import type { Command } from '@vitrine/core';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { C, type ContractEdge, startContracts } from './contract-world.ts';
import type { Answer, Person } from '../http/exchange-edge.ts';
import { rechargeOf, withdrawalOf } from '../http/fake-custody.ts';
import type { Json } from '../http/harness.ts';

const USDT = 1;
const PRACTICE = 1;
const TXID = `${'1f'.repeat(6)}${'2e'.repeat(6)}${'3d'.repeat(20)}`;
let world: ContractEdge;
let ann: Person;
let ben: Person;
let core = 0;
let ahead = 0;

async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  expect([code, data]).toMatchObject([200, {}]);
  return data;
}
const post = (path: string, body: object = {}, person = ann) => done(world.call(person, path, body));
async function put(command: object): Promise<{ result: number; seq: number }> {
  const outcome = await world.link.submit(command as Command);
  expect(outcome.code).toBe(200);
  return outcome;
}

/** The newest line of a kind, and its details. */
async function newest(
  kind: string,
  fields: object = {},
): Promise<{ line: Json; shown: Json; facts: Record<string, Json> }> {
  await world.folded(world.live.head().seq);
  const { records } = await post(`${C}/assets/getMyBill`, { kind, size: 1, ...fields });
  const shown = await post('/api/userCoin/detail', { id: records[0].id });
  expect(shown.bill).toEqual(records[0]);
  expect(shown.lines.some(({ id }: Json) => id === records[0].id)).toBe(true);
  expect(shown.lines.every(({ seq }: Json) => seq === records[0].seq)).toBe(true);
  expect(shown.cause.time).toBe(records[0].time);
  const facts = Object.fromEntries(
    shown.cause.facts.map((one: Json) => [one.name, one.coin === null ? one.value : `${one.value} ${one.coin}`]),
  );
  return { line: records[0], shown, facts };
}

beforeAll(async () => {
  world = await startContracts({ ahead: () => ahead });
  await world.quote();
  await world.at(100_000);
  // Practice money is in ether too.
  const ether = world.live.instrumentByName('ETH', 'USDT')?.instrument;
  await put({
    name: 'ticks',
    ticks: [{ instrument: ether, price: 4_000_00, spread: 0, used: 1, total: 1 }],
    quotes: [{ instrument: ether, source: 1, offset: 0, age: 0, state: 1 }],
  });
  ann = await world.trader('annbills');
  ben = await world.trader('benbills');
  core = (await world.customerOf(ann)).coreUser;
});
afterAll(() => world.stop());

describe('a line of the bills is explained:', () => {
  it('practice money', async () => {
    const { shown, facts } = await newest('practice', { coin: 'USDT' });
    expect(shown.cause).toMatchObject({ kind: 'practice', record: null });
    expect(facts).toEqual({ amount: '10000.000000 USDT' });
    expect(shown.lines.length).toBeGreaterThan(1);
  });

  it('a transfer, with both its lines', async () => {
    const moved = await post('/api/userCoin/transfer', { from: '1', to: '6', coin: 'USDT', amount: '300' });
    const { shown, facts } = await newest('transfer');
    expect(facts).toEqual({ fromWallet: '1', toWallet: '6', amount: '300.000000 USDT' });
    expect(shown.cause.record).toMatchObject({ of: 'transfer', id: moved.id });
    expect(shown.lines.map(({ amount }: Json) => amount)).toEqual(['-300.000000', '300.000000']);
  });

  it('a trade and its fee, with the order’s price, quantity, value, fee and role', async () => {
    await world.quote();
    const order = await post('/api/currency/order/submit', {
      symbol: 'BTC_USDT',
      direction: 1,
      type: 2,
      quantity: '0.001',
    });
    const bought = await newest('trade', { coin: 'BTC' });
    expect(bought.shown.cause).toMatchObject({
      ...{ kind: 'trade', id: order.id, symbolName: 'BTC/USDT' },
      record: { of: 'order', id: order.id, walletType: '1' },
    });
    expect(bought.facts).toEqual({
      ...{ direction: 'buy', price: '100001.0', quantity: '0.00100 BTC', value: '100.001000 USDT' },
      ...{ fee: '0.00000100 BTC', feeRate: '0.001000', role: 'taker', fills: '1' },
    });
    const fee = await newest('fee', { coin: 'BTC' });
    expect([fee.shown.cause.kind, fee.line.amount]).toEqual(['fee', '-0.00000100']);
    expect(fee.facts).toEqual(bought.facts);
    // All lines of the command: paid, received, fee.
    expect(bought.shown.lines.map(({ coin, kind }: Json) => `${coin} ${kind}`).sort()).toEqual([
      ...['BTC fee', 'BTC trade', 'USDT trade'],
    ]);
  });

  it('a swap, with the indexes it was made at', async () => {
    const made = await world.swapped(ann, { from: 'USDT', to: 'BTC', amount: '100' });
    const { shown, facts } = await newest('swap');
    expect(shown.cause).toMatchObject({ kind: 'swap', record: { of: 'swap', id: made.id, walletType: '1' } });
    expect(facts).toEqual({ gave: '100.000000 USDT', received: `${made.receive} BTC`, receivedIndex: '100000.000' });
  });

  it('a deposit, with its network and transaction, and one the chain took back', async () => {
    const { userId } = await world.customerOf(ann);
    const external = {
      rail: PRACTICE,
      transactionHigh: Number.parseInt(TXID.slice(0, 12), 16),
      transactionLow: Number.parseInt(TXID.slice(12, 24), 16),
      position: 0,
    };
    const credited = await put({ name: 'deposit.credit', user: core, asset: USDT, amount: 50_000_000, ...external });
    const record = rechargeOf({
      id: '41',
      txid: TXID,
      confirmations: 12,
      seq: credited.seq,
      stage: 'credited',
      status: 1,
    });
    world.custody.recharges.set(userId, [rechargeOf({ id: '42', txid: 'ee'.repeat(32) }), record]);
    const came = await newest('deposit');
    expect(came.shown.cause).toMatchObject({ kind: 'deposit', record: { of: 'recharge', id: '41', walletType: '1' } });
    expect(came.facts).toEqual({
      ...{ network: 'practice', state: 'credited', amount: '50.000000 USDT', txid: TXID },
      ...{ address: 'vp1ann', confirmations: '12', orderNo: 'R41' },
    });
    await put({ name: 'deposit.reverse', ...external });
    const went = await newest('deposit');
    expect(went.line.amount).toBe('-50.000000');
    expect(went.shown.cause).toMatchObject({ kind: 'reversal', record: { of: 'recharge', id: '41' } });
    expect(went.facts).toMatchObject({ state: 'reversed', txid: TXID });
  });

  it('a withdrawal, with where it went, its fee and transaction: the right one of two alike', async () => {
    const { userId } = await world.customerOf(ann);
    await put({ name: 'user.set', user: core, stage: 2, locks: 0 });
    const destination = hash('sha256', 'practice:vp1outside', 'buffer').readUIntBE(0, 6);
    const request = {
      ...{ name: 'withdrawal.request', user: core, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 },
      ...{ asset: USDT, rail: PRACTICE, amount: 20_000_000, destination },
    };
    const ids = [(await put(request)).result, (await put(request)).result];
    const amount = asDecimal('20.000000');
    const txid = 'aa'.repeat(32);
    world.custody.paid.set(userId, [withdrawalOf({ id: '52', amount }), withdrawalOf({ id: '51', amount, txid })]);
    world.custody.coreIds.set('51', ids[0] ?? 0).set('52', ids[1] ?? 0);
    const before = (await world.call(ann, `${C}/assets/getWalletAccount`)).data.find(({ type }: Json) => type === '1');
    expect(before.heldBy).toEqual([{ kind: 'withdrawal', count: 2 }]);
    expect(before.held).toBe('42.000000');
    const withdrawal = ids[0];
    await put({ name: 'withdrawal.pass', withdrawal });
    for (const step of [1, 2, 3]) await put({ name: 'withdrawal.step', withdrawal, step, cost: 0, costAsset: 0 });
    const { line, shown, facts } = await newest('withdrawal');
    expect(line.amount).toBe('-21.000000');
    expect(shown.cause).toMatchObject({ kind: 'withdrawal', record: { of: 'withdrawal', id: '51', walletType: '1' } });
    expect(facts).toEqual({
      ...{ network: 'practice', amount: '20.000000 USDT', fee: '1.000000 USDT', address: 'vp1outside' },
      ...{ txid, orderNo: 'W51' },
    });
  });

  it('margin put into a position, and the profit of a close', async () => {
    await world.at(100_000);
    const ticket = { contractType: 'u', symbol: 'BTC_USDT', type: 2, quantity: '0.01' };
    await post('/api/contract/order/submit', { ...ticket, direction: 1, marginMode: 'fixed', leverageRadio: 20 });
    const position = world.live.positions(core)[0];
    const opened = await newest('trade', { walletType: '2' });
    expect(opened.facts).toMatchObject({ direction: 'openLong', margin: '50.000250 USDT', leverage: '20' });
    expect(opened.facts).not.toHaveProperty('profit');
    await post('/api/contract/position/adjustAmount', { id: String(position?.position), money: '50', flag: 1 });
    const margin = await newest('transfer', { walletType: '2' });
    expect(margin.shown.cause).toMatchObject({
      ...{ kind: 'positionMargin', symbolName: 'BTC/USDT' },
      record: { of: 'position', id: String(position?.position), walletType: '2' },
    });
    expect(margin.facts).toMatchObject({ leverage: '20', margin: '100.000250 USDT' });
    const wallet = (await world.call(ann, `${C}/assets/getWalletAccount`)).data.find(({ type }: Json) => type === '2');
    expect(wallet).toMatchObject({ held: '100.000250', heldBy: [{ kind: 'position', count: 1 }] });
    await world.folded(world.live.head().seq);
    const { data } = await world.call(ann, `${C}/assets/getMyBalance?type=2`);
    // Margin is still one's own: the day cost the fee; what the price did since stands under prices.
    expect(data.causes).toEqual([
      { kind: 'fee', usdt: '-0.500003' },
      { kind: 'prices', usdt: expect.any(String) },
    ]);
    await post('/api/contract/order/submit', { ...ticket, direction: 3 });
    const closed = await newest('trade', { walletType: '2' });
    expect(closed.facts).toMatchObject({
      ...{ direction: 'closeLong', quantity: '0.01000 BTC', role: 'taker', profit: '-0.010000 USDT' },
    });
  });

  it('money lent, its repayment and interest', async () => {
    await post('/api/userCoin/transfer', { from: '1', to: '4', coin: 'USDT', amount: '500' });
    await post(`${C}/wallet/all/borrow`, { coin: 'USDT', amount: '100' });
    const lent = await newest('borrow');
    expect(lent.shown.cause).toMatchObject({ kind: 'borrow', record: { of: 'borrow', walletType: '4' } });
    expect(lent.facts).toMatchObject({ amount: '100.000000 USDT', owed: expect.stringMatching(/^100\.\d+ USDT$/) });
    await post(`${C}/wallet/still/all`, { coin: 'USDT', all: true });
    const paid = await newest('repay');
    expect(paid.facts).toMatchObject({ principal: '100.000000 USDT', by: 'customer' });
    const interest = await newest('interest');
    expect(interest.facts).toEqual(paid.facts);
  });

  it('a second contract’s stake, and what came of it', async () => {
    await world.at(100_000);
    const second = { symbol: 'BTC_USDT', periodId: '301-30', direction: 1, amount: '100', odds: '0.8' };
    const made = await post('/api/secondContractOrder/createSecondContractOrder', second);
    const stake = await newest('second');
    expect(stake.shown.cause).toMatchObject({ kind: 'second', record: { of: 'second', id: made.id, walletType: '6' } });
    expect(stake.facts).toEqual({ direction: 'up', stake: '100.000000 USDT', seconds: '30', odds: '0.800000' });
    const wallet = (await world.call(ann, `${C}/assets/getWalletAccount`)).data.find(({ type }: Json) => type === '6');
    expect(wallet).toMatchObject({ held: '100.000000', heldBy: [{ kind: 'second', count: 1 }] });
    ahead += 1_500;
    await world.at(100_000);
    ahead += 29_000;
    await world.at(100_010);
    ahead += 2_000;
    await world.at(100_010);
    const won = await newest('second');
    expect(won.shown.cause.kind).toBe('secondSettled');
    expect(won.facts).toMatchObject({ result: 'won', openPrice: '100000.000', closePrice: '100010.000' });
  });

  it('and every line there is: each has a cause with its kind, none says more than its own customer may know', async () => {
    await world.folded(world.live.head().seq);
    const { records } = await post(`${C}/assets/getMyBill`, { size: 100 });
    expect(new Set(records.map(({ kind }: Json) => kind)).size).toBeGreaterThan(8);
    for (const { id, kind } of records) {
      const shown = await post('/api/userCoin/detail', { id });
      expect([kind, shown.cause.kind, shown.cause.facts.length > 0]).toEqual([kind, expect.any(String), true]);
    }
    expect((await post(`${C}/assets/getMyBill`, { size: 100 }, ben)).records.length).toBeGreaterThan(3);
  });
});

describe('a second customer', () => {
  it('knows nothing of a line, nor anybody of a line there is not', async () => {
    const { records } = await post(`${C}/assets/getMyBill`, { size: 5 });
    const ask = async (person: Person | undefined, id: unknown) =>
      (await world.call(person, '/api/userCoin/detail', { id })).code;
    for (const { id } of records) expect([await ask(ben, id), await ask(ann, id)]).toEqual([404, 200]);
    for (const id of ['999999999', '0', '9'.repeat(20), 'abc']) expect(await ask(ann, id)).toBe(404);
    for (const id of ['', {}, -1, '../1']) expect(await ask(ann, id)).toBe(400);
    expect(await ask(undefined, records[0].id)).toBe(401);
  });
});

describe('the day', () => {
  const units = (text: string) => BigInt(text.replace('.', ''));

  it('comes from the lines of its kinds and from prices: they add up to its profit', async () => {
    await world.folded(world.live.head().seq);
    for (const type of ['0', '1', '2', '3', '4', '6']) {
      const { data } = await world.call(ann, `${C}/assets/getMyBalance?type=${type}`);
      const sum = data.causes.reduce((total: bigint, one: Json) => total + units(one.usdt), 0n);
      expect([type, sum]).toEqual([type, units(data.dayProfit)]);
      const kinds = data.causes.map(({ kind }: Json) => kind);
      expect(kinds.at(-1)).toBe('prices');
      for (const moved of ['transfer', 'practice', 'deposit', 'withdrawal', 'borrow', 'repay'])
        expect(kinds).not.toContain(moved);
    }
    const { data } = await world.call(ann, `${C}/assets/getMyBalance?type=6`);
    expect(data.causes).toEqual([
      { kind: 'second', usdt: '80.000000' },
      { kind: 'prices', usdt: '0.000000' },
    ]);
  });

  it('a running stake is neither won nor lost', async () => {
    await world.at(100_000);
    const second = { symbol: 'BTC_USDT', periodId: '301-30', direction: 2, amount: '50', odds: '0.8' };
    await post('/api/secondContractOrder/createSecondContractOrder', second);
    await world.folded(world.live.head().seq);
    const { data } = await world.call(ann, `${C}/assets/getMyBalance?type=6`);
    expect(data.causes).toEqual([
      { kind: 'second', usdt: '80.000000' },
      { kind: 'prices', usdt: '0.000000' },
    ]);
  });

  it('held and available are given for every wallet; 0 is their sum', async () => {
    const wallets = (await world.call(ann, `${C}/assets/getWalletAccount`)).data as Json[];
    const held = (type: string) => units(wallets.find((one) => one.type === type).held);
    const parts = ['1', '2', '3', '4', '5', '6', '7'].map(held);
    expect(held('0')).toBe(parts.reduce((sum, part) => sum + part, 0n));
    expect(wallets.find(({ type }) => type === '0').heldBy).toEqual([
      { kind: 'second', count: 1 },
      { kind: 'withdrawal', count: 1 },
    ]);
  });
});
