// The root of all routes.
import { createRootRoute } from '@tanstack/react-router';
import { Root } from '../app/index.ts';
import { NotFound } from '../page/index.ts';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
});
