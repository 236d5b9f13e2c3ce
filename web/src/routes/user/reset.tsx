// A forgotten login password.
import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '../../features/account/index.ts';

export const Route = createFileRoute('/user/reset')({ component: ResetPage });
