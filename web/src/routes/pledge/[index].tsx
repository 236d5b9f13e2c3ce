// The products of staking.
import { createFileRoute } from '@tanstack/react-router';
import { PledgePage } from '../../features/earn/index.ts';

export const Route = createFileRoute('/pledge/index')({ component: PledgePage });
