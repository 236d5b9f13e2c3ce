// All markets of the exchange from the coin list, with the newest price of each.
import { useCallback, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  CUSTOMIZE_SHOW_SYMBOL,
  MARKET_TYPE,
  PLATE,
  symbolForms,
  symbolKey,
  type Coin,
  type Price,
} from '@vitrine/contract';
import { queryOf } from '../api/index.ts';
import { useLive, useSelected, type LivePrice } from '../live/index.ts';

export interface Market {
  /** `btcusdt`. */
  readonly symbol: string;
  /** `BTC/USDT`. */
  readonly name: string;
  /** `BTC_USDT`. */
  readonly route: string;
  readonly base: string;
  readonly quote: string;
  /** The operator's display name, if any. */
  readonly shown: string;
  readonly plates: readonly number[];
  /** Decimals of its tick. */
  readonly decimals: number;
  /** Whether it has a spot book here. */
  readonly spot: boolean;
  /**
   * What lists link to: spot if there is a book, else its USDT perpetual, else its coin-margined perpetual, else its
   * second contracts.
   */
  readonly product: 'spot' | 'u' | 'coin' | 'second';
  /** 1 spot, 2 USDT perpetual, 3 coin-margined perpetual, 6 second contract. */
  readonly kind: number;
  readonly opensAt: number | null;
  readonly state: Coin['state'];
  /** Turnover of 24 hours in the quote; null without a book here. */
  readonly turnover: string | null;
}

/** Decimals of a tick or lot. */
export function decimalsOf(step: string): number {
  return step.split('.')[1]?.replace(/0+$/, '').length ?? 0;
}

export function toMarket(coin: Coin, product: Market['product']): Market {
  const spot = product === 'spot';
  const forms = symbolForms(coin.coin, coin.baseCoin);
  return {
    symbol: coin.symbol,
    name: forms.name,
    route: forms.route,
    base: coin.coin,
    quote: coin.baseCoin,
    shown: coin.customizeFlag === CUSTOMIZE_SHOW_SYMBOL ? coin.showSymbol : forms.name,
    plates: coin.plate.split(',').map((code) => Number.parseInt(code, 10)),
    decimals: decimalsOf(coin.tick),
    spot,
    product,
    kind: spot ? MARKET_TYPE.spot : MARKET_TYPE.second,
    opensAt: coin.opensAt,
    state: coin.state,
    turnover: coin.amount,
  };
}

export interface CoinList {
  readonly coinList: readonly Coin[];
  readonly currencyList: readonly Coin[];
  readonly contractList: readonly Coin[];
}

/** Spot markets first, then symbols of the other products only; each symbol once. */
export function joinMarkets(list: CoinList): readonly Market[] {
  const seen = new Set<string>();
  const contracts = new Set(
    list.contractList.flatMap(({ type, symbol }) => (type === MARKET_TYPE.linear ? [symbolKey(symbol)] : [])),
  );
  const markets: Market[] = [];
  const take = (coins: readonly Coin[], product: Market['product']): void => {
    for (const coin of coins) {
      const key = symbolKey(coin.symbol);
      if (seen.has(key)) continue;
      seen.add(key);
      markets.push(toMarket(coin, product !== 'spot' && contracts.has(key) ? 'u' : product));
    }
  };
  take(list.currencyList, 'spot');
  take(list.coinList, 'second');
  take(list.contractList, 'coin');
  return markets;
}

/** The address of the page where a listed market is traded. */
export function tradePath({ product, route, base }: Pick<Market, 'product' | 'route' | 'base'>) {
  if (product === 'second') return { to: '/trade/index', search: { type: 'sec', symbol: base.toLowerCase() } } as const;
  return { to: '/exchange/index', search: { symbol: route, ...(product !== 'spot' && { type: product }) } } as const;
}

