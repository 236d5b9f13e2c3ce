// Asks users to accept new terms on pages where they risk money.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { latePart } from '@vitrine/ui';
import { queryOf, useSession } from '../api/index.ts';
import { wantsAgreement } from './version.ts';

// If it does not load, the exchange itself still requires acceptance.
const TermsDialog = latePart(async () => (await import('./terms-dialog.tsx')).TermsDialog);

export function TermsHost() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const settings = useQuery({ ...queryOf('common.getAllSetting', {}, 'constant'), enabled: user !== undefined });
  const inForce = settings.data?.platformConfig.termsVersion;
  const agreement = wantsAgreement(pathname, user?.terms, inForce);
  const onLater = (): void => void navigate({ to: '/home/index' });
  return user === undefined ? null : <TermsDialog of={{ agreement, inForce: inForce ?? '', onLater }} />;
}
