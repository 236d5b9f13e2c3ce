// Passkeys.
import { createFileRoute } from '@tanstack/react-router';
import { PasskeyPage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/passkey')({ component: PasskeyPage });
