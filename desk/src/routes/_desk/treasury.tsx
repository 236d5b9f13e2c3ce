// The treasury.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { TreasuryPage, readTreasurySearch } from '../../features/treasury/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/treasury')({
  validateSearch: strictSearch(readTreasurySearch),
  component: () => (
    <Allowed call="desk.treasury.get">
      <TreasuryPage search={Route.useSearch()} />
    </Allowed>
  ),
});
