// The authenticator.
import { createFileRoute } from '@tanstack/react-router';
import { GooglePage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/google')({ component: GooglePage });
