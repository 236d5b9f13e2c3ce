// The link with other accounts.
import { createFileRoute } from '@tanstack/react-router';
import { LinkedPage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/linked')({ component: LinkedPage });
