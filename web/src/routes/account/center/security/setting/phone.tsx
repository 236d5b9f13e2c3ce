// The phone.
import { createFileRoute } from '@tanstack/react-router';
import { PhonePage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/phone')({ component: PhonePage });
