// Registration.
import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../../features/account/index.ts';
import { requireGuest } from '../../guard/index.ts';

export const Route = createFileRoute('/user/register')({
  validateSearch: (search): { readonly invite_code?: string } => {
    const code = search['invite_code'];
    return typeof code === 'string' || typeof code === 'number' ? { invite_code: String(code) } : {};
  },
  beforeLoad: requireGuest,
  component: () => <RegisterPage inviteCode={Route.useSearch().invite_code} />,
});
