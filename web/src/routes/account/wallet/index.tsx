// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/wallet/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/wallet/assets', replace: true });
  },
});
