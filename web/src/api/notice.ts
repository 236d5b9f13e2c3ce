// Shows a refusal as a notice in the user's language, one per message key at a time.
import { toast } from '@vitrine/ui';
import { refusalText } from '../i18n/index.ts';
import type { ApiFault } from './fault.ts';

export function showRefusal(fault: ApiFault): void {
  toast({ id: `refusal-${fault.key}`, kind: 'warn', title: refusalText(fault) });
}
