// The fund password.
import { createFileRoute } from '@tanstack/react-router';
import { FundSettingPage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/trade-pwd')({ component: FundSettingPage });
