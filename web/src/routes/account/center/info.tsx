// One's account.
import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../../features/account/index.ts';
import { openSettings } from '../../../features/settings/index.ts';
import { requireUser } from '../../../guard/index.ts';

export const Route = createFileRoute('/account/center/info')({
  beforeLoad: requireUser,
  component: () => <AccountPage onSettings={openSettings} />,
});
