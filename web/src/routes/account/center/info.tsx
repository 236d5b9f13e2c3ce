// The user's profile.
import { createFileRoute } from '@tanstack/react-router';
import { InfoPage } from '../../../features/account-centre/index.ts';
import { openSettings } from '../../../features/settings/index.ts';

export const Route = createFileRoute('/account/center/info')({
  component: () => <InfoPage onSettings={openSettings} />,
});
