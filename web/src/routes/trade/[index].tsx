// The simpler trade page: second contracts, spot, USDT perpetuals; the URL has product and market (§2).
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { useCallback } from 'react';
import { Exchange } from '../exchange/-exchange.tsx';
import type { MarketChoice } from '../exchange/-go.ts';
import { NoMarket } from '../exchange/-no-market.tsx';
import { readTradeSearch, symbolOf } from './-search.ts';
import { SecondsTrade } from './-seconds.tsx';
import { TradeWays } from './-ways.tsx';

export const Route = createFileRoute('/trade/index')({
  validateSearch: strictSearch(readTradeSearch),
  component: TradeRoute,
});

function TradeRoute() {
  const { type = 'spot', symbol } = Route.useSearch();
  const navigate = Route.useNavigate();
  const go = useCallback(
    ({ product, route }: MarketChoice) => {
      if (product === 'coin') void navigate({ to: '/exchange/index', search: { symbol: route, type: product } });
      else
        void navigate({
          search: { type: product === 'second' ? 'sec' : product === 'u' ? 'usta' : 'spot', symbol: route },
          resetScroll: false,
        });
    },
    [navigate],
  );
  if (type === 'none') return <NoMarket />;
  if (type === 'sec') return <SecondsTrade symbol={symbol ?? 'btc'} />;
  const route = symbolOf(symbol);
  return (
    <Exchange
      product={type === 'usta' ? 'u' : 'spot'}
      symbol={route}
      trade={{ go, ways: <TradeWays shown={type} route={route} spot={route.toUpperCase().endsWith('USDT')} /> }}
    />
  );
}
