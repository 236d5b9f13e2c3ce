// Proposals.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../case/index.ts';
import { ProposalsPage } from '../../features/proposals/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/proposals')({
  validateSearch: strictSearch(readQueueSearch),
  component: () => (
    <Allowed call="desk.proposals.list">
      <ProposalsPage search={Route.useSearch()} />
    </Allowed>
  ),
});
