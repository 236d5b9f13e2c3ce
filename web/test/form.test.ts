// Forms without React: transfers, addresses of pages, guards and layout (§2).
import { describe, expect, it } from 'vitest';
import { fromSorting, matches, readQuotesSearch, toSorting } from '../src/features/markets/search.ts';
import { feeParts } from '../src/features/home/costs.tsx';
import { placeOf } from '../src/features/home/price-case.tsx';
import { unexplained } from '../src/features/wallet/history/unexplained.ts';
import {
  firstTransfer,
  reduceTransfer,
  summariseTransfer,
  transferInput,
  validateTransfer,
} from '../src/features/wallet/transfer/transfer-form.ts';
import { readWalletSearch } from '../src/features/wallet/search.ts';
import { inviteIn, inviteOf, safeBack } from '../src/guard/guard.ts';
import { layoutOf } from '../src/app/layout.ts';
import { joinMarkets, inCategory, tradePath } from '../src/market/markets.ts';

describe('transfers', () => {
  const form = { ...firstTransfer, amount: '5' };
  const balances = { from: '10.00', to: '1.50' };

  it('show both balances now and after, exactly', () => {
    expect(summariseTransfer(form, balances)).toEqual({ fromAfter: '5.00', toAfter: '6.50' });
    expect(summariseTransfer({ ...form, amount: '11' }, balances).fromAfter).toBeUndefined();
  });

  it.each([
    ['', { kind: 'amount' }],
    ['0', { kind: 'zero' }],
    ['0.', { kind: 'zero' }],
    ['10.01', { kind: 'short', lack: '0.01' }],
    ['10', undefined],
  ] as const)('amount %s: %o', (amount, fault) => {
    expect(validateTransfer({ ...form, amount }, balances)).toEqual(fault);
  });

  it('never lead to the wallet they leave', () => {
    expect(reduceTransfer(form, { set: 'from', wallet: '2' })).toMatchObject({ from: '2', to: '1', amount: '' });
    expect(reduceTransfer(form, { set: 'to', wallet: '1' })).toMatchObject({ from: '2', to: '1' });
    expect(transferInput({ ...form, amount: '5.' })).toMatchObject({ amount: '5' });
  });
});

describe('§2 routes', () => {
  it.each([
    ['/invite/K7F2QX', 'K7F2QX'],
    ['/home/index/invite/K7F2QX/', 'K7F2QX'],
    ['/a/invite/K7F2QX/b/c', 'K7F2QX'],
    ['/invite/ONE/invite/TWO', 'ONE'],
    [`/invite/${'A'.repeat(32)}`, 'A'.repeat(32)],
  ])('find the invite marker in %s', (path, code) => {
    expect(inviteIn(path)).toBe(code);
  });

  it.each([
    '/',
    '/invite',
    '/invite/',
    '/invite//K7F2QX',
    '/invite/a.b',
    '/invite/a%20b',
    '/invitee/K7F2QX',
    '/xinvite/K7F2QX',
    '/Invite/K7F2QX',
    `/invite/${'A'.repeat(33)}`,
  ])('find no invite marker in %s', (path) => {
    expect(inviteIn(path)).toBeUndefined();
  });

  it.each([
    ['K7F2QX', '', 'K7F2QX'],
    [23456789, '?invite_code=23456789', '23456789'],
    [Number.POSITIVE_INFINITY, '?back=%2Fx&invite_code=2E345678', '2E345678'],
    [true, 'invite_code=true', 'true'],
    [undefined, '?invite_code=LATE', undefined],
    ['<script>', '', undefined],
    [{ a: 1 }, '?invite_code=%7B%22a%22%3A1%7D', undefined],
    [7, '', undefined],
  ])('read the invite code %o of the query %s as %s', (value, query, code) => {
    expect(inviteOf(value, query)).toBe(code);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/user/login?back=/x',
    'javascript:alert(1)',
    '',
    7,
    undefined,
  ])('take %s for no way back', (back) => {
    expect(safeBack(back)).toBeUndefined();
  });

  it('keep a way back of our own', () => {
    expect(safeBack('/user/index?key=certified')).toBe('/user/index?key=certified');
    expect(safeBack('/user/indexed')).toBeUndefined();
    expect(safeBack('/assets/index?key=records')).toBe('/assets/index?key=records');
  });

  it('show and hide the parts of the frame by the layout rules', () => {
    expect(layoutOf('/home/index')).toEqual({ topBar: true, footer: true, bottomBar: true });
    for (const path of ['/user/login', '/user/register', '/user/reset'])
      expect(layoutOf(path)).toEqual({ topBar: false, footer: false, bottomBar: false });
    expect(layoutOf('/user/index').footer).toBe(true);
    for (const path of ['/pledge/index', '/finance/detail', '/trade/index', '/exchange/full-screen/BTC_USDT'])
      expect(layoutOf(path).footer).toBe(false);
    expect(layoutOf('/exchange/index').bottomBar).toBe(false);
  });

  it('read what addresses say and drop the rest', () => {
    expect(readQuotesSearch({ category: 'forex', q: 'eur', sort: '-change', x: 1 })).toEqual({
      category: 'forex',
      q: 'eur',
      sort: '-change',
    });
    expect(readQuotesSearch({ category: 'options', q: '', sort: 'name' })).toEqual({});
    expect(readWalletSearch({ key: 'defi', coin: 'usdt' })).toEqual({ coin: 'USDT' });
    expect(readWalletSearch({ key: 'defi', coin: '../x' })).toEqual({});
    expect(readWalletSearch({ key: 'records', coin: 'USDT' })).toEqual({ key: 'records', coin: 'USDT' });
    expect(fromSorting(toSorting('-price'))).toBe('-price');
    expect(toSorting(undefined)).toBeUndefined();
  });
});

