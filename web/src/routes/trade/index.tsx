// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/trade/')({
  beforeLoad: () => {
    throw redirect({ to: '/trade/index', replace: true });
  },
});
