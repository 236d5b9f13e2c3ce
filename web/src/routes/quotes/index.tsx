// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/quotes/')({
  beforeLoad: () => {
    throw redirect({ to: '/quotes/index', replace: true });
  },
});
