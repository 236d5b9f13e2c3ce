// Registration.
import { createFileRoute } from '@tanstack/react-router';
import { type RawSearch, strictSearch } from '@vitrine/ui';
import { RegisterPage } from '../../features/sign-in/index.ts';
import { inviteOf, requireGuest, safeBack, sessionKnown } from '../../guard/index.ts';

const readRegisterSearch = strictSearch(
  (search: RawSearch): { readonly invite_code?: string; readonly back?: string } => {
    const code = inviteOf(search['invite_code'], location.search);
    const back = safeBack(search['back']);
    return { ...(code === undefined ? {} : { invite_code: code }), ...(back === undefined ? {} : { back }) };
  },
);

export const Route = createFileRoute('/user/register')({
  validateSearch: readRegisterSearch,
  // A signed-in visitor with an invite sees an explanation; without one they are redirected to the home page.
  beforeLoad: ({ search }) => (search.invite_code === undefined ? requireGuest() : sessionKnown()),
  component: () => {
    const { invite_code: inviteCode, back } = Route.useSearch();
    return <RegisterPage inviteCode={inviteCode} back={back} />;
  },
});