describe('markets', () => {
  const coin = (symbol: string, plate: string, type = 1) =>
    ({
      id: symbol,
      type,
      baseCoin: 'USDT',
      coin: symbol.slice(0, 3).toUpperCase(),
      symbol,
      showSymbol: 'S&P 500',
      customizeFlag: symbol.startsWith('us5') ? 2 : 1,
      market: 'vitrine',
      coinType: 1,
      amount: '1',
      open: null,
      plate,
      tick: '0.10',
      lot: null,
      minValue: null,
      maxLeverage: 1,
      state: 'valid',
      opensAt: null,
    }) as never;
  const markets = joinMarkets({
    currencyList: [coin('btcusdt', '1,11')],
    coinList: [coin('btcusdt', '1'), coin('xauusdt', '3,5')],
    contractList: [coin('us5usdt', '4', 2), coin('btcusdt', '1', 2)],
  });

  it('stand once each, spot first, with the operator’s name where there is one', () => {
    expect(markets.map((market) => [market.symbol, market.spot, market.shown])).toEqual([
      ['btcusdt', true, 'BTC/USDT'],
      ['xauusdt', false, 'XAU/USDT'],
      ['us5usdt', false, 'S&P 500'],
    ]);
    expect(markets[0]?.decimals).toBe(1);
  });

  it('lead to where they are traded: spot, else the contract, else second contracts', () => {
    expect(markets.map(tradePath)).toEqual([
      { to: '/exchange/index', search: { symbol: 'BTC_USDT' } },
      { to: '/trade/index', search: { type: 'sec', symbol: 'xau' } },
      { to: '/exchange/index', search: { symbol: 'US5_USDT', type: 'u' } },
    ]);
  });

  it('fall into categories by plate, gold among the commodities too', () => {
    const names = (category: 'gold' | 'commodities' | 'favourites') =>
      inCategory(markets, category, new Set(['btcusdt'])).map((market) => market.symbol);
    expect(names('gold')).toEqual(['xauusdt']);
    expect(names('commodities')).toEqual(['xauusdt']);
    expect(names('favourites')).toEqual(['btcusdt']);
  });

  it('are found by base, pair in any spelling, or shown name', () => {
    expect(matches('btc', markets[0]!)).toBe(true);
    expect(matches('BTC / usdt', markets[0]!)).toBe(true);
    expect(matches('s&p', markets[2]!)).toBe(true);
    expect(matches('eth', markets[0]!)).toBe(false);
  });
});

describe('sums that are shown', () => {
  it('split a fee of 1 so that the parts add up', () => {
    expect(feeParts('0.1', ['0.2', '0.1', '0.05'])).toEqual({
      safety: '0.1',
      referral: '0.35',
      house: '0.55',
      alone: '0.9',
    });
  });

  it('leave nothing unexplained when opening + in − out is closing', () => {
    expect(
      unexplained({ coin: 'USDT', opening: '12914.20', in: '2800.00', out: '1640.55', closing: '14073.65' } as never),
    ).toBe('0.00');
  });

  it('place sources between the lowest and the highest', () => {
    expect(placeOf('1', '1', '3')).toBe(10);
    expect(placeOf('3', '1', '3')).toBe(90);
    expect(placeOf('5', '5', '5')).toBe(50);
  });
});
