// The tabs of finance; the URL selects one.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { FinancePage, readFinanceSearch } from '../../features/earn/index.ts';

export const Route = createFileRoute('/finance/investment')({
  validateSearch: strictSearch(readFinanceSearch),
  component: () => {
    const { tab } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <FinancePage
        tab={tab ?? 'value'}
        onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      />
    );
  },
});
