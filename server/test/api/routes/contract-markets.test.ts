// Contracts as markets through HTTP: lists, details, candles, books, funding, tiers, whether one may trade (calls.md §2,
// §3; money §11).

import {
  COIN_MARKETS,
  coins,
  type Command,
  contractSetup,
  instruments,
  intervalRate,
  maintenance,
  SECOND_MARKETS,
  U_MARKETS,
} from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listings } from '../../../src/markets/index.ts';
import { COIN, type ContractEdge, startContracts, U } from './contract-world.ts';
import { CLOSED_MARKET, type Person } from '../http/exchange-edge.ts';
import type { Json } from '../http/harness.ts';

let world: ContractEdge;
let anna: Person;
const C = '/api/v1/coin';

beforeAll(async () => {
  world = await startContracts();
  await world.at(100_000);
  anna = await world.trader('anna');
});

afterAll(() => world.stop());

const get = async (path: string): Promise<Json> => {
  const { code, data } = await world.call(undefined, `${C}${path}`);
  expect([path, code]).toEqual([path, 200]);
  return data;
};
const code = async (path: string): Promise<number> => (await world.call(undefined, `${C}${path}`)).code;
const command = (name: Command['name'], fields: object) => ({ name, ...fields }) as unknown as Command;
/** A tick of an instrument from so many of its sources. */
const tick = (instrument: number, price: number, used = 1, total = 1) =>
  world.link.submit(command('ticks', { ticks: [{ instrument, price, spread: 0, used, total }], quotes: [] }));
