// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/quotes/')({
  beforeLoad: () => {
    throw redirect({ to: '/quotes/index', replace: true });
  },
});
