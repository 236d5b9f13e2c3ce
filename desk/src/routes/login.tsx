// The sign-in.
import { createFileRoute } from '@tanstack/react-router';
import { requireGuest, safeBack } from '../app/index.ts';
import { SignInPage } from '../features/sign-in/index.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search): { readonly back?: string; readonly ended?: '1' } => {
    const back = safeBack(search['back']);
    return { ...(back === undefined ? {} : { back }), ...(search['ended'] === '1' ? { ended: '1' } : {}) };
  },
  beforeLoad: ({ search }) => requireGuest(search.back),
  component: () => <SignInPage ended={Route.useSearch().ended === '1'} />,
});
