// The wallet on the account pages: balances.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readWalletSearch, WalletPage } from '../../../features/wallet/index.ts';
import { requireUser } from '../../../guard/index.ts';

export const Route = createFileRoute('/account/wallet/assets')({
  validateSearch: strictSearch(readWalletSearch),
  beforeLoad: requireUser,
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  const { key: _, part: __, ...search } = Route.useSearch();
  return (
    <WalletPage
      place="account"
      search={{ ...search, key: 'overview' }}
      onSearch={({ key: _key, part: _part, ...next }) =>
        void navigate({ search: next, replace: true, resetScroll: false })
      }
    />
  );
}
