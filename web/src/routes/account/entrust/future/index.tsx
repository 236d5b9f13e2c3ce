// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/entrust/future/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/entrust/future/u', replace: true });
  },
});
