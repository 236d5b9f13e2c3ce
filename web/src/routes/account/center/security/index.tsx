// The account's protection.
import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/')({ component: SecurityPage });
