// The wallet, by the query key of the spec.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { WalletPage, readWalletSearch } from '../../features/wallet/index.ts';
import { requireUser } from '../../guard/index.ts';

export const Route = createFileRoute('/assets/index')({
  validateSearch: strictSearch(readWalletSearch),
  beforeLoad: requireUser,
  component: AssetsRoute,
});

function AssetsRoute() {
  const navigate = Route.useNavigate();
  return (
    <WalletPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
