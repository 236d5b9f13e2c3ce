// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/assets/')({
  beforeLoad: () => {
    throw redirect({ to: '/assets/index', replace: true });
  },
});
