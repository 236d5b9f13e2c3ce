// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/entrust/future/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/entrust/future/u', replace: true });
  },
});
