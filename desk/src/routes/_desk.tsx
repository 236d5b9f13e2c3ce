// All pages behind the sign-in use the frame.
import { createFileRoute } from '@tanstack/react-router';
import { Frame, requirePerson } from '../app/index.ts';
import { NotFound } from '../page/index.ts';

export const Route = createFileRoute('/_desk')({
  beforeLoad: requirePerson,
  component: Frame,
  notFoundComponent: NotFound,
});
