// Cross margin: the account, its orders and records; filters in the URL.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { requireUser } from '../../../guard/index.ts';
import { MarginRoute } from './-margin.tsx';
import { readEntrustSearch } from './-search.ts';

export const Route = createFileRoute('/account/entrust/margin-all')({
  validateSearch: strictSearch(readEntrustSearch),
  beforeLoad: requireUser,
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <MarginRoute
      account="all"
      search={Route.useSearch()}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
