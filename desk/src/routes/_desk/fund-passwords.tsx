// Forgotten fund passwords.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../case/index.ts';
import { FundPasswordPage } from '../../features/fund-password/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/fund-passwords')({
  validateSearch: strictSearch(readQueueSearch),
  component: () => (
    <Allowed call="desk.fundCases.list">
      <FundPasswordPage search={Route.useSearch()} />
    </Allowed>
  ),
});
