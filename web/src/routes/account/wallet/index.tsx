// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/wallet/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/wallet/assets', replace: true });
  },
});
