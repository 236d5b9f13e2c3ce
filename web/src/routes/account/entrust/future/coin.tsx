// The user's orders of coin-margined perpetuals.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { requireUser } from '../../../../guard/index.ts';
import { readEntrustSearch } from '../-search.ts';
import { FutureRoute } from './-future.tsx';

export const Route = createFileRoute('/account/entrust/future/coin')({
  validateSearch: strictSearch(readEntrustSearch),
  beforeLoad: requireUser,
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <FutureRoute
      contractType="coin"
      search={Route.useSearch()}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
