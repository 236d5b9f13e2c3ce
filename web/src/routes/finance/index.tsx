// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/finance/')({
  beforeLoad: () => {
    throw redirect({ to: '/finance/investment', replace: true });
  },
});
