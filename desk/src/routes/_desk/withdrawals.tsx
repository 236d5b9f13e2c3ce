// Withdrawals.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../case/index.ts';
import { WithdrawalsPage } from '../../features/withdrawals/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/withdrawals')({
  validateSearch: strictSearch(readQueueSearch),
  component: () => (
    <Allowed call="desk.withdrawals.list">
      <WithdrawalsPage search={Route.useSearch()} />
    </Allowed>
  ),
});
