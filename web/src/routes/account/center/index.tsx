// A group leads to its first child.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/center/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/center/info', replace: true });
  },
});
