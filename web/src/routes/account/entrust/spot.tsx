// One's spot orders; until their room stands the route leads home.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/entrust/spot')({
  beforeLoad: () => {
    throw redirect({ to: '/home/index', replace: true });
  },
});
