// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/rule/')({
  beforeLoad: () => {
    throw redirect({ to: '/rule/index', replace: true });
  },
});
