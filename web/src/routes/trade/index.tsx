// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/trade/')({
  beforeLoad: () => {
    throw redirect({ to: '/trade/index', replace: true });
  },
});
