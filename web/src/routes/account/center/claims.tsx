// Claims on merchants' bonds.
import { createFileRoute } from '@tanstack/react-router';
import { ClaimsPage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/claims')({ component: ClaimsPage });
