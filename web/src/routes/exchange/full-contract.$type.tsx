// Contracts over the whole window; the market is in the path, as BASE_QUOTE, its kind (u or coin) in the search.
import { createFileRoute } from '@tanstack/react-router';
import { Exchange } from './-exchange.tsx';

export const Route = createFileRoute('/exchange/full-contract/$type')({
  validateSearch: (search): { readonly type?: 'coin' } => (search['type'] === 'coin' ? { type: 'coin' } : {}),
  component: FullContractRoute,
});

function FullContractRoute() {
  const { type } = Route.useParams();
  const { type: kind } = Route.useSearch();
  return <Exchange full product={kind ?? 'u'} symbol={type} />;
}
