// A stage of verification; other numbers redirect to the first.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { strictSearch } from '@vitrine/ui';
import { readQueueSearch } from '../../../case/index.ts';
import { VerificationPage } from '../../../features/verification/index.ts';
import { Allowed } from '../../../page/index.ts';

export const Route = createFileRoute('/_desk/verification/$stage')({
  validateSearch: strictSearch(readQueueSearch),
  beforeLoad: ({ params }) => {
    if (params.stage !== '1' && params.stage !== '2') throw redirect({ href: '/verification/1', replace: true });
  },
  component: VerificationRoute,
});

function VerificationRoute() {
  const stage = Route.useParams().stage === '2' ? 2 : 1;
  return (
    <Allowed call="desk.kyc.list">
      <VerificationPage key={stage} stage={stage} search={Route.useSearch()} />
    </Allowed>
  );
}
