// The exchange; the market is in the URL.
import { createFileRoute } from '@tanstack/react-router';
import { DEFAULT_MARKET, Exchange } from './-exchange.tsx';

export const Route = createFileRoute('/exchange/index')({
  validateSearch: (search): { readonly symbol?: string } =>
    typeof search['symbol'] === 'string' && /^[0-9A-Za-z]{1,10}[_/]?[0-9A-Za-z]{1,10}$/.test(search['symbol'])
      ? { symbol: search['symbol'] }
      : {},
  component: ExchangeRoute,
});

function ExchangeRoute() {
  const { symbol } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Exchange
      symbol={symbol ?? DEFAULT_MARKET}
      onSymbol={(next) => void navigate({ search: { symbol: next }, resetScroll: false })}
    />
  );
}
