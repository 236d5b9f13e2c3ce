// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/entrust/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/entrust/spot', replace: true });
  },
});
