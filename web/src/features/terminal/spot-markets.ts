// The spot markets with the data for their tickets: steps, scales, minimum value.

import { useQuery } from '@tanstack/react-query';
import type { Coin } from '@vitrine/contract';
import { useCallback, useMemo } from 'react';
import { queryOf } from '../../api/index.ts';
import { decimalsOfStep } from '../../live/index.ts';
import { type Market, toMarket } from '../../market/index.ts';

/** A spot market in the terminal. */
export interface SpotMarket extends Market {
  /** `BTC_USDT`, the name in paths. */
  readonly rules: {
    readonly symbol: string;
    readonly base: string;
    readonly quote: string;
    readonly tickDecimals: number;
    readonly lotDecimals: number;
    readonly baseScale: number;
    readonly quoteScale: number;
    readonly minValue: string | undefined;
  };
}

export interface SpotMarkets {
  /** undefined while the coin list loads. */
  readonly markets: readonly SpotMarket[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  readonly rulesOf: (symbolName: string) => SpotMarket['rules'] | undefined;
}

/** A spot market; undefined for an entry without a book, which has no scales. */
function toSpotMarket(coin: Coin): SpotMarket | undefined {
  const { baseScale, quoteScale } = coin;
  if (baseScale === null || quoteScale === null) return undefined;
  const market = toMarket(coin, 'spot');
  return {
    ...market,
    rules: {
      symbol: market.route,
      base: market.base,
      quote: market.quote,
      tickDecimals: market.decimals,
      lotDecimals: decimalsOfStep(coin.lot ?? '1'),
      baseScale,
      quoteScale,
      minValue: coin.minValue ?? undefined,
    },
  };
}

export function useSpotMarkets(): SpotMarkets {
  const list = useQuery(queryOf('common.getCoinList', {}, 'constant'));
  const markets = useMemo(
    () => list.data?.currencyList.map(toSpotMarket).filter((market) => market !== undefined),
    [list.data],
  );
  const byName = useMemo(() => new Map(markets?.map((market) => [market.name, market.rules])), [markets]);
  const rulesOf = useCallback((symbolName: string) => byName.get(symbolName), [byName]);
  return { markets, failed: list.isError, retry: () => void list.refetch(), rulesOf };
}
