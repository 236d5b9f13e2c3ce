// The older screens of the account (§2): the same functions as the account centre, by query key.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireUser } from '../../guard/index.ts';
import { TermsPage } from '../../terms/index.ts';

const keys = ['all', 'advanced', 'tardPwd', 'loginPwd', 'certified', 'termsService'] as const;

export const Route = createFileRoute('/user/index')({
  validateSearch: (search): { readonly key: (typeof keys)[number] } => ({
    key: keys.find((key) => key === search['key']) ?? 'all',
  }),
  beforeLoad: async ({ location, search }) => {
    if (search.key === 'termsService') return;
    await requireUser({ location });
    throw redirect({ to: '/account/center/info', replace: true });
  },
  component: () => (
    <main className="v-max">
      <TermsPage />
    </main>
  ),
});