const order = (more: object, who = anna) =>
  world.call(who, '/api/contract/order/submit', {
    ...{ symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.01', marginMode: 'fixed', leverageRadio: 10 },
    ...more,
  });
const marginable = coins.filter(({ marginable: one }) => one).map(({ base }) => base);

describe('the coin list', () => {
  it('lists seconds on sale, spot, and U and coin contracts with what a ticket needs', async () => {
    const { data } = await world.call(undefined, '/api/common/getCoinList', {});
    expect(data.coinList).toHaveLength(instruments.length);
    expect(data.currencyList).toHaveLength(coins.length);
    expect(data.contractList).toHaveLength(instruments.length + marginable.length);
    const all = [...data.coinList, ...data.currencyList, ...data.contractList] as Json[];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const of = (id: number) => all.find((one) => one.id === String(id));
    expect(of(U)).toMatchObject({
      ...{ type: 2, coin: 'BTC', baseCoin: 'USDT', symbol: 'btcusdt', tick: '0.1', lot: '0.00001' },
      ...{ minValue: '5.000000', maxLeverage: 125, baseScale: 8, quoteScale: 6 },
    });
    expect(of(COIN)).toMatchObject({
      ...{ type: 3, coin: 'BTC', tick: '0.1', lot: '1', minValue: '100', maxLeverage: 125, baseScale: 8 },
      quoteScale: null,
    });
    const gold = listings.find(({ base }) => base === 'XAU')!.instrument;
    expect(of(U_MARKETS + gold)).toMatchObject({
      ...{ type: 2, market: 'metal', coinType: 3, showSymbol: 'Gold', lot: '0.0001', baseScale: null, quoteScale: 6 },
      // Gold has hours: one divided by its closing rate of 5 %.
      ...{ maxLeverage: 20 },
    });
    expect(of(SECOND_MARKETS + gold)).toMatchObject({ type: 6, lot: null, minValue: '1.000000', quoteScale: null });
    const coinMarkets = data.contractList.filter((one: Json) => one.type === 3);
    expect(coinMarkets.map((one: Json) => one.coin)).toEqual(marginable);
  });
});

describe('rows and prices of a kind', () => {
  it('give spot rows the leverage of borrowing, 1 where nothing is lent (§3 coin entry, market row)', async () => {
    const rows = (await get('/open/getSpotGoods')) as Json[];
    const leverages = ['BTC', 'SOL', 'ATOM'].map((coin) => {
      const { part_cou: isolated, full_cou: cross } = rows.find((row) => row.base_symbol === coin)!;
      return [isolated, cross];
    });
    expect(leverages).toEqual([
      [10, 3],
      [5, 3],
      [1, 1],
    ]);
    const { data } = await world.call(undefined, '/api/common/getCoinList', {});
    expect(data.currencyList.find(({ coin }: Json) => coin === 'BTC').maxLeverage).toBe(10);
  });

  it('give contract rows of type hy with their greatest leverage, of a plate when named', async () => {
    const rows = (await get('/open/getContract')) as Json[];
    expect(rows).toHaveLength(instruments.length);
    expect(rows[0]).toMatchObject({
      ...{ symbol_name: 'BTC/USDT', type: 'hy', part_cou: 125, full_cou: 125, collect: false, c_id: null },
    });
    const euro = rows.find((row) => row.symbol_name === 'EUR/USD');
    // Markets with hours are isolated only.
    expect(euro).toMatchObject({ part_cou: 100, full_cou: 0, close: null });
    const metals = (await get('/open/getContract?plate=5')) as Json[];
    expect(metals.map((row) => row.base_symbol)).toEqual(['XAU']);
    expect(await get('/open/getContract?plate=99')).toEqual([]);
    expect(await code('/open/getContract?plate=x')).toBe(400);
  });

  it('give prices and 24 hourly closes of each kind', async () => {
    for (const [type, count] of [
      [1, coins.length],
      [2, instruments.length],
      [3, marginable.length],
      [6, instruments.length],
    ] as const) {
      const { prices, klineTicker } = await get(`/open/market/initData?type=${type}`);
      expect([type, prices.length, Object.keys(klineTicker).length]).toEqual([type, count, count]);
      expect(klineTicker.btcusdt.at(-1)).toMatch(/^100000/);
      expect(prices[0].markPrice === null).toBe(type === 1 || type === 6);
    }
    expect(await code('/open/market/initData?type=4')).toBe(400);
  });
});

describe('a contract', () => {
  it('is listed with its price, mark, terms and open interest, which a trade changes', async () => {
    const detail = async (type: number, list = ['BTC_USDT']) =>
      (await world.call(undefined, `${C}/open/get/contractDetail`, { symbolNameList: list, type })).data as Json;
    const [before] = await detail(2);
    expect(before).toMatchObject({
      ...{ symbolName: 'BTC/USDT', contractType: 'u', settleCoin: 'USDT', tick: '0.1', lot: '0.00001', face: null },
      ...{ minValue: '5.000000', maxLeverage: 125, impact: '200000.000000', fundingHours: 8 },
      ...{ makerRate: '0.000200', takerRate: '0.000500', tradeState: 'trading', indexPrice: '100000.000' },
    });
    expect((await detail(3))[0]).toMatchObject({
      ...{ contractType: 'coin', settleCoin: 'BTC', lot: '1', face: '100', minValue: '100', impact: '200000' },
    });
    expect((await order({})).code).toBe(200);
    const [after] = await detail(2);
    expect([Number(before.openInterest), Number(after.openInterest)]).toEqual([0, 0.01]);
    expect(after.close).toBe('100000.5');
    // One name that is none refuses the whole.
    const bad = await world.call(undefined, `${C}/open/get/contractDetail`, { symbolNameList: ['BTC_USDT', 'NO_PE'] });
    expect(bad.code).toBe(2002);
    // Euro has no coin contract.
    const none = await world.call(undefined, `${C}/open/get/contractDetail`, { symbolNameList: ['EUR_USD'], type: 3 });
    expect(none.code).toBe(2002);
    for (const body of [{}, { symbolNameList: [] }, { symbolNameList: ['BTC_USDT'], type: 1 }])
      expect((await world.call(undefined, `${C}/open/get/contractDetail`, body)).code).toBe(400);
  });

  it('has candles by its trades, its index and its mark, a book and public trades of its own', async () => {
    const trades = await get('/open/transaction/BTC_USDT/5?kind=2');
    expect(trades).toMatchObject([{ id: `${U}-1`, price: '100000.5', quantity: '0.01000', direction: 1, house: true }]);
    expect(await get('/open/transaction/BTC_USDT/5')).toEqual([]);
    const last = async (query: string) => (await get(`/open/kline?symbol=BTC_USDT&interval=1m&${query}`)).at(-1);
    expect(await last('kind=2')).toMatchObject({ close: '100000.5', volume: '0.01000' });
    expect(await last('kind=3')).toBeUndefined();
    expect((await last('kind=index')).close).toBe('100000.000');
    expect((await last('kind=mark')).close).toMatch(/^\d+\.\d{3}$/);
    expect((await last('kind=mark&contractType=coin')).close).toMatch(/^\d+\.\d{3}$/);
    const u = await get('/open/depth?symbol=BTC_USDT&kind=2&limit=2');
    expect(u.bids).toHaveLength(2);
    expect(u.asks[0][0]).toBe('100000.5');
    const coin = await get('/open/depth?symbol=BTC_USDT&kind=3');
    expect(coin.bids[0][1]).toMatch(/^\d+$/);
    for (const path of [
      '/open/kline?symbol=EUR_USD&interval=1m&kind=1',
      '/open/kline?symbol=EUR_USD&interval=1m&kind=3',
      '/open/kline?symbol=EUR_USD&interval=1m&kind=mark&contractType=coin',
      '/open/depth?symbol=EUR_USD&kind=3',
      '/open/transaction/EUR_USD/5?kind=3',
      '/open/transaction/EUR_USD/5',
    ])
      expect([path, await code(path)]).toEqual([path, 2002]);
    expect(await code('/open/kline?symbol=BTC_USDT&interval=1m&kind=4')).toBe(400);
    expect(await code('/open/depth?symbol=BTC_USDT&kind=mark')).toBe(400);
    expect(await code('/open/transaction/BTC_USDT/5?kind=index')).toBe(400);
  });

  it('tells its funding: the rate so far once a minute has counted, when it is settled', async () => {
    const shown = await get('/open/getFundingRate?symbolName=BTC_USDT');
    expect(shown.symbolName).toBe('BTC/USDT');
    expect(shown.nextFundingTime % (8 * 3_600_000)).toBe(0);
    expect(shown.nextFundingTime).toBeGreaterThan(Date.now());
    const now = world.live.fundingNow(U);
    expect(shown.fundingRate).toBe(now === undefined ? null : `0.${String(now.rate).padStart(9, '0')}`);
    expect(shown).toMatchObject({ fundingMost: '0.003000000', intervalHours: 8, hourly: false });
    expect(shown.premiumTime).toBe(now === undefined ? null : now.time);
    expect(shown.list).toEqual([]);
    // Without premium the rate is the interest: 0.01 %.
    expect(intervalRate(0, 1)).toBe(100_000);
    expect((await get('/open/getFundingRate?symbolName=BTC_USDT&contractType=coin')).symbolName).toBe('BTC/USDT');
    expect(await code('/open/getFundingRate?symbolName=EUR_USD&contractType=coin')).toBe(2002);
    expect(await code('/open/getFundingRate')).toBe(400);
  });

  it('tells its steps of maintenance as they are listed: continuous, floor to cap', async () => {
    const all = await get('/entrust/get/getUbwMaintenanceMargin');
    expect(Object.keys(all)).toHaveLength(instruments.length);
    const steps = maintenance.majors;
    expect(all.btcusdt).toMatchObject(
      steps.map(({ upTo, rate, leverage }, at) => ({
        floor: at === 0 ? '0.000000' : `${steps[at - 1]!.upTo}.000000`,
        cap: `${upTo}.000000`,
        rate: rate.padEnd(8, '0'),
        maxLeverage: leverage,
      })),
    );
    for (const tiers of Object.values(all) as Json[][])
      for (const [at, tier] of tiers.entries()) {
        const before = tiers[at - 1];
        if (before === undefined) expect(Number(tier.amount)).toBe(0);
        // Maintenance at the step is the same from both sides.
        else
          expect(Number(tier.floor) * Number(tier.rate) - Number(tier.amount)).toBeCloseTo(
            Number(tier.floor) * Number(before.rate) - Number(before.amount),
            6,
          );
      }
    const coin = await get('/entrust/get/getBbwMaintenanceMargin/BTC_USDT');
    expect(coin[0]).toMatchObject({ floor: '0', cap: '50000', rate: '0.004000', maxLeverage: 125 });
    expect(await code('/entrust/get/getBbwMaintenanceMargin/EUR_USD')).toBe(2002);
    expect(await code('/entrust/get/getBbwMaintenanceMargin/a+b')).toBe(400);
  });
});

describe('whether one may trade now (money §11)', () => {
  const check = async (symbol: string, type: number) =>
    (await world.call(undefined, '/api/common/checkTrade', { symbol, type })).data as Json;
  const answers = async (symbol: string) =>
    Promise.all(
      [1, 2, 3, 6].map(async (type) => {
        const { canOpen, canReduce, code: why } = await check(symbol, type);
        return [type, canOpen, canReduce, why];
      }),
    );

  it('valid: everything; sources apart: no seconds; too few sources: closing and spot limits; closed: closing alone', async () => {
    await world.at(100_000);
    expect(await answers('BTC_USDT')).toEqual([
      [1, true, true, 200],
      [2, true, true, 200],
      [3, true, true, 200],
      [6, true, false, 200],
    ]);
    await tick(1, 100_000_000, 1, 3);
    expect(await answers('BTC_USDT')).toEqual([
      [1, true, true, 200],
      [2, false, true, 2005],
      [3, false, true, 2005],
      [6, false, false, 2005],
    ]);
    await world.at(100_000);
    const closed = await check(CLOSED_MARKET, 2);
    expect(closed).toMatchObject({ canOpen: false, state: 'closed' });
    expect(closed.opensAt).toBeGreaterThan(Date.now());
    expect(closed.code).toBe(2001);
    expect((await check(CLOSED_MARKET, 6)).code).toBe(2001);
  });

  it('is 2002 for what is not sold so, 2003 for what the desk stopped, and 400 for words that are none', async () => {
    expect(await check('EUR_USD', 1)).toMatchObject({ canOpen: false, canReduce: false, code: 2002 });
    expect(await check('EUR_USD', 3)).toMatchObject({ canOpen: false, code: 2002 });
    for (const body of [{ symbol: 'BTC_USDT' }, { symbol: 'BTC_USDT', type: 4 }, { symbol: '', type: 1 }])
      expect((await world.call(undefined, '/api/common/checkTrade', body)).code).toBe(400);
    expect((await world.call(undefined, '/api/common/checkTrade', { symbol: 'NO_PE', type: 1 })).code).toBe(2002);
  });

  it('an instrument without a book of ours has no turnover of its own, a coin is none of those', async () => {
    const shown = await world.call(undefined, '/api/common/getMt5Amount?coin=XAU', {});
    expect(shown.data).toMatchObject({ coin: 'XAU', market: 'metal', amount: null });
    expect((await world.call(undefined, '/api/common/getMt5Amount?coin=BTC', {})).code).toBe(2002);
    expect((await world.call(undefined, '/api/common/getMt5Amount?coin=', {})).code).toBe(400);
  });
});

it('knows every contract of the first start by number, U and coin (calls.md §9)', () => {
  const listed = contractSetup().flatMap((one) => (one.name === 'contract.list' ? [Number(one.market)] : []));
  expect(world.live.contracts().map(({ market }) => Number(market))).toEqual(listed.toSorted((a, b) => a - b));
  expect(listed.every((market) => market > U_MARKETS && market <= COIN_MARKETS + instruments.length)).toBe(true);
});
