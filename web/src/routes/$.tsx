// Any path without a route redirects to the home page.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/home/index', replace: true });
  },
});
