// The exchange; until its room stands the route leads home.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/exchange/index')({
  validateSearch: (search): { readonly symbol?: string } =>
    typeof search['symbol'] === 'string' ? { symbol: search['symbol'] } : {},
  beforeLoad: () => {
    throw redirect({ to: '/home/index', replace: true });
  },
});
