// Redirects to the first page of the group.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/account/center/security/setting/')({
  beforeLoad: () => {
    throw redirect({ to: '/account/center/security/setting/phone', replace: true });
  },
});
