// A proposal named by a case: fetches it, then shows the decision.
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { Proposal } from '@vitrine/contract';
import { ErrorBlock, SkeletonRows } from '@vitrine/ui';
import { queryOf } from '../api/index.ts';
import { useFaultText } from '../words/index.ts';
import { ProposalDecision } from './decide.tsx';

export function ProposalById({ id, onDone }: { readonly id: string; readonly onDone: (decided: Proposal) => void }) {
  const query = useQuery(queryOf('desk.proposals.get', { id }, 'queue'));
  const faultText = useFaultText();
  if (query.data !== undefined) return <ProposalDecision key={id} proposal={query.data} onDone={onDone} />;
  if (!query.isError) return <SkeletonRows rows={5} />;
  return (
    <ErrorBlock title={<Trans>Couldn’t load the proposal</Trans>} onRetry={() => void query.refetch()}>
      {faultText(query.error)}
    </ErrorBlock>
  );
}
