// The decision on a withdrawal: approve (alone, or proposed for a second approval), refuse, or record the payment.
import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { type DeskWithdrawal, mayDesk } from '@vitrine/contract';
import { Note, TextField, toast } from '@vitrine/ui';
import { ApiFault, refreshQueues, useMe, useSend } from '../../api/index.ts';
import { DecisionButtons, Step, hasReason } from '../../case/index.ts';
import {
  ApprovedBy,
  RefusalStep,
  RefusedWhy,
  referenceFits,
  withdrawalReasons,
  type RefusalStepProps,
} from '../../funds/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Names, ProposalDecision, RefusedBy, tellProposed } from '../../proposal/index.ts';
import { fundsReasonWords, withdrawalStageWords, wordOf } from '../../words/index.ts';
import { CameBack } from './came-back.tsx';
import { Leaving } from './leaving.tsx';
import { openTo, reachedAt } from './rules.ts';
import { Stuck } from './stuck.tsx';
import style from './withdrawals.module.css';

export interface WithdrawalDecisionProps {
  readonly one: DeskWithdrawal;
  /** Decided: the next case may open. */
  readonly onDone: () => void;
  /** The case stays open and must be read again. */
  readonly onChanged: () => void;
}

export function WithdrawalDecision({ one, onDone, onChanged }: WithdrawalDecisionProps): ReactNode {
  const { roles } = useMe();
  if (one.proposal?.state === 'open')
    return (
      <ProposalDecision
        proposal={one.proposal}
        onDone={(decided) => (decided.state === 'done' ? onDone() : onChanged())}
      />
    );
  switch (openTo(one, roles)) {
    case 'review':
      return <Review one={one} onDone={onDone} />;
    case 'pay':
      return <Pay one={one} onDone={onDone} />;
    case 'stuck':
      return one.proof === null ? null : (
        <Stuck one={one} proof={one.proof} decides={mayDesk('desk.withdrawals.replan', roles)} onDone={onDone} />
      );
    case 'watch':
      return (
        <>
          <Decided one={one} />
          <Note>
            <Trans>Your roles can read this withdrawal but not decide it now.</Trans>
          </Note>
        </>
      );
    case 'past':
      return <Decided one={one} />;
  }
}

/** What was decided, and by whom. */
function Decided({ one: { record, proposal, approvedBy, refusedBy } }: { readonly one: DeskWithdrawal }) {
  const approved = reachedAt(record, 'approved');
  return (
    <>
      <h2 className={style['title']}>{wordOf(withdrawalStageWords, record.stage)}</h2>
      {record.reason === null ? null : (
        <RefusedWhy reason={wordOf(fundsReasonWords, record.reason)} note={record.note} />
      )}
      {proposal?.state === 'done' ? (
        <Names proposal={proposal} />
      ) : approved === undefined ? null : (
        <ApprovedBy person={approvedBy} at={approved} />
      )}
      <RefusedBy person={refusedBy} at={reachedAt(record, 'refused') ?? null} />
    </>
  );
}

