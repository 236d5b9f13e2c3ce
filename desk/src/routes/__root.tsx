// The root of all routes.
import { createRootRoute } from '@tanstack/react-router';
import { Root } from '../app/index.ts';
import { ErrorPage, NotFound } from '../page/index.ts';

export const Route = createRootRoute({
  component: Root,
  errorComponent: ({ error, reset }) => <ErrorPage error={error} reset={reset} />,
  notFoundComponent: NotFound,
});
