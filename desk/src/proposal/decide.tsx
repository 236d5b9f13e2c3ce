// The second staff member's decision on a proposal: what will happen, approve or refuse with a reason. The proposer can
// only withdraw it.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { IconUsers } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { Proposal } from '@vitrine/contract';
import { Note, Time, toast } from '@vitrine/ui';
import { currentSession, refreshQueues, request, useMe, useSend } from '../api/index.ts';
import { DecisionButtons, Step, hasReason } from '../case/index.ts';
import { useCommands } from '../keys/index.ts';
import { Left, proposalKindWords, useNow, wordOf } from '../words/index.ts';
import { ProposalFacts } from './facts.tsx';
import { Names } from './names.tsx';
import { standingOf } from './rules.ts';
import style from './proposal.module.css';

export interface ProposalDecisionProps {
  readonly proposal: Proposal;
  /** Called after approving or refusing. */
  readonly onDone: (decided: Proposal) => void;
}

export function ProposalDecision({ proposal, onDone }: ProposalDecisionProps) {
  const me = useMe();
  const now = useNow();
  const [step, setStep] = useState<'approve' | 'refuse'>();
  const [reason, setReason] = useState('');
  const standing = standingOf(proposal, me.person.id, now, proposal.expires);
  const kind = wordOf(proposalKindWords, proposal.kind);
  const name = proposal.subject.name;
  const send = useSend();
  const sending = useMutation({
    mutationFn: async (how: 'approve' | 'refuse') => {
      const { id } = proposal;
      const decided = await (how === 'approve'
        ? send('desk.proposals.approve', { id })
        : send('desk.proposals.refuse', { id, reason: reason.trim() }));
      // It was done and its answer is lost, so the outcome is read.
      return decided ?? request('desk.proposals.get', { id });
    },
    onSuccess: (decided) => {
      tell(decided, kind);
      setStep(undefined);
      setReason('');
      onDone(decided);
      void refreshQueues();
    },
  });
  const begin = (to: 'approve' | 'refuse') => (): void => {
    sending.reset();
    setStep(to);
  };
  const mayApprove = standing === 'decide';
  const mayRefuse = (standing === 'decide' || standing === 'own' || standing === 'refuse') && proposal.mayRefuse;
  useCommands({
    approve: mayApprove && step === undefined ? begin('approve') : undefined,
    refuse: mayRefuse && step === undefined ? begin('refuse') : undefined,
  });
  return (
    <>
      <div>
        <h2 className={style['title']}>{kind}</h2>
        <p className="v-12 v-ink-2">{name}</p>
      </div>
      <ProposalFacts proposal={proposal} />
      <Names proposal={proposal} />
      {proposal.state === 'open' ? (
        <p className="v-12 v-ink-2">
          <Trans comment="How long a proposal still waits">
            Expires in <Left until={proposal.expires} /> if nobody decides.
          </Trans>
        </p>
      ) : null}
      {proposal.state === 'open' && now < proposal.from ? (
        <Note testId="notice">
          <Trans>
            The person concerned can answer until <Time at={proposal.from} as="full" />. Nobody approves before.
          </Trans>
        </Note>
      ) : null}
      {standing === 'own' ? (
        <Note icon={<IconUsers stroke={1.75} aria-hidden="true" />} testId="own-proposal">
          <Trans>You proposed this: another person must decide.</Trans>
        </Note>
      ) : standing === 'watch' ? (
        <Note>
          <Trans>You do not have the role to decide this.</Trans>
        </Note>
      ) : null}
      {step === undefined ? (
        <DecisionButtons
          choices={[
            ...(mayApprove
              ? [{ key: 'a', label: <Trans>Approve</Trans>, onClick: begin('approve'), main: true } as const]
              : []),
            ...(mayRefuse
              ? [
                  {
                    key: 'r',
                    label: standing === 'own' ? <Trans>Cancel the proposal</Trans> : <Trans>Reject the proposal</Trans>,
                    onClick: begin('refuse'),
                  } as const,
                ]
              : []),
          ]}
        />
      ) : step === 'approve' ? (
        <Step
          title={<Trans comment="kind: what is proposed">Approve “{kind}”?</Trans>}
          act={<Trans>Approve</Trans>}
          why={
            <Trans>It is executed at once. Your name is recorded beside that of {{ name: proposal.by.name }}.</Trans>
          }
          busy={sending.isPending}
          error={sending.error}
          onSend={() => sending.mutate('approve')}
          onLeave={() => setStep(undefined)}
        />
      ) : (
        <Step
          title={standing === 'own' ? <Trans>Cancel the proposal?</Trans> : <Trans>Reject the proposal?</Trans>}
          reason={{ value: reason, onChange: setReason }}
          act={standing === 'own' ? <Trans>Cancel the proposal</Trans> : <Trans>Reject the proposal</Trans>}
          why={<Trans>Nothing changes. The reason is recorded in the audit log.</Trans>}
          {...(hasReason(reason) ? {} : { missing: <Trans>Not yet: a reason</Trans> })}
          busy={sending.isPending}
          error={sending.error}
          onSend={() => sending.mutate('refuse')}
          onLeave={() => setStep(undefined)}
        />
      )}
    </>
  );
}

/** Announces the outcome of a decision, once, visually and for screen readers. */
function tell(decided: Proposal, kind: string): void {
  const failed = decided.state === 'failed';
  const by = decided.by.name;
  toast({
    id: 'decision',
    kind: failed ? 'warn' : 'done',
    state: `${decided.state} ${decided.kind}`,
    title:
      decided.state === 'refused' ? (
        <Trans comment="kind: what was proposed">Rejected: {kind}</Trans>
      ) : failed ? (
        <Trans comment="kind: what was proposed">Approved, but it could not be executed: {kind}</Trans>
      ) : (
        <Trans comment="kind: what was proposed">Approved: {kind}</Trans>
      ),
    text: <Trans comment="by: a person's name">Proposed by {by}</Trans>,
  });
}

/**
 * Announces a new proposal, which waits for a second approval. If its answer was lost (undefined), a notice already
 * says that it was made.
 */
export function tellProposed(proposal: Proposal | undefined): void {
  if (proposal === undefined) return;
  const kind = wordOf(proposalKindWords, proposal.kind);
  const session = currentSession();
  const automatic = session.state === 'person' && session.me.reviewer?.on === true;
  toast({
    id: 'decision',
    kind: 'done',
    state: `proposed ${proposal.kind}`,
    title: <Trans comment="kind: what was proposed">Proposed: {kind}</Trans>,
    text: automatic ? (
      <Trans>The automatic reviewer of practice mode decides it in a few seconds.</Trans>
    ) : (
      <Trans>It waits for another person.</Trans>
    ),
  });
}
