// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/market/')({
  beforeLoad: () => {
    throw redirect({ to: '/market/main', replace: true });
  },
});
