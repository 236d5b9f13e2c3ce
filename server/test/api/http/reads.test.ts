import { callNames, callOf } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START } from '../../support/story.ts';
import { fromPage, type Json, requestFor } from './harness.ts';
import { startStory, type StoryWorld } from '../routes/story-world.ts';

let story: StoryWorld;
beforeAll(async () => {
  story = await startStory();
});
afterAll(() => story.stop());

const C = '/api/v1/coin';
async function ask(who: 'alice' | 'bob' | undefined, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await story.app.inject({
    method,
    url,
    headers: fromPage(who),
    ...(payload === undefined ? {} : { payload }),
  });
  expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 200, {}]);
  return answer.json() as { code: number; data: Json };
}

/** Of a story without accounts: what is about a person's account has tests of its own. */
const ABOUT_PEOPLE =
  /^(member\.|user\.(registerChallenge|breachedPasswords)$|user\.passkey\.|user\.security$|userBank\.|file$)/;

/** What a story with one spot market and one order refuses. */
const REFUSED: Readonly<Record<string, number>> = {
  'entrust.transaction.details': 2101,
  'contract.position.story': 2201,
  'open.get.contractDetail': 2002,
  'open.getFundingRate': 2002,
  'entrust.get.getBbwMaintenanceMargin': 2002,
  'wallet.contract.leverage': 2002,
  'wallet.getCanborrow': 2002,
  'wallet.preborrow': 2002,
  'wallet.all.marginProperty': 2002,
  'wallet.fixed.marginProperty': 2002,
  'wallet.all.getCanborrowList': 2002,
  'wallet.all.getDepositRate': 2002,
  'secondContractOrder.receipt': 2101,
  // The story has no stakes.
  'finance.detail': 4001,
  // The story has no swaps.
  'userCoin.swapQuote': 3002,
};

/** Three ask the exchange, one needs a line of one's own, one an order over the counter: tests of their own have them. */
const ASKED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['entrust.preview', 'userCoin.detail', 'buy.getChatRecord', 'pledge.redeemPreview', 'finance.redeemPreview'],
]);

describe('every read (calls.md §2–§6)', () => {
  it('answers what its schema says, for guests where it may and for the signed in', async () => {
    for (const name of callNames.filter(
      (one) => !callOf(one).writes && !ASKED_ELSEWHERE.has(one) && !ABOUT_PEOPLE.test(one),
    )) {
      const answer = await story.app.inject(requestFor(name, { headers: fromPage('bob') }));
      const right = callOf(name).textCode ? '200' : (REFUSED[name] ?? 200);
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 200, right]);
    }
  });
});

