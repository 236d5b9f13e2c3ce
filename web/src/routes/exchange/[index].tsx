// The exchange; market and kind of contract are in the URL.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { DEFAULT_MARKET, Exchange } from './-exchange.tsx';
import { readExchangeSearch } from './-go.ts';
import { NoMarket } from './-no-market.tsx';

export const Route = createFileRoute('/exchange/index')({
  validateSearch: strictSearch(readExchangeSearch),
  component: ExchangeRoute,
});

function ExchangeRoute() {
  const { symbol, type } = Route.useSearch();
  if (type === 'none') return <NoMarket />;
  return <Exchange product={type ?? 'spot'} symbol={symbol ?? DEFAULT_MARKET} />;
}
