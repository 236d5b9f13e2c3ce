// Payment methods.
import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/payment')({ component: PaymentPage });
