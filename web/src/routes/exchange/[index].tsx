// The exchange; market and kind of contract are in the URL.
import { createFileRoute } from '@tanstack/react-router';
import { DEFAULT_MARKET, Exchange } from './-exchange.tsx';
import { readExchangeSearch } from './-go.ts';

export const Route = createFileRoute('/exchange/index')({
  validateSearch: readExchangeSearch,
  component: ExchangeRoute,
});

function ExchangeRoute() {
  const { symbol, type } = Route.useSearch();
  return <Exchange product={type ?? 'spot'} symbol={symbol ?? DEFAULT_MARKET} />;
}
