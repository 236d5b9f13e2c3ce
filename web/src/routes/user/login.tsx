// Login.
import { createFileRoute } from '@tanstack/react-router';
import { type RawSearch, strictSearch } from '@vitrine/ui';
import { LoginPage } from '../../features/sign-in/index.ts';
import { requireGuest, safeBack } from '../../guard/index.ts';

const readLoginSearch = strictSearch((search: RawSearch): { readonly back?: string } => {
  const back = safeBack(search['back']);
  return back === undefined ? {} : { back };
});

export const Route = createFileRoute('/user/login')({
  validateSearch: readLoginSearch,
  beforeLoad: requireGuest,
  component: () => <LoginPage back={Route.useSearch().back} />,
});
