// §2 routes: /trade/index with type sec, spot, usta and symbol.

import { expect, test } from 'vitest';
import { readTradeSearch, symbolOf } from '../../src/routes/trade/-search.ts';

test('§2 the address of the trade page: known ways and symbols, nothing else', () => {
  expect(readTradeSearch({ type: 'sec', symbol: 'btc' })).toEqual({ type: 'sec', symbol: 'btc' });
  expect(readTradeSearch({ type: 'usta', symbol: 'BTC_USDT' })).toEqual({ type: 'usta', symbol: 'BTC_USDT' });
  expect(readTradeSearch({ type: 'other', symbol: '<b>' })).toEqual({});
  expect(readTradeSearch({ type: 1, symbol: 2 })).toEqual({});
});

test('§2 buy-coin links name a base alone; it is priced in USDT', () => {
  expect(['btc', 'eth', 'bnb', 'btcusdt', 'ETH_USDT', 'xauusd', 'EUR/USD', undefined].map(symbolOf)).toEqual([
    'BTC_USDT',
    'ETH_USDT',
    'BNB_USDT',
    'btcusdt',
    'ETH_USDT',
    'xauusd',
    'EUR/USD',
    'BTC_USDT',
  ]);
});
