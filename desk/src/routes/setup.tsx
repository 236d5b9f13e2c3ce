// The one-time set-up link.
import { createFileRoute } from '@tanstack/react-router';
import { SetUpPage } from '../features/set-up/index.ts';

export const Route = createFileRoute('/setup')({ component: SetUpPage });
