// The wallet, by the query key of the spec.
import { createFileRoute } from '@tanstack/react-router';
import { latePart, strictSearch } from '@vitrine/ui';
import { useSession } from '../../api/index.ts';
import { WalletPage, readWalletSearch } from '../../features/wallet/index.ts';
import { requireUser } from '../../guard/index.ts';

// Most customers have hidden them.
const Steps = latePart(async () => (await import('../../features/guide/index.ts')).StepsPane);

export const Route = createFileRoute('/assets/index')({
  validateSearch: strictSearch(readWalletSearch),
  beforeLoad: requireUser,
  component: AssetsRoute,
});

function AssetsRoute() {
  const navigate = Route.useNavigate();
  const { user } = useSession();
  return (
    <WalletPage
      guide={user === undefined ? undefined : <Steps of={{ userId: user.user.userId }} />}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
