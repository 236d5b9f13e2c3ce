// An appeal needs two approvals in either direction, with an answer that the user reads.
import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { MAX_DESK_REASON, mayDesk, type DeskAppeal } from '@vitrine/contract';
import { Note, TextAreaField } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { DecisionButtons, Step, hasReason } from '../../case/index.ts';
import { useCommands } from '../../keys/index.ts';
import { ProposalById, tellProposed } from '../../proposal/index.ts';
import { appealStateWords, wordOf } from '../../words/index.ts';
import style from './linked.module.css';

export function AppealDecision({ one, onDone }: { readonly one: DeskAppeal; readonly onDone: () => void }): ReactNode {
  const { roles } = useMe();
  if (one.proposal !== null)
    return <ProposalById id={one.proposal} onDone={(decided) => decided.state !== 'refused' && onDone()} />;
  if (one.state !== 'open') return <h2 className={style['title']}>{wordOf(appealStateWords, one.state)}</h2>;
  if (!mayDesk('desk.appeals.grant', roles))
    return (
      <Note>
        <Trans>Your roles can read this case but not decide it.</Trans>
      </Note>
    );
  return <Decide one={one} onDone={onDone} />;
}

function Decide({ one, onDone }: { readonly one: DeskAppeal; readonly onDone: () => void }) {
  const [step, setStep] = useState<'grant' | 'refuse'>();
  const [answer, setAnswer] = useState('');
  const [reason, setReason] = useState('');
  const send = useSend();
  const sending = useMutation({
    mutationFn: async (how: 'grant' | 'refuse') => {
      const input = { id: one.id, answer: answer.trim(), reason: reason.trim() };
      tellProposed(await send(how === 'grant' ? 'desk.appeals.grant' : 'desk.appeals.refuse', input));
    },
    onSuccess: () => {
      onDone();
      void refreshQueues();
    },
  });
  const begin = (to: 'grant' | 'refuse') => (): void => {
    sending.reset();
    setStep(to);
  };
  const idle = step === undefined;
  useCommands({ approve: idle ? begin('grant') : undefined, refuse: idle ? begin('refuse') : undefined });
  if (idle)
    return (
      <>
        <h2 className={style['title']}>
          <Trans>Decision</Trans>
        </h2>
        <DecisionButtons
          choices={[
            { key: 'a', label: <Trans>End the link</Trans>, onClick: begin('grant'), main: true },
            { key: 'r', label: <Trans>Keep the link</Trans>, onClick: begin('refuse') },
          ]}
        />
        <p className="v-12 v-ink-2">
          <Trans>Both require two people and an answer. The customer reads the answer.</Trans>
        </p>
      </>
    );
  const granting = step === 'grant';
  const missing = answer.trim() === '' ? 'answer' : hasReason(reason) ? undefined : 'reason';
  return (
    <Step
      title={granting ? <Trans>Propose to end the link</Trans> : <Trans>Propose to keep the link</Trans>}
      reason={{
        value: reason,
        onChange: setReason,
        hint: <Trans>For the second approver. The customer does not see it.</Trans>,
      }}
      act={<Trans>Propose it</Trans>}
      why={
        granting ? (
          <Trans>Another person must approve. Once approved, the link ends at once.</Trans>
        ) : (
          <Trans>Another person must approve. The link stays; the customer can appeal again.</Trans>
        )
      }
      {...(missing === undefined
        ? {}
        : {
            lack: missing,
            missing: missing === 'answer' ? <Trans>Not yet: an answer</Trans> : <Trans>Not yet: a reason</Trans>,
          })}
      busy={sending.isPending}
      error={sending.error}
      onSend={() => sending.mutate(step)}
      onLeave={() => setStep(undefined)}
    >
      <TextAreaField
        label={<Trans>Answer to the customer</Trans>}
        name="answer"
        value={answer}
        onChange={setAnswer}
        maxLength={MAX_DESK_REASON}
        hint={<Trans>In the customer’s language. Never name another account.</Trans>}
        required
      />
    </Step>
  );
}
