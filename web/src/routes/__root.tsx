// The root of all routes: invite markers redirect to registration; every page is inside the shell.
import { createRootRouteWithContext, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { Shell } from '../app/index.ts';
import { inviteIn } from '../guard/index.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => {
    const code = inviteIn(location.pathname);
    if (code !== undefined) throw redirect({ to: '/user/register', search: { invite_code: code }, replace: true });
  },
  component: Shell,
});
