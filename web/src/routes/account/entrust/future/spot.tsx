// Spot orders have a separate page; this address redirects to it.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/entrust/future/spot')({
  beforeLoad: () => {
    throw redirect({ to: '/account/entrust/spot', replace: true });
  },
});