function Review({ one, onDone }: { readonly one: DeskWithdrawal; readonly onDone: () => void }) {
  const [step, setStep] = useState<'approve' | 'refuse'>();
  const [reason, setReason] = useState('');
  const { record, persons } = one;
  const send = useSend();
  const approving = useMutation({
    mutationFn: () => send('desk.withdrawals.approve', { id: record.id, reason: reason.trim() }),
    onSuccess: (answer) => {
      if (answer?.proposal === null)
        toast({
          id: 'decision',
          kind: 'done',
          state: 'approved withdrawal',
          title: <Trans>Approved. It is in progress.</Trans>,
        });
      else tellProposed(answer?.proposal);
      onDone();
      void refreshQueues();
    },
  });
  const refusing = useMutation({
    mutationFn: (input: Parameters<RefusalStepProps['onSend']>[0]) => send('desk.withdrawals.refuse', input),
    onSuccess: () => {
      toast({
        id: 'decision',
        kind: 'done',
        state: 'refused withdrawal',
        title: <Trans>Rejected. The whole reserved amount was returned.</Trans>,
      });
      onDone();
      void refreshQueues();
    },
  });
  const begin = (to: 'approve' | 'refuse') => (): void => {
    approving.reset();
    refusing.reset();
    setStep(to);
  };
  const idle = step === undefined;
  useCommands({ approve: idle ? begin('approve') : undefined, refuse: idle ? begin('refuse') : undefined });
  const leave = (): void => setStep(undefined);
  if (step === 'approve')
    return (
      <Step
        title={persons ? <Trans>Propose to approve it</Trans> : <Trans>Approve the withdrawal?</Trans>}
        reason={{
          value: reason,
          onChange: setReason,
          hint: persons ? <Trans>What you checked, for the second approver.</Trans> : <Trans>For the audit log.</Trans>,
        }}
        act={persons ? <Trans>Propose to approve it</Trans> : <Trans>Approve</Trans>}
        why={
          persons ? (
            <Trans>Another person must approve. Nothing is sent until then.</Trans>
          ) : (
            <Trans>It is signed and sent at once, and cannot be reversed then.</Trans>
          )
        }
        {...(hasReason(reason) ? {} : { missing: <Trans>Not yet: a reason</Trans> })}
        busy={approving.isPending}
        error={approving.error}
        onSend={() => approving.mutate()}
        onLeave={leave}
      >
        <Leaving one={one} />
      </Step>
    );
  if (step === 'refuse')
    return (
      <RefusalStep
        id={record.id}
        title={<Trans>Reject the withdrawal?</Trans>}
        act={<Trans>Reject the withdrawal</Trans>}
        why={<Trans>Amount and fee are returned at once. The customer reads the reason and the note.</Trans>}
        reasons={withdrawalReasons}
        busy={refusing.isPending}
        error={refusing.error}
        onSend={(input) => refusing.mutate(input)}
        onLeave={leave}
      />
    );
  return (
    <>
      <h2 className={style['title']}>
        <Trans>Decision</Trans>
      </h2>
      <Leaving one={one} />
      <DecisionButtons
        choices={[
          { key: 'a', label: <Trans>Approve</Trans>, onClick: begin('approve'), main: true },
          { key: 'r', label: <Trans>Reject</Trans>, onClick: begin('refuse') },
        ]}
      />
      <p className="v-12 v-ink-2" data-testid="persons" data-count={persons ? 2 : 1}>
        {persons ? (
          <Trans>From this value on, approval requires two people. One can reject.</Trans>
        ) : (
          <Trans>Below the threshold one person decides.</Trans>
        )}
      </p>
    </>
  );
}

function Pay({ one, onDone }: { readonly one: DeskWithdrawal; readonly onDone: () => void }) {
  const { t } = useLingui();
  const [step, setStep] = useState<'paid' | 'back'>();
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const { record } = one;
  const send = useSend();
  const sending = useMutation({
    mutationFn: () =>
      send('desk.withdrawals.paid', { id: record.id, reference: reference.trim(), reason: reason.trim() }),
    onSuccess: (made) => {
      tellProposed(made);
      onDone();
      void refreshQueues();
    },
  });
  const begin = (): void => {
    sending.reset();
    setStep('paid');
  };
  const idle = step === undefined;
  useCommands({ approve: idle ? begin : undefined, refuse: idle ? () => setStep('back') : undefined });
  const used = sending.error instanceof ApiFault && sending.error.fields['reference'] === 'range';
  if (step === 'back') return <CameBack one={one} onDone={onDone} onLeave={() => setStep(undefined)} />;
  if (idle)
    return (
      <>
        <Decided one={one} />
        <Leaving one={one} />
        <DecisionButtons
          choices={[
            { key: 'a', label: <Trans>It was paid</Trans>, onClick: begin, main: true },
            { key: 'r', label: <Trans>It was returned</Trans>, onClick: () => setStep('back') },
          ]}
        />
        <p className="v-12 v-ink-2">
          <Trans>
            Pay it at the bank first, then enter its reference here. The second person checks with the bank too.
          </Trans>
        </p>
      </>
    );
  return (
    <Step
      title={<Trans>Propose that it was paid</Trans>}
      reason={{
        value: reason,
        onChange: setReason,
        hint: <Trans>When and from which account, for the second approver.</Trans>,
      }}
      act={<Trans>Propose that it was paid</Trans>}
      why={<Trans>Another person checks with the bank. Then it ends as confirmed, permanently.</Trans>}
      {...(referenceFits(reference)
        ? hasReason(reason)
          ? {}
          : { missing: <Trans>Not yet: a reason</Trans> }
        : { missing: <Trans>Not yet: the bank’s reference</Trans> })}
      busy={sending.isPending}
      error={used ? undefined : sending.error}
      onSend={() => sending.mutate()}
      onLeave={() => setStep(undefined)}
    >
      <TextField
        label={<Trans>Reference of the bank</Trans>}
        value={reference}
        maxLength={64}
        autoComplete="off"
        error={used ? t`This reference was used before` : undefined}
        onChange={setReference}
      />
      <Leaving one={one} />
    </Step>
  );
}
