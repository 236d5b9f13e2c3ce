// The login password.
import { createFileRoute } from '@tanstack/react-router';
import { PasswordSettingPage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/login-pwd')({ component: PasswordSettingPage });
