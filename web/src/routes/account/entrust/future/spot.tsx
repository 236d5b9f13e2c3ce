// Spot orders have a page beside the contracts'; this name of it leads there.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/entrust/future/spot')({
  beforeLoad: () => {
    throw redirect({ to: '/account/entrust/spot', replace: true });
  },
});
