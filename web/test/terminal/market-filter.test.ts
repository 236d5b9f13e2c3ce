import { describe, expect, test } from 'vitest';
import {
  baseCoinsOf,
  everyMarket,
  marketsShown,
  nextSorting,
  sortMarkets,
} from '../../src/features/terminal/market-filter.ts';
import type { Market } from '../../src/market/markets.ts';

const market = (base: string, quote: string, plates: readonly number[] = [1]): Market => ({
  symbol: `${base}${quote}`.toLowerCase(),
  name: `${base}/${quote}`,
  route: `${base}_${quote}`,
  base,
  quote,
  shown: `${base}/${quote}`,
  plates,
  decimals: 1,
  spot: true,
  product: 'spot',
  kind: 1,
  opensAt: null,
  state: 'valid',
  turnover: null,
});

const markets = [market('BTC', 'USDT', [1, 11]), market('ETH', 'USDT', [1, 12]), market('ETH', 'BTC', [1, 12])];
const names = (list: readonly Market[]): string[] => list.map(({ name }) => name);
const none = new Set<string>();

describe('lists of markets (§2: favourites, coin plates, base-coin filter, search box)', () => {
  test('tab and base coin choose; favourites are those with a star', () => {
    expect(names(marketsShown(markets, { ...everyMarket, tab: '12' }, none))).toEqual(['ETH/USDT', 'ETH/BTC']);
    expect(names(marketsShown(markets, { ...everyMarket, tab: '12', baseCoin: 'BTC' }, none))).toEqual(['ETH/BTC']);
    expect(names(marketsShown(markets, { ...everyMarket, tab: 'favourites' }, new Set(['btcusdt'])))).toEqual([
      'BTC/USDT',
    ]);
    expect(baseCoinsOf(markets)).toEqual(['USDT', 'BTC']);
  });

  test.each(['eth', 'ETH/', 'eth_', ' eth '])(
    'a search for "%s" looks through everything, whatever the tab',
    (search) => {
      expect(names(marketsShown(markets, { tab: '11', baseCoin: 'USDT', search }, none))).toEqual([
        'ETH/USDT',
        'ETH/BTC',
      ]);
    },
  );

  test('a column sorts one way, the other way, and not at all; what has no figure stands last', () => {
    const first = nextSorting(undefined, 'change');
    expect([first, nextSorting(first, 'change'), nextSorting(nextSorting(first, 'change'), 'change')]).toEqual([
      { by: 'change', falls: true },
      { by: 'change', falls: false },
      undefined,
    ]);
    expect(nextSorting(first, 'name')).toEqual({ by: 'name', falls: false });
    const percents: Record<string, string | null> = { 'BTC/USDT': '-2.5', 'ETH/USDT': null, 'ETH/BTC': '10.1' };
    const priceOf = ({ name }: Market) => ({ percent: percents[name] ?? null });
    expect(names(sortMarkets(markets, { by: 'change', falls: true }, priceOf))).toEqual([
      'ETH/BTC',
      'BTC/USDT',
      'ETH/USDT',
    ]);
    expect(names(sortMarkets(markets, { by: 'change', falls: false }, priceOf)).at(-1)).toBe('ETH/USDT');
    expect(names(sortMarkets(markets, { by: 'name', falls: true }, priceOf))[0]).toBe('ETH/USDT');
    expect(sortMarkets(markets, undefined, priceOf)).toBe(markets);
  });
});
