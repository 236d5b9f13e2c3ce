// Navigation between markets: within the site, or full screen.
import { useNavigate } from '@tanstack/react-router';
import type { RawSearch } from '@vitrine/ui';
import { type ReactNode, useCallback } from 'react';
import type { Product } from '../../features/terminal/index.ts';
import { namedMarket } from './-named.ts';

/** A market selected in the terminal. Second contracts are traded on a separate page. */
export interface MarketChoice {
  readonly product: Product | 'second';
  /** `BTC_USDT`. */
  readonly route: string;
}

/** The extras of the simpler trade page: links to the other trading pages, and its own navigation between markets. */
export interface TradePage {
  readonly ways: ReactNode;
  readonly go: (choice: MarketChoice) => void;
}

export interface ExchangeSearch {
  /** As in the address; the market list decides whether it exists. */
  readonly symbol?: string;
  /** `none`: the address names an unknown kind of market. */
  readonly type?: 'u' | 'coin' | 'none';
}

/** Parses the search parameters of `/exchange/index`. */
export function readExchangeSearch(search: RawSearch): ExchangeSearch {
  const symbol = namedMarket(search['symbol']);
  const { type } = search;
  return {
    ...(symbol !== undefined && { symbol }),
    ...(type !== undefined && type !== 'spot' && { type: type === 'u' || type === 'coin' ? type : 'none' }),
  };
}

/** Navigates to a market in the same mode: full screen stays full screen. */
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
