// The older account screens (§2): the same functions as the account pages, by query key. The terms are public.
import { createFileRoute } from '@tanstack/react-router';
import { type RawSearch, strictSearch } from '@vitrine/ui';
import { requireUser } from '../../guard/index.ts';
import { UserIndex } from './-user-index.tsx';
import { userKeys, type UserKey } from './-user-keys.ts';

const readUserSearch = strictSearch((search: RawSearch): { readonly key: UserKey } => ({
  key: userKeys.find((key) => key === search['key']) ?? 'all',
}));

export const Route = createFileRoute('/user/index')({
  validateSearch: readUserSearch,
  beforeLoad: async ({ location, search }) => {
    if (search.key !== 'termsService') await requireUser({ location });
  },
  component: () => <UserIndex chosen={Route.useSearch().key} />,
});
