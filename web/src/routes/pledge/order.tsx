// One's own stakes.
import { createFileRoute } from '@tanstack/react-router';
import { PledgeOrderPage } from '../../features/earn/index.ts';
import { requireUser } from '../../guard/index.ts';

export const Route = createFileRoute('/pledge/order')({ beforeLoad: requireUser, component: PledgeOrderPage });
