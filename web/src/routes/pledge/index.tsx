// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/pledge/')({
  beforeLoad: () => {
    throw redirect({ to: '/pledge/index', replace: true });
  },
});
