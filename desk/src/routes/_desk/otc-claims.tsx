// Claims on merchants' bonds.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../case/index.ts';
import { BondsPage } from '../../features/bonds/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/otc-claims')({
  validateSearch: strictSearch(readQueueSearch),
  component: () => (
    <Allowed call="desk.bonds.list">
      <BondsPage search={Route.useSearch()} />
    </Allowed>
  ),
});
