// The ways between the markets: within the site, or over the whole window.
import { useNavigate } from '@tanstack/react-router';
import type { RawSearch } from '@vitrine/ui';
import { type ReactNode, useCallback } from 'react';
import type { Product } from '../../features/terminal/index.ts';
import { namedMarket } from './-named.ts';

/** A market chosen somewhere in the terminal. Second contracts are traded on a page of their own. */
export interface MarketChoice {
  readonly product: Product | 'second';
  /** `BTC_USDT`. */
  readonly route: string;
}

/** What the simpler trade page has of its own: the choice of ways to trade, and where another market is shown. */
export interface TradePage {
  readonly ways: ReactNode;
  readonly go: (choice: MarketChoice) => void;
}

export interface ExchangeSearch {
  /** As the address names it; whether there is such a market is known where the markets are. */
  readonly symbol?: string;
  /** `none`: the address names a kind of market that does not exist. */
  readonly type?: 'u' | 'coin' | 'none';
}

/** What `/exchange/index` reads of its address. */
export function readExchangeSearch(search: RawSearch): ExchangeSearch {
  const symbol = namedMarket(search['symbol']);
  const { type } = search;
  return {
    ...(symbol !== undefined && { symbol }),
    ...(type !== undefined && type !== 'spot' && { type: type === 'u' || type === 'coin' ? type : 'none' }),
  };
}

/** Leads to a market, in the same form of the exchange: full screen stays full screen. */
export function useGo(full: boolean): (choice: MarketChoice) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ product, route }) => {
      if (product === 'second') {
        const base = route.split('_')[0]?.toLowerCase() ?? '';
        void navigate({ to: '/trade/index', search: { type: 'sec', symbol: base } });
      } else if (!full) {
        const search = { symbol: route, ...(product !== 'spot' && { type: product }) };
        void navigate({ to: '/exchange/index', search, resetScroll: false });
      } else if (product === 'spot') {
        void navigate({ to: '/exchange/full-screen/$type', params: { type: route } });
      } else {
        void navigate({
          to: '/exchange/full-contract/$type',
          params: { type: route },
          search: product === 'coin' ? { type: product } : {},
        });
      }
    },
    [navigate, full],
  );
}
