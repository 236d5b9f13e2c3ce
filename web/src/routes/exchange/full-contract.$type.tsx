// Contracts in full screen; the path has the market as BASE_QUOTE, the search parameters its kind (u or coin).
import { createFileRoute } from '@tanstack/react-router';
import { type RawSearch, strictSearch } from '@vitrine/ui';
import { Exchange } from './-exchange.tsx';
import { NoMarket } from './-no-market.tsx';

export const Route = createFileRoute('/exchange/full-contract/$type')({
  validateSearch: strictSearch(({ type }: RawSearch): { readonly type?: 'coin' | 'none' } =>
    type === undefined || type === 'u' ? {} : { type: type === 'coin' ? type : 'none' },
  ),
  component: FullContractRoute,
});

function FullContractRoute() {
  const { type } = Route.useParams();
  const { type: kind } = Route.useSearch();
  if (kind === 'none') return <NoMarket />;
  return <Exchange full product={kind ?? 'u'} symbol={type} />;
}
