// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/home/')({
  beforeLoad: () => {
    throw redirect({ to: '/home/index', replace: true });
  },
});
