// The router over the generated route tree.
import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from '../page/index.ts';
import { routeTree } from '../routeTree.gen.ts';
import { queryClient } from './queries.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  scrollRestoration: true,
  // A failed page leaves the bars and notices in place.
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  // React Query holds the data; the router must not keep a second copy.
  defaultPreloadStaleTime: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