describe('orders and fills (calls.md §2, §3)', () => {
  it('list only one’s own, ended and open, newest first', async () => {
    const mine = await ask('bob', 'POST', '/api/currency/order/orderList', { symbol: 'BTC/USDT' });
    expect(mine.data).toMatchObject({ total: 1, size: 15, current: 1 });
    expect(mine.data.records[0]).toMatchObject({
      id: '102',
      symbolName: 'BTC/USDT',
      account: 'spot',
      direction: 1,
      status: 1,
      entrustPrice: '100010.0',
      dealtQuantity: '0.00600',
      dealAveragePrice: '100010.000',
      serviceCharge: '0.00000600',
      serviceChargeCoin: 'BTC',
      cancelReason: null,
    });
    const history = await ask('alice', 'GET', `${C}/entrust/entrustlog/spot/history/all`);
    expect(history.data.records).toMatchObject([{ id: '101', status: 2, cancelReason: 'user' }]);
    const open = await ask('alice', 'GET', `${C}/entrust/entrustlog/spot/open/btcusdt`);
    expect(open.data).toEqual({ records: [], total: 0, size: 15, current: 1, searchedUntil: null });
    const margin = await ask('bob', 'GET', `${C}/entrust/entrustlog/all/history/all`);
    expect(margin.data.total).toBe(0);
    const centre = await ask('bob', 'POST', `${C}/entrust/getEntrustLogCurrency`, {});
    expect(centre.data).toMatchObject({ total: 1, currencies: ['BTC', 'USDT'] });
  });

  it('show an order with its fills and where each fee went, to its owner only (money §10)', async () => {
    const { data } = await ask('bob', 'GET', `${C}/entrust/transaction/details/102`);
    expect(data.fills.map((fill: { id: string; fee: string }) => [fill.id, fill.fee])).toEqual([
      ['1-1-1', '0.00000400'],
      ['1-2-1', '0.00000200'],
    ]);
    expect(data.fees[0]).toEqual({
      fillId: '1-1-1',
      coin: 'BTC',
      fee: '0.00000400',
      safety: '0.00000040',
      referral: ['0.00000080', '0.00000000', '0.00000000'],
      agent: '0.00000000',
      house: '0.00000280',
    });
    for (const [who, id] of [
      ['alice', '102'],
      ['bob', '101'],
      ['bob', '51'],
      ['bob', '999999'],
      ['bob', 'nobody'],
    ] as const)
      expect((await ask(who, 'GET', `${C}/entrust/transaction/details/${id}`)).code).toBe(2101);
  });

  it('give a file of all rows with format=csv', async () => {
    const answer = await story.app.inject({
      url: `${C}/entrust/get/myExchangeLog/all?format=csv`,
      headers: fromPage('bob'),
    });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toContain('attachment');
    const [head, first, second, end] = answer.body.split('\r\n');
    expect(head).toBe('id,orderId,symbolName,direction,price,quantity,amount,fee,feeCoin,maker,house,time (UTC),seq');
    expect(first).toContain(
      '1-2-1,102,BTC/USDT,1,100010.0,0.00200,200.020000,0.00000200,BTC,false,false,2026-11-21 12:00:10,14',
    );
    expect(second).toContain('1-1-1,');
    expect(end).toBe('');
  });
});

