// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/exchange/')({
  beforeLoad: () => {
    throw redirect({ to: '/exchange/index', replace: true });
  },
});
