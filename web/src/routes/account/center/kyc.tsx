// Identity verification.
import { createFileRoute } from '@tanstack/react-router';
import { KycCentrePage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/kyc')({ component: KycCentrePage });
