// Deposits.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../case/index.ts';
import { DepositsPage } from '../../features/deposits/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/deposits')({
  validateSearch: strictSearch(readQueueSearch),
  component: () => (
    <Allowed call="desk.deposits.list">
      <DepositsPage search={Route.useSearch()} />
    </Allowed>
  ),
});
