// Writing calls of contracts while prices are stale or the market is closed (money §11).
import type { Command } from '@vitrine/core';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractEdge, startContracts } from './contract-world.ts';
import type { Person } from '../http/exchange-edge.ts';

let world: ContractEdge;
let ann: Person;

beforeAll(async () => {
  world = await startContracts();
  await world.at(100_000);
  ann = await world.trader('annanderson');
});
afterAll(() => world.stop());

const put = (...commands: object[]) => world.link.submitRun(commands as unknown as Command[]);
const order = (body: object) => world.call(ann, '/api/contract/order/submit', body);
const margin = (id: string, money: string, flag: number) =>
  world.call(ann, '/api/contract/position/adjustAmount', { id, money, flag });
const stop = (id: string) => world.call(ann, '/api/contract/position/stopOrder', { id });
const guard = (id: string, body: object) => world.call(ann, '/api/contract/loss/sett', { id, ...body });
const leverage = (symbol: string, leverageRadio: number, marginMode = 'fixed') =>
  world.coin(ann, '/wallet/contract/updateLeverageRadio', { symbol, marginMode, leverageRadio });
const oneKey = (symbol: string) =>
  world.coin(ann, '/entrust/contract/close/onekey', { oneKeySymbolNameList: [symbol] });

/** The position that an order has opened. */
function positionOf(orderId: string): string {
  const placed = world.live.order(Number(orderId));
  const [position] = world.live.positions(placed?.user ?? 0, placed?.market);
  return String(position?.position);
}

/** A tick without enough sources. */
const stale = () =>
  put(
    { name: 'ticks', ticks: [{ instrument: 1, price: 100_000_000, spread: 0, used: 0, total: 2 }], quotes: [] },
    { name: 'slot.end' },
  );

