// The sign-in.
import { createFileRoute } from '@tanstack/react-router';
import { type RawSearch, strictSearch } from '@vitrine/ui';
import { requireGuest, safeBack } from '../app/index.ts';
import { SignInPage } from '../features/sign-in/index.ts';

const readLoginSearch = strictSearch((search: RawSearch): { readonly back?: string; readonly ended?: '1' } => {
  const back = safeBack(search['back']);
  return { ...(back === undefined ? {} : { back }), ...(search['ended'] === '1' ? { ended: '1' } : {}) };
});

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  beforeLoad: ({ search }) => requireGuest(search.back),
  component: () => <SignInPage ended={Route.useSearch().ended === '1'} />,
});
