// Fees and rates.
import { createFileRoute } from '@tanstack/react-router';
import { RatePage } from '../../features/rules/index.ts';

export const Route = createFileRoute('/rate/index')({ component: RatePage });
