// A forgotten login password.
import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '../../features/sign-in/index.ts';

export const Route = createFileRoute('/user/reset')({ component: ResetPage });
