// The question to agree to newer terms, over the pages where money is risked.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useSession } from '../api/index.ts';
import { TermsDialog } from './terms-dialog.tsx';
import { wantsAgreement } from './version.ts';

export function TermsHost() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user } = useSession();
  const settings = useQuery({ ...queryOf('common.getAllSetting', {}, 'constant'), enabled: user !== undefined });
  const inForce = settings.data?.platformConfig.termsVersion;
  const agreement = wantsAgreement(pathname, user?.terms, inForce);
  return (
    <TermsDialog agreement={agreement} inForce={inForce ?? ''} onLater={() => void navigate({ to: '/home/index' })} />
  );
}
