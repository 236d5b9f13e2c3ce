// The start page: the first page of the staff member's roles.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { currentSession, rolesOf } from '../../api/index.ts';
import { firstPath } from '../../app/index.ts';

export const Route = createFileRoute('/_desk/')({
  beforeLoad: () => {
    throw redirect({ href: firstPath(rolesOf(currentSession())), replace: true });
  },
});
