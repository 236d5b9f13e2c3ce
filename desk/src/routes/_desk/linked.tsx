// Accounts of one person.
import { createFileRoute } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../case/index.ts';
import { LinkedPage } from '../../features/linked/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/linked')({
  validateSearch: strictSearch(readQueueSearch),
  component: () => (
    <Allowed call="desk.links.list">
      <LinkedPage search={Route.useSearch()} />
    </Allowed>
  ),
});
