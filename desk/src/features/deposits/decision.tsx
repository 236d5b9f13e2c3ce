// The decision on a deposit: credit the bank's amount (proposed for a second approval), or refuse it.
import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { mayDesk, type DeskDeposit } from '@vitrine/contract';
import { Note, NumMoney, NumberField, TextField, ValueChange, toast } from '@vitrine/ui';
import { ApiFault, refreshQueues, useMe, useSend } from '../../api/index.ts';
import { DecisionButtons, Step } from '../../case/index.ts';
import { RefusalStep, RefusedWhy, depositReasons, type RefusalStepProps } from '../../funds/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Names, ProposalDecision, RefusedBy, tellProposed } from '../../proposal/index.ts';
import { depositStageWords, fundsReasonWords, wordOf } from '../../words/index.ts';
import { bankDecimals, creditInput, creditLack, differs, emptyCredit } from './draft.ts';
import style from './deposits.module.css';

export interface DepositDecisionProps {
  readonly one: DeskDeposit;
  /** Decided: the next case may open. */
  readonly onDone: () => void;
  /** The case stays open and must be read again. */
  readonly onChanged: () => void;
}

export function DepositDecision({ one, onDone, onChanged }: DepositDecisionProps): ReactNode {
  const { roles } = useMe();
  const { proposal, record } = one;
  if (record.stage !== 'review') return <Decided one={one} />;
  if (proposal?.state === 'open')
    return (
      <ProposalDecision proposal={proposal} onDone={(decided) => (decided.state === 'done' ? onDone() : onChanged())} />
    );
  if (!mayDesk('desk.deposits.pass', roles))
    return (
      <Note>
        <Trans>Your roles can read this deposit but not decide it.</Trans>
      </Note>
    );
  return <Decide one={one} onDone={onDone} />;
}

function Decided({ one: { record, proposal, refusedBy } }: { readonly one: DeskDeposit }) {
  return (
    <>
      <h2 className={style['title']}>{wordOf(depositStageWords, record.stage)}</h2>
      {record.reason === null ? null : (
        <RefusedWhy reason={wordOf(fundsReasonWords, record.reason)} note={record.note} />
      )}
      {proposal?.state === 'done' ? <Names proposal={proposal} /> : null}
      <RefusedBy person={refusedBy} at={null} />
      {record.network === 'bank' ? null : (
        <p className="v-12 v-ink-2">
          <Trans>The chain decides this deposit; no one here does.</Trans>
        </p>
      )}
    </>
  );
}

function Decide({ one, onDone }: { readonly one: DeskDeposit; readonly onDone: () => void }) {
  const [step, setStep] = useState<'pass' | 'refuse'>();
  const { record } = one;
  const send = useSend();
  const refusing = useMutation({
    mutationFn: (input: Parameters<RefusalStepProps['onSend']>[0]) => send('desk.deposits.refuse', input),
    onSuccess: () => {
      toast({
        id: 'decision',
        kind: 'done',
        state: 'refused deposit',
        title: <Trans>Rejected. The customer sees the reason.</Trans>,
      });
      onDone();
      void refreshQueues();
    },
  });
  const begin = (to: 'pass' | 'refuse') => (): void => {
    refusing.reset();
    setStep(to);
  };
  const idle = step === undefined;
  useCommands({ approve: idle ? begin('pass') : undefined, refuse: idle ? begin('refuse') : undefined });
  if (step === 'pass') return <Credit one={one} onDone={onDone} onLeave={() => setStep(undefined)} />;
  if (step === 'refuse')
    return (
      <RefusalStep
        id={record.id}
        title={<Trans>Reject the deposit?</Trans>}
        act={<Trans>Reject the deposit</Trans>}
        why={<Trans>Nothing is credited. The customer reads the reason and the note, and can report it again.</Trans>}
        reasons={depositReasons}
        busy={refusing.isPending}
        error={refusing.error}
        onSend={(input) => refusing.mutate(input)}
        onLeave={() => setStep(undefined)}
      />
    );
  return (
    <>
      <h2 className={style['title']}>
        <Trans>Decision</Trans>
      </h2>
      <DecisionButtons
        choices={[
          { key: 'a', label: <Trans>Credit it</Trans>, onClick: begin('pass'), main: true },
          { key: 'r', label: <Trans>Reject</Trans>, onClick: begin('refuse') },
        ]}
      />
      <p className="v-12 v-ink-2">
        <Trans>Check with the bank first: credit what arrived there, not what the picture says.</Trans>
      </p>
    </>
  );
}

function Credit({
  one: { record },
  onDone,
  onLeave,
}: {
  readonly one: DeskDeposit;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(emptyCredit);
  const send = useSend();
  const sending = useMutation({
    mutationFn: (input: NonNullable<ReturnType<typeof creditInput>>) => send('desk.deposits.pass', input),
    onSuccess: (made) => {
      tellProposed(made);
      onDone();
      void refreshQueues();
    },
  });
  const lack = creditLack(draft);
  const fields = sending.error instanceof ApiFault ? sending.error.fields : {};
  const used = fields['reference'] === 'range';
  const off = fields['amount'] === 'range';
  return (
    <Step
      title={<Trans>Propose to credit it</Trans>}
      reason={{
        value: draft.reason,
        onChange: (reason) => setDraft({ ...draft, reason }),
        hint: <Trans>Where you saw it, for the second approver.</Trans>,
      }}
      act={<Trans>Propose to credit it</Trans>}
      why={<Trans>Another person must check with the bank too. Nothing is credited until then.</Trans>}
      {...(lack === 'amount'
        ? { missing: <Trans>Not yet: the amount that arrived</Trans> }
        : lack === 'reference'
          ? { missing: <Trans>Not yet: the bank’s reference</Trans> }
          : lack === 'reason'
            ? { missing: <Trans>Not yet: a reason</Trans> }
            : {})}
      busy={sending.isPending}
      error={used || off ? undefined : sending.error}
      onSend={() => {
        const input = creditInput(record.id, draft);
        if (input !== undefined) sending.mutate(input);
      }}
      onLeave={onLeave}
    >
      <NumberField
        label={<Trans>Amount that arrived</Trans>}
        name="amount"
        value={draft.amount}
        decimals={bankDecimals}
        unit={record.coin}
        error={off ? t`Above zero, in whole cents` : undefined}
        onChange={(amount) => setDraft({ ...draft, amount })}
      />
      <TextField
        label={<Trans>Reference of the bank</Trans>}
        name="reference"
        value={draft.reference}
        maxLength={64}
        autoComplete="off"
        hint={<Trans>Can be used once only.</Trans>}
        error={used ? t`This reference was used before` : undefined}
        onChange={(reference) => setDraft({ ...draft, reference })}
      />
      <ValueChange
        rows={[
          {
            key: 'amount',
            label: <Trans>Reported, and credited</Trans>,
            now: <NumMoney value={record.amount} asset={record.coin} />,
            after: <NumMoney value={draft.amount === '' ? null : draft.amount} asset={record.coin} />,
          },
        ]}
      />
      {differs(record.amount, draft.amount) ? (
        <Note tone="warn">
          <Trans>The amount differs from what the customer reported: explain in the reason.</Trans>
        </Note>
      ) : null}
    </Step>
  );
}
