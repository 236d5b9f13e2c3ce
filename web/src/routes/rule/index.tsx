// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/rule/')({
  beforeLoad: () => {
    throw redirect({ to: '/rule/index', replace: true });
  },
});
