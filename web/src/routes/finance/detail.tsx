// Buying a finance product; the URL names it.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { FinanceDetailPage, readProductSearch } from '../../features/earn/index.ts';

export const Route = createFileRoute('/finance/detail')({
  validateSearch: strictSearch(readProductSearch),
  component: () => {
    const { id } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <FinanceDetailPage
        id={id}
        onBought={() => void navigate({ to: '/finance/investment', search: { tab: 'mine' } })}
      />
    );
  },
});
