// Buying a staking product; the URL names it.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { PledgeAddPage, readProductSearch } from '../../features/earn/index.ts';

export const Route = createFileRoute('/pledge/add')({
  validateSearch: strictSearch(readProductSearch),
  component: () => {
    const { id } = Route.useSearch();
    const navigate = Route.useNavigate();
    return <PledgeAddPage id={id} onBought={() => void navigate({ to: '/pledge/order', search: {} })} />;
  },
});
