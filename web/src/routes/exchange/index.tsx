// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/exchange/')({
  beforeLoad: () => {
    throw redirect({ to: '/exchange/index', replace: true });
  },
});
