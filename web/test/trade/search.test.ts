// §2 routes: /trade/index with type sec, spot, usta and symbol.

import { expect, test } from 'vitest';
import { readExchangeSearch } from '../../src/routes/exchange/-go.ts';
import { readTradeSearch, symbolOf } from '../../src/routes/trade/-search.ts';

test('§2 the address of the trade page: known ways, and the market as it is named', () => {
  expect(readTradeSearch({ type: 'sec', symbol: 'btc' })).toEqual({ type: 'sec', symbol: 'btc' });
  expect(readTradeSearch({ type: 'usta', symbol: 'BTC_USDT' })).toEqual({ type: 'usta', symbol: 'BTC_USDT' });
  expect(readTradeSearch({})).toEqual({});
  expect(readTradeSearch({ type: 'banana', symbol: 'btc' })).toEqual({ type: 'none', symbol: 'btc' });
  // The router reads digits as a number: no such market, and not another one.
  expect(readTradeSearch({ type: 'spot', symbol: 123 })).toEqual({ type: 'spot', symbol: '123' });
});

test('§2 the address of the exchange: nothing stands in for a market that is not there', () => {
  expect(readExchangeSearch({})).toEqual({});
  expect(readExchangeSearch({ type: 'u', symbol: 'BTC_USDT' })).toEqual({ type: 'u', symbol: 'BTC_USDT' });
  expect(readExchangeSearch({ type: 'x', symbol: 'BTC_USDT' })).toEqual({ type: 'none', symbol: 'BTC_USDT' });
  expect(readExchangeSearch({ symbol: 123 })).toEqual({ symbol: '123' });
  expect(readExchangeSearch({ symbol: true })).toEqual({ symbol: 'true' });
  expect(readExchangeSearch({ type: 'u', symbol: { a: 1 } })).toEqual({ type: 'u', symbol: '?' });
  expect(readExchangeSearch({ symbol: 'x'.repeat(100) }).symbol).toHaveLength(24);
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
