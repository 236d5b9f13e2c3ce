// Markets: the list of all markets, with sorting, category and search in the URL.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { QuotesPage, changedSearch, readQuotesSearch } from '../../features/markets/index.ts';

export const Route = createFileRoute('/quotes/index')({
  validateSearch: strictSearch(readQuotesSearch),
  component: () => {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <QuotesPage
        search={search}
        onSearch={(change) => void navigate({ search: changedSearch(change), replace: true, resetScroll: false })}
      />
    );
  },
});
