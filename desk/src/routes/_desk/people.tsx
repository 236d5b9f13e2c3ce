// Staff of the desk.
import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '../../features/people/index.ts';
import { Allowed } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/people')({
  component: () => (
    <Allowed call="desk.people.list">
      <PeoplePage />
    </Allowed>
  ),
});
