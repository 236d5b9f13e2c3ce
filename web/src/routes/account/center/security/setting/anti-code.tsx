// The anti-phishing word.
import { createFileRoute } from '@tanstack/react-router';
import { WordPage } from '../../../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/security/setting/anti-code')({ component: WordPage });
