// The trade links of the spec: spot leads to the exchange, the others wait for their rooms.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/trade/index')({
  validateSearch: (search): { readonly type?: string; readonly symbol?: string } => ({
    ...(typeof search['type'] === 'string' ? { type: search['type'] } : {}),
    ...(typeof search['symbol'] === 'string' ? { symbol: search['symbol'] } : {}),
  }),
  beforeLoad: ({ search }) => {
    if (search.type !== undefined && search.type !== 'spot') throw redirect({ to: '/home/index', replace: true });
    const base = /^[A-Za-z0-9]{1,10}$/.exec(search.symbol ?? '')?.[0].toUpperCase();
    throw redirect({
      to: '/exchange/index',
      search: base === undefined ? {} : { symbol: `${base}_USDT` },
      replace: true,
    });
  },
});
