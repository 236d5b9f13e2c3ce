// Login.
import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../../features/sign-in/index.ts';
import { requireGuest, safeBack } from '../../guard/index.ts';

export const Route = createFileRoute('/user/login')({
  validateSearch: (search): { readonly back?: string } => {
    const back = safeBack(search['back']);
    return back === undefined ? {} : { back };
  },
  beforeLoad: requireGuest,
  component: () => <LoginPage back={Route.useSearch().back} />,
});