/** All markets; undefined while the coin list loads. */
export function useMarkets(): {
  readonly markets: readonly Market[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
} {
  const list = useQuery(queryOf('common.getCoinList', {}, 'lazy'));
  const markets = useMemo(() => list.data && joinMarkets(list.data), [list.data]);
  return { markets, failed: list.isError, retry: () => void list.refetch() };
}

/** A market's price in lists: its index with 24 h figures and time; absent or null: unknown. */
export interface MarketPrice {
  readonly index?: string | null | undefined;
  readonly change?: string | null | undefined;
  readonly percent?: string | null | undefined;
  readonly high?: string | null | undefined;
  readonly low?: string | null | undefined;
  readonly state?: string | undefined;
  /** Of its index tick, ms UTC. */
  readonly time?: number | null | undefined;
  /** The command number of the data. */
  readonly seq?: number | undefined;
}

export interface MarketPrices {
  readonly of: (market: Market) => MarketPrice;
  /** Hourly closes of the index of the last 24 hours. */
  readonly closes: (market: Market) => readonly string[];
  readonly failed: boolean;
}

/** The index from a call or a feed. */
export function indexOf(price: Price | LivePrice): MarketPrice {
  return {
    index: price.indexPrice,
    change: price.indexChange,
    percent: price.indexChangePercent,
    high: price.indexHigh24,
    low: price.indexLow24,
    state: price.state,
    time: price.indexTime,
    seq: price.seq,
  };
}

/** Repaint interval of price lists, ms: the message feed is no faster. */
const listCadence = 1_000;

/** The newest index of every market: feed data over call data. */
export function useMarketPrices(): MarketPrices {
  const spot = useQuery(queryOf('open.market.initData', { type: MARKET_TYPE.spot }, 'lazy'));
  const second = useQuery(queryOf('open.market.initData', { type: MARKET_TYPE.second }, 'lazy'));
  const { tickers } = useLive();
  const version = useSelected(
    tickers,
    useCallback((store) => store.version, []),
    0,
    listCadence,
  );
  const called = useMemo(() => {
    const prices = new Map<string, Price>();
    const closes = new Map<string, readonly string[]>();
    for (const data of [second.data, spot.data]) {
      for (const price of data?.prices ?? []) prices.set(symbolKey(price.symbol), price);
      for (const [symbol, list] of Object.entries(data?.klineTicker ?? {})) closes.set(symbolKey(symbol), list);
    }
    return { prices, closes };
  }, [spot.data, second.data]);
  return useMemo(
    () => ({
      of: ({ symbol }) => {
        const before = called.prices.get(symbolKey(symbol));
        const live = tickers.get(symbol);
        const newest = live && live.seq >= (before?.seq ?? 0) ? live : before;
        return newest ? indexOf(newest) : {};
      },
      closes: (market) => called.closes.get(symbolKey(market.symbol)) ?? [],
      failed: spot.isError && spot.data === undefined,
    }),
    // `version` stands for what the tickers hold.
    // oxlint-disable-next-line react/exhaustive-deps -- the store is changed in place; its version says so
    [called, tickers, version, spot.isError, spot.data],
  );
}

/** The categories of the markets page, by plate (calls §9). */
export const categories = ['favourites', 'crypto', 'forex', 'commodities', 'indices', 'gold'] as const;
export type Category = (typeof categories)[number];

const plateOf: Readonly<Record<Exclude<Category, 'favourites'>, number>> = {
  crypto: PLATE.crypto,
  forex: PLATE.forex,
  commodities: PLATE.commodities,
  indices: PLATE.stockIndex,
  gold: PLATE.gold,
};

/** The markets of a category; `favourites` holds symbol keys. */
export function inCategory(
  markets: readonly Market[],
  category: Category,
  favourites: ReadonlySet<string>,
): readonly Market[] {
  if (category === 'favourites') return markets.filter((market) => favourites.has(symbolKey(market.symbol)));
  const plate = plateOf[category];
  return markets.filter((market) => market.plates.includes(plate));
}