describe('the wallet (calls.md §5)', () => {
  it('gives balances of a coin, of a pair, of a wallet, with their worth by the index', async () => {
    const usdt = await ask('alice', 'GET', `${C}/wallet/get/1/USDT`);
    expect(usdt.data).toEqual([
      {
        coin: 'USDT',
        available: '10198.819980',
        held: '0.000000',
        total: '10198.819980',
        usdt: '10198.819980',
        symbolName: null,
      },
    ]);
    const pair = await ask('alice', 'GET', `${C}/wallet/get/1/BTC_USDT`);
    expect(pair.data.map((one: { coin: string }) => one.coin)).toEqual(['BTC', 'USDT']);
    const contract = await ask('alice', 'POST', `${C}/assets/getCurrencyAccount`, { type: 2 });
    expect(contract.data).toMatchObject([{ coin: 'USDT', available: '1.000000' }]);
    const unknown = await ask('alice', 'GET', `${C}/wallet/get/1/NOCOIN`);
    expect(unknown.code).toBe(3002);
  });

  it('adds up: wallet 0 is the sum of the others, 8 is for merchants only', async () => {
    const { data } = await ask('alice', 'GET', `${C}/assets/getWalletAccount`);
    expect(data.map((one: { type: string }) => one.type)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    const sum = data
      .slice(1)
      .reduce((total: bigint, one: { usdt: string }) => total + BigInt(one.usdt.replace('.', '')), 0n);
    expect(BigInt(data[0].usdt.replace('.', ''))).toBe(sum);
  });

  it('tells what the day made of a wallet without what was moved in', async () => {
    const { data } = await ask('alice', 'GET', `${C}/assets/getMyBalance?type=0`);
    expect(data.series).toHaveLength(30);
    expect(data.type).toBe('0');
    expect(data.dayProfit).toMatch(/^-?\d+\.\d{6}$/);
  });

  it('lists bills with their cause; opening + in − out = closing for each coin', async () => {
    const { data } = await ask('bob', 'POST', `${C}/assets/getMyBill`, { walletType: '1' });
    expect(data.records.length).toBeGreaterThan(2);
    // A list of one kind shows the sums of all: they prove the balance, not the list.
    const fees = await ask('bob', 'POST', `${C}/assets/getMyBill`, { walletType: '1', kind: 'fee' });
    for (const sum of [...data.sums, ...fees.data.sums]) {
      const units = (text: string) => BigInt(text.replace('.', ''));
      expect(units(sum.opening) + units(sum.in) - units(sum.out)).toBe(units(sum.closing));
    }
    expect(fees.data.records.every((one: { kind: string }) => one.kind === 'fee')).toBe(true);
  });

  it('lists a transfer once, from and to', async () => {
    const { data } = await ask('alice', 'POST', '/api/userCoin/transferList', {});
    expect(data).toMatchObject({ total: 1, records: [{ from: '1', to: '2', coin: 'USDT', amount: '1.000000' }] });
    const file = await story.app.inject({
      method: 'POST',
      url: '/api/userCoin/transferList',
      headers: fromPage('alice'),
      payload: { format: 'csv' },
    });
    expect(file.body.split('\r\n')).toHaveLength(3);
  });

  it('waits for the command a customer has just made (x-after), and gives up after 2 s', async () => {
    const { seq } = story.live.head();
    const answer = await story.app.inject({
      method: 'POST',
      url: `${C}/assets/getMyBill`,
      headers: { ...fromPage('bob'), 'x-after': String(seq) },
      payload: {},
    });
    expect(answer.json().code).toBe(200);
  });
});

describe('markets (calls.md §2, §3)', () => {
  it('list what is traded here and nothing else: a house with one spot market', async () => {
    const { data } = await ask(undefined, 'POST', '/api/common/getCoinList');
    expect(data).toMatchObject({
      coinList: [],
      currencyList: [
        { id: '1', type: 1, coin: 'BTC', baseCoin: 'USDT', symbol: 'btcusdt', tick: '0.1', lot: '0.00001' },
      ],
      contractList: [],
    });
  });

  it('show depth with the house part and a checksum, best first', async () => {
    const { data } = await ask(undefined, 'GET', `${C}/open/depth?symbol=btcusdt`);
    expect(data.bids[0]).toEqual(['100000.0', '0.00300', '0.00300']);
    expect(data.asks[0]).toEqual(['100020.0', '0.00900', '0.00900']);
    expect(data.checksum).toBeGreaterThan(0);
    const one = await ask(undefined, 'GET', `${C}/open/depth?symbol=btcusdt&limit=1`);
    expect(one.data.bids).toHaveLength(1);
  });

  it('give candles oldest first, trades newest first, ticks with their sources', async () => {
    const kline = await ask(undefined, 'GET', `${C}/open/kline?symbol=BTC_USDT&interval=1m`);
    expect(kline.data.at(-1)).toMatchObject({ open: '100010.0', close: '100010.0', volume: '0.00600' });
    const cut = await ask(undefined, 'GET', `${C}/open/kline?symbol=BTC_USDT&interval=1m&from=${START + 3_600_000}`);
    expect(cut.data).toEqual([]);
    const index = await ask(undefined, 'GET', `${C}/open/kline?symbol=BTC_USDT&kind=index&interval=1d&limit=1`);
    expect(index.data).toHaveLength(1);
    const trades = await ask(undefined, 'GET', `${C}/open/transaction/BTC_USDT/1`);
    expect(trades.data).toMatchObject([{ id: '1-2', direction: 1, house: false }]);
    const ticks = await ask(undefined, 'GET', '/api/common/ticks?symbol=btcusdt');
    expect(ticks.data).toMatchObject([{ price: '100000.000' }, { price: '100050.000', state: 'aging' }]);
    const newest = await ask(undefined, 'GET', '/api/common/ticks?symbol=btcusdt&size=1');
    expect(newest.data).toMatchObject([{ price: '100050.000' }]);
    const oldest = await ask(undefined, 'GET', '/api/common/ticks?symbol=btcusdt&from=0&size=1');
    expect(oldest.data).toMatchObject([{ price: '100000.000' }]);
    const tooMany = await story.app.inject({ url: '/api/common/ticks?symbol=btcusdt&size=1001' });
    expect(tooMany.statusCode).toBe(400);
    const byTime = await ask(undefined, 'GET', `/api/common/ticks?symbol=btcusdt&from=${START + 80_000}`);
    expect(byTime.data).toHaveLength(1);
    const none = await ask(undefined, 'GET', `${C}/open/kline?symbol=BTC_USDT&kind=2&interval=1m`);
    expect(none.code).toBe(2002);
  });

  it('compare a price with its sources, and tell a coin’s worth', async () => {
    const { data } = await ask(undefined, 'GET', `${C}/open/getPriceComparison/BTC`);
    expect(data.index).toMatchObject({ price: '100050.000' });
    expect(data.sources).toMatchObject([{ use: 'used' }, { use: 'tooFar' }]);
    expect(data.currencies.find((one: { exchange_code: string }) => one.exchange_code === 'USD').exchange_value).toBe(
      '100050.00000000',
    );
    expect(data.currencies.find((one: { exchange_code: string }) => one.exchange_code === 'CNY').rate).toBeNull();
    const rates = await ask(undefined, 'GET', `${C}/assets/getCoinRate`);
    expect(rates.data).toMatchObject([
      { coin: 'BTC', rate: '100050.0000000000' },
      { coin: 'USDT', rate: '1.0000000000' },
    ]);
  });

  it('say whether a symbol may be traded, and why not', async () => {
    const check = async (symbol: string, type: number) =>
      (await ask(undefined, 'POST', '/api/common/checkTrade', { symbol, type })).data;
    expect(await check('BTC_USDT', 1)).toMatchObject({ canOpen: true, code: 200, state: 'aging' });
    expect(await check('BTC_USDT', 2)).toMatchObject({ canOpen: false, code: 2002 });
    expect(await check('XAUUSD', 1)).toMatchObject({ canOpen: false, code: 2002 });
  });

  it('keep favourites in one’s own order; adding or removing twice changes nothing', async () => {
    expect((await ask('alice', 'GET', `${C}/quotes/addOptional/1/1`)).data).toEqual({ c_id: '1' });
    await ask('alice', 'GET', `${C}/quotes/addOptional/1/1`);
    const mine = await ask('alice', 'GET', `${C}/quotes/getOptional`);
    expect(mine.data).toMatchObject([{ id: '1', symbol_name: 'BTC/USDT', collect: true, c_id: '1' }]);
    expect((await ask('alice', 'GET', `${C}/open/getSpotGoods`)).data[0].collect).toBe(true);
    expect((await ask('bob', 'GET', `${C}/open/getSpotGoods`)).data[0].collect).toBe(false);
    await ask('alice', 'GET', `${C}/quotes/cancelOptional/1/1`);
    expect((await ask('alice', 'GET', `${C}/quotes/cancelOptional/1/1`)).data).toEqual({ c_id: null });
    expect((await ask('alice', 'GET', `${C}/quotes/addOptional/u9/1`)).code).toBe(2002);
    // Without a spot market the contract's row is the market's (spec §3): forex, gold, indices.
    expect((await ask('alice', 'GET', `${C}/quotes/addOptional/u25/1`)).data).toEqual({ c_id: 'u25' });
    expect((await ask('alice', 'GET', `${C}/quotes/cancelOptional/u25/1`)).data).toEqual({ c_id: null });
  });
});

describe('records and dictionaries (calls.md §6)', () => {
  it('give the tables nav and rate, and 404 for every other', async () => {
    const nav = await ask(undefined, 'GET', '/api/v1/cgform-api/getData/nav?pageSize=-521&column=sort&order=asc');
    expect(nav.data.records[0]).toMatchObject({ code: 'home', path: '/home/index' });
    expect(nav.data.records.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['quotes', 'trade', 'assets', 'rules', 'rates']),
    );
    const settings = await ask(undefined, 'POST', '/api/common/getAllSetting');
    expect(settings.data.images).toEqual({ logo: settings.data.logo });
    const rate = await ask(undefined, 'GET', '/api/v1/cgform-api/getData/rate?exchange_code=usd');
    expect(rate.data.records).toMatchObject([{ exchange_code: 'USD', rate: '1.00000000' }]);
    for (const table of ['users', 'sessions', 'pg_tables'])
      expect((await story.app.inject({ url: `/api/v1/cgform-api/getData/${table}` })).statusCode).toBe(404);
    for (const query of [
      'column=password',
      'column=id%3Bdrop',
      'pageSize=-1',
      'pageSize=0',
      'pageSize=2001',
      'order=random()',
    ])
      expect((await story.app.inject({ url: `/api/v1/cgform-api/getData/nav?${query}` })).statusCode).toBe(400);
  });

  it('give articles with their topics, announcements, the white paper and search, in the language asked for', async () => {
    const H = '/api/v1/cgform-api';
    const types = await ask(undefined, 'GET', `${H}/getData/article_type?pageSize=-521&column=sort&order=asc`);
    expect(types.data.records[0]).toMatchObject({ code: 'getting-started', pid: null, name: 'Getting started' });
    const below = await ask(undefined, 'GET', `${H}/getData/article_type?pid=${types.data.records[1].id}`);
    expect(below.data.records.map(({ code }: { code: string }) => code).sort()).toEqual(['sign-in', 'verification']);
    const german = await ask(undefined, 'GET', `${H}/getData/article_type?pageSize=-521&article_lang=de&order=asc`);
    expect(german.data.records[0].name).toBe('Erste Schritte');
    const [fees] = (await ask(undefined, 'GET', `${H}/getData/article?article_code=fees`)).data.records;
    expect(fees).toMatchObject({ article_code: 'fees', article_type: 'hot', article_lang: 'en' });
    expect(fees.content).toContain('<h2 id="part-1">');
    const hot = await ask(undefined, 'GET', `${H}/getData/article?article_type=hot&pageSize=5`);
    expect(hot.data.records.map(({ content }: { content: unknown }) => content)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect((await ask(undefined, 'GET', `${H}/detailData/article/${fees.id}`)).data).toEqual(fees);
    expect((await ask(undefined, 'GET', `/api/helpCenterInfo/${fees.id}`)).data).toEqual(fees);
    const notices = (await ask(undefined, 'POST', '/api/notice/list')).data;
    expect(notices.map(({ article_type }: { article_type: string }) => article_type)).toEqual(['notice', 'notice']);
    const asHelp = await story.app.inject({ url: `/api/helpCenterInfo/${notices[0].id}` });
    expect(asHelp.statusCode).toBe(404);
    const paper = await ask(undefined, 'POST', '/api/common/getWhitePaperSetting');
    expect(paper.code).toBe('200');
    expect(paper.data.url).toMatch(/^\/article\/main\/content\/paper\/\d+$/);
    const found = await ask(undefined, 'POST', '/api/article/search', { text: 'liqidation' });
    expect([found.data.corrected, found.data.records[0].article_code]).toEqual(['liquidation', 'liquidation']);
    for (const id of ['0', '999999999999', 'constructor', '1.5'])
      expect([400, 404]).toContain((await story.app.inject({ url: `${H}/detailData/article/${id}` })).statusCode);
  });

  it('give dictionaries by code, and 404 for words that are none', async () => {
    const plates = await ask(undefined, 'GET', '/api/v1/sys/sys/dict/getDictItems/coin_plate');
    expect(plates.data[0]).toMatchObject({ dictKey: '1', dictValue: 'crypto' });
    for (const code of ['constructor', 'nothing'])
      expect((await story.app.inject({ url: `/api/v1/sys/sys/dict/getDictItems/${code}` })).statusCode).toBe(404);
  });
});
