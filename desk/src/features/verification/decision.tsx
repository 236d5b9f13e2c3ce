// The decision on a submission: pass (proposed for a second approval) or refuse exactly the ticked fields.
import { useReducer, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { KYC_REASON, KYC_STATE, mayDesk, type DeskKycCase, type KycReason } from '@vitrine/contract';
import { CheckField, Note, SelectField, TextField, ValueChange, toast } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { DecisionButtons, Step } from '../../case/index.ts';
import { StageWords } from '../../customer/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Names, ProposalDecision, RefusedBy, tellProposed } from '../../proposal/index.ts';
import { fieldText, kycReasonWords, kycStateText, wordOf } from '../../words/index.ts';
import {
  fieldsOf,
  lackOf,
  mostNote,
  noDraft,
  reduceDraft,
  refusalOf,
  waitsForFirst,
  type Draft,
  type DraftAction,
  type Lack,
} from './draft.ts';
import { Refused } from './history.tsx';
import style from './verification.module.css';

export interface DecisionProps {
  readonly kyc: DeskKycCase;
  /** Decided: the next case may open. */
  readonly onDone: () => void;
  /** The case stays open and must be read again. */
  readonly onChanged: () => void;
}

export function KycDecision(props: DecisionProps): ReactNode {
  const { kyc, onDone, onChanged } = props;
  const { roles } = useMe();
  const { proposal } = kyc;
  if (kyc.state !== KYC_STATE.underReview) return <Decided kyc={kyc} />;
  if (proposal?.state === 'open')
    return (
      <ProposalDecision
        proposal={proposal}
        onDone={(decided) => (decided.state === 'refused' ? onChanged() : onDone())}
      />
    );
  if (!mayDesk('desk.kyc.pass', roles))
    return (
      <Note>
        <Trans>Your roles can read this case but not decide it.</Trans>
      </Note>
    );
  return <Decide {...props} />;
}

/** A past case: what was decided, and by whom. */
function Decided({ kyc }: { readonly kyc: DeskKycCase }) {
  return (
    <>
      <h2 className={style['decided']}>{kycStateText(kyc.state)}</h2>
      <Refused refused={kyc.refused} />
      {kyc.proposal === null ? null : <Names proposal={kyc.proposal} />}
      <RefusedBy person={kyc.refusedBy} at={kyc.decided} />
    </>
  );
}

function Decide({ kyc, onDone }: DecisionProps) {
  const [draft, act] = useReducer(reduceDraft, noDraft);
  const send = useSend();
  const passing = useMutation({
    mutationFn: (reason: string) => send('desk.kyc.pass', { id: kyc.id, reason }),
    onSuccess: (made) => {
      tellProposed(made);
      onDone();
      void refreshQueues();
    },
  });
  const refusing = useMutation({
    mutationFn: (input: NonNullable<ReturnType<typeof refusalOf>>) => send('desk.kyc.refuse', input),
    onSuccess: (_, { refused }) => {
      const fields = refused.map((one) => fieldText(one.field)).join(', ');
      toast({
        id: 'decision',
        kind: 'done',
        state: 'refused kyc',
        title: <Trans>Rejected. The customer is asked to correct it.</Trans>,
        text: fields,
      });
      onDone();
      void refreshQueues();
    },
  });
  const begin = (step: 'pass' | 'refuse') => (): void => {
    passing.reset();
    refusing.reset();
    act({ kind: 'begin', step });
  };
  const idle = draft.step === 'none';
  useCommands({ approve: idle ? begin('pass') : undefined, refuse: idle ? begin('refuse') : undefined });
  const lack = lackOf(draft);
  const common = {
    onLeave: () => act({ kind: 'leave' }),
    ...(lack ? { missing: <LackWords lack={lack} />, lack: lack.what } : {}),
  };
  const stage = kyc.stage;
  switch (draft.step) {
    case 'none':
      return (
        <>
          <h2 className={style['decided']}>
            <Trans>Decision</Trans>
          </h2>
          <DecisionButtons
            choices={[
              { key: 'a', label: <Trans>Approve</Trans>, onClick: begin('pass'), main: true },
              { key: 'r', label: <Trans>Reject fields</Trans>, onClick: begin('refuse') },
            ]}
          />
          <p className="v-12 v-ink-2">
            <Trans>Approval requires two people. One can reject: the customer corrects exactly those fields.</Trans>
          </p>
        </>
      );
    case 'pass':
      return (
        <Step
          {...common}
          title={<Trans>Propose approval</Trans>}
          reason={{
            value: draft.reason,
            onChange: (reason) => act({ kind: 'reason', reason }),
            hint: <Trans>What you compared, for the second approver.</Trans>,
          }}
          act={<Trans comment="stage: 1 or 2">Propose to approve stage {stage}</Trans>}
          {...(waitsForFirst(stage, kyc.customer.kycStage)
            ? { lack: 'first', missing: <Trans>Not yet: stage 1 of this customer must pass first</Trans> }
            : {})}
          why={<Trans>Another person must approve. Nothing changes for the customer until then.</Trans>}
          busy={passing.isPending}
          error={passing.error}
          onSend={() => passing.mutate(draft.reason.trim())}
        >
          <ValueChange
            rows={[
              {
                key: 'stage',
                label: <Trans>Verification</Trans>,
                now: <StageWords stage={kyc.customer.kycStage} />,
                after: <StageWords stage={stage} />,
              },
            ]}
          />
        </Step>
      );
    case 'refuse':
      return (
        <Step
          {...common}
          title={<Trans>Reject which fields?</Trans>}
          act={<Trans>Reject these fields</Trans>}
          why={<Trans>The customer sees the fields, the reasons and the notes, and resubmits.</Trans>}
          busy={refusing.isPending}
          error={refusing.error}
          onSend={() => {
            const input = refusalOf(kyc.id, stage, draft);
            if (input) refusing.mutate(input);
          }}
        >
          <RefusedFields stage={stage} draft={draft} act={act} />
        </Step>
      );
  }
}

function RefusedFields({
  stage,
  draft,
  act,
}: {
  readonly stage: number;
  readonly draft: Extract<Draft, { step: 'refuse' }>;
  readonly act: (action: DraftAction) => void;
}) {
  const { t } = useLingui();
  const options = [
    { key: '', label: t`Choose a reason` },
    ...KYC_REASON.map((reason) => ({ key: reason, label: wordOf(kycReasonWords, reason) })),
  ];
  return (
    <fieldset className={style['fields']}>
      <legend className="v-hidden">
        <Trans>Fields to reject</Trans>
      </legend>
      {fieldsOf(stage).map((field) => {
        const one = draft.fields[field];
        const name = fieldText(field);
        return (
          <div key={field} className={style['field']} data-on={one !== undefined || undefined}>
            <CheckField name={field} checked={one !== undefined} onChange={(on) => act({ kind: 'tick', field, on })}>
              {name}
            </CheckField>
            {one === undefined ? null : (
              <>
                <SelectField
                  label={<Trans comment="name: name of a field of a verification">Why “{name}” is rejected</Trans>}
                  name={`why-${field}`}
                  value={one.reason ?? ''}
                  options={options}
                  onChange={(key) =>
                    act({
                      kind: 'field',
                      field,
                      change: { reason: KYC_REASON.find((reason): reason is KycReason => reason === key) },
                    })
                  }
                />
                <TextField
                  label={
                    <Trans comment="name: name of a field of a verification">Note for the customer on “{name}”</Trans>
                  }
                  name={`note-${field}`}
                  value={one.note}
                  maxLength={mostNote}
                  onChange={(note) => act({ kind: 'field', field, change: { note } })}
                />
              </>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function LackWords({ lack }: { readonly lack: Lack }): ReactNode {
  switch (lack.what) {
    case 'reason':
      return <Trans>Not yet: a reason</Trans>;
    case 'field':
      return <Trans>Not yet: tick at least one field</Trans>;
    case 'why': {
      const name = fieldText(lack.field);
      return <Trans comment="name: name of a field">Not yet: why “{name}” is refused</Trans>;
    }
    case 'note': {
      const name = fieldText(lack.field);
      return <Trans comment="name: name of a field">Not yet: a note on “{name}”; the reason alone is not enough</Trans>;
    }
  }
}
