// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/center/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/center/info', replace: true });
  },
});
