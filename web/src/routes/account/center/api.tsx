// API keys.
import { createFileRoute } from '@tanstack/react-router';
import { KeyPage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/api')({ component: KeyPage });