describe('stale prices', () => {
  it('take leverage away; what reduces, guards or secures goes on', async () => {
    const market = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.01' };
    const opened = await order({ ...market, quantity: '0.02' });
    const id = positionOf(opened.data.id);
    expect((await margin(id, '20', 1)).code).toBe(200);
    await stale();
    expect(await order(market)).toMatchObject({ code: 2005, data: { args: { symbol: 'BTC/USDT' } } });
    expect((await order({ ...market, type: 1, price: '99000' })).code).toBe(2005);
    expect((await margin(id, '1', 2)).code).toBe(2005);
    expect((await leverage('BTC_USDT', 50)).code).toBe(2005);
    const dry = await world.coin(ann, '/entrust/preview', { ...market, contractType: 'u' });
    expect(dry.data).toMatchObject({ code: 2005, args: { symbol: 'BTC/USDT' }, averagePrice: null });
    expect((await margin(id, '1', 1)).code).toBe(200);
    expect((await guard(id, { stopLossPrice: '95000' })).code).toBe(200);
    // The house's quotes left with the price, and openings of customers wait: closing rests until somebody else closes.
    expect((await order({ ...market, direction: 3 })).code).toBe(2111);
    expect((await oneKey('BTC_USDT')).data).toMatchObject([{ id, code: 2111, status: null }]);
    const rests = await order({ ...market, direction: 3, type: 1, price: '101000' });
    expect(rests).toMatchObject({ code: 200, data: { status: 0 } });
    await world.at(100_000);
    expect((await world.call(ann, '/api/contract/order/canCelOrder', { id: rests.data.id })).code).toBe(200);
    const closed = await oneKey('BTC_USDT');
    expect(closed.data).toMatchObject([{ id, code: 200, status: 1 }]);
  });

  it('keep the money of a cross wallet there, and say whose price it is', async () => {
    const market = { symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.01', marginMode: 'all' };
    const bob = await world.trader('bobbobson');
    const opened = await world.call(bob, '/api/contract/order/submit', market);
    expect(opened.code).toBe(200);
    const out = () => world.call(bob, '/api/userCoin/transfer', { from: '2', to: '1', coin: 'usdt', amount: '1' });
    await stale();
    expect(await out()).toMatchObject({ code: 2005, data: { args: { symbol: 'BTC/USDT' } } });
    await world.at(100_000);
    expect((await out()).code).toBe(200);
  });
});

describe('a market with hours', () => {
  const SYMBOL = 'LTC_USDT';
  const LTC = 8;
  const LTC_U = 108;
  const CALENDAR = 200;
  const SOON = 15_000;
  const PATIENCE = 600_000;

  it('opens isolated positions alone, and once it is closed takes what reduces and rests, and nothing else', async () => {
    const contract = world.live.contract(LTC_U);
    if (!contract) throw new Error('expected a contract of LTC');
    const { tickDecimals, lotDecimals } = contract;
    const price = (dollars: number) => dollars.toFixed(tickDecimals);
    const ticks = (dollars: number) => dollars * 10 ** tickDecimals;
    const opens = Date.now() - 1_000;
    // Around the session that the exchange was started with: what is published as open stays open.
    const tomorrow = opens + 82_800_000;
    const hours = (closes: number) =>
      put({
        name: 'hours.set',
        calendar: CALENDAR,
        sessions: [
          { opens, closes },
          { opens: tomorrow, closes: tomorrow + 10_800_000 },
        ],
      });
    const lots = 100 * 10 ** lotDecimals;
    const levels = [
      { side: 1, price: ticks(100) - 1, lots },
      { side: 2, price: ticks(100) + 1, lots },
    ];
    /** Open for some seconds more, with a price: hours are published a day ahead, so they may not be cut short later. */
    const open = async () => {
      await hours(Date.now() + SOON);
      await put(
        {
          name: 'ticks',
          ticks: [{ instrument: LTC, price: ticks(100) * 100, spread: 0, used: 1, total: 1 }],
          quotes: [],
        },
        { name: 'maker.quote', market: LTC_U, levels },
        { name: 'slot.end' },
      );
    };
    await open();
    const market = { symbol: SYMBOL, direction: 1, type: 2, quantity: '2', leverageRadio: 8 };
    const crossed = await order({ ...market, marginMode: 'all' });
    expect([crossed.code, crossed.data.fields]).toEqual([400, { marginMode: 'range' }]);
    expect((await leverage(SYMBOL, 10, 'all')).data.fields).toEqual({ marginMode: 'range' });
    // By the closing rate of such an instrument, 10 %.
    expect(await order({ ...market, leverageRadio: 11 })).toMatchObject({ code: 2203, data: { args: { most: '10' } } });
    await open();
    const opened = await order(market);
    expect(opened).toMatchObject({ code: 200, data: { status: 1 } });
    const id = positionOf(opened.data.id);
    const rests = await order({ ...market, type: 1, price: price(99) });
    expect(rests.data.status).toBe(0);

    const [earlier] = await hours(Date.now() + 1);
    expect(earlier?.code).toBe(400);
    const until = Date.now() + PATIENCE;
    const another = { ...market, type: 1, price: price(98) };
    for (let answer = await order(another); answer.code !== 2001; answer = await order(another)) {
      if (Date.now() > until) throw new Error('expected the market to close');
      await pause(250);
    }
    const shut = await order(another);
    expect(shut.data.args).toEqual({ symbol: 'LTC/USDT', opensAt: String(tomorrow) });
    expect((await order({ ...market, direction: 3 })).code).toBe(2001);
    expect((await stop(id)).code).toBe(2001);
    expect((await oneKey(SYMBOL)).data).toMatchObject([{ id, code: 2001, status: null }]);
    expect((await margin(id, '1', 2)).code).toBe(2001);
    expect((await leverage(SYMBOL, 10)).code).toBe(2001);
    expect((await world.coin(ann, '/entrust/amend', { id: rests.data.id, price: price(97) })).code).toBe(2001);
    const dry = await world.coin(ann, '/entrust/preview', { ...market, contractType: 'u' });
    expect(dry.data).toMatchObject({ code: 2001, args: { symbol: 'LTC/USDT' } });
    // Cancel, add margin, guard, and a limit that only reduces: always.
    expect((await world.call(ann, '/api/contract/order/canCelOrder', { id: rests.data.id })).code).toBe(200);
    expect((await margin(id, '1', 1)).code).toBe(200);
    expect((await guard(id, { stopLossPrice: price(90) })).code).toBe(200);
    const reduces = await order({ ...market, direction: 3, type: 1, price: price(105) });
    expect(reduces).toMatchObject({ code: 200, data: { status: 0 } });
    expect((await order({ ...market, direction: 3, type: 1, price: price(105), timeInForce: 'IOC' })).code).toBe(2001);
  });
});
