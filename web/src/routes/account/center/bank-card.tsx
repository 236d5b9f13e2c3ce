// The bank card.
import { createFileRoute } from '@tanstack/react-router';
import { CardPage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/bank-card')({ component: CardPage });
