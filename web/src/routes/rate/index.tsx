// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/rate/')({
  beforeLoad: () => {
    throw redirect({ to: '/rate/index', replace: true });
  },
});
