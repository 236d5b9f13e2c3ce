// The frame of the account pages, for signed-in users.
import { Outlet, createFileRoute } from '@tanstack/react-router';
import { CentreFrame } from '../../../features/account-centre/index.ts';
import { requireUser } from '../../../guard/index.ts';

export const Route = createFileRoute('/account/center')({
  beforeLoad: requireUser,
  component: () => (
    <CentreFrame>
      <Outlet />
    </CentreFrame>
  ),
});
