// The e-mail address.
import { createFileRoute } from '@tanstack/react-router';
import { EmailPage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/email')({ component: EmailPage });
