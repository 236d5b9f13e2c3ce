// The user's spot orders, with the filters in the URL.
import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { setAside } from '../../../features/spot/index.ts';
import { useSpotMarkets } from '../../../features/terminal/index.ts';
import { requireUser } from '../../../guard/index.ts';
import { EntrustPage } from '../../../order/index.ts';
import { useTitle } from '../../../page/index.ts';
import { readEntrustSearch } from './-search.ts';

export const Route = createFileRoute('/account/entrust/spot')({
  validateSearch: strictSearch(readEntrustSearch),
  beforeLoad: requireUser,
  component: EntrustRoute,
});

function EntrustRoute() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { markets, rulesOf } = useSpotMarkets();
  const title = t({ message: 'Spot orders', comment: 'Orders of the spot account' });
  useTitle(title);
  return (
    <EntrustPage
      product="spot"
      title={title}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      rulesOf={rulesOf}
      markets={(markets ?? []).map(({ name }) => name)}
      aside={(order) => setAside(order, rulesOf(order.symbolName))}
    />
  );
}
