// The step that refuses a deposit or withdrawal: reason, note, consequence.
import { useState, type ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { FundsReason } from '@vitrine/contract';
import { SelectField, TextField } from '@vitrine/ui';
import { hasReason, Step, type StepProps } from '../case/index.ts';
import { fundsReasonWords, wordOf } from '../words/index.ts';
import { mostRefusalNote, noRefusal, refusalInput, refusalLack } from './refusal.ts';

export interface RefusalStepProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly act: ReactNode;
  /** The consequence for the user. */
  readonly why: ReactNode;
  readonly reasons: readonly FundsReason[];
  /** The reason for the second staff member, if one decides. */
  readonly reason?: NonNullable<StepProps['reason']>;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSend: (input: NonNullable<ReturnType<typeof refusalInput>>) => void;
  readonly onLeave: () => void;
}

export function RefusalStep({ id, reasons, onSend, ...step }: RefusalStepProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(noRefusal);
  const lack = refusalLack(draft);
  const options = [
    { key: '', label: t`Choose a reason` },
    ...reasons.map((why) => ({ key: why, label: wordOf(fundsReasonWords, why) })),
  ];
  return (
    <Step
      {...step}
      {...(lack === 'why'
        ? { missing: <Trans>Not yet: a reason</Trans> }
        : lack === 'note'
          ? { missing: <Trans>Not yet: a note; the reason alone is not enough</Trans> }
          : step.reason !== undefined && !hasReason(step.reason.value)
            ? { missing: <Trans>Not yet: a reason</Trans> }
            : {})}
      onSend={() => {
        const input = refusalInput(id, draft);
        if (input !== undefined) onSend(input);
      }}
    >
      <SelectField
        label={<Trans>Why it is rejected</Trans>}
        name="why"
        value={draft.why ?? ''}
        options={options}
        onChange={(key) => setDraft({ ...draft, why: reasons.find((why) => why === key) })}
      />
      <TextField
        label={<Trans>Note for the customer</Trans>}
        name="note"
        value={draft.note}
        maxLength={mostRefusalNote}
        onChange={(note) => setDraft({ ...draft, note })}
      />
    </Step>
  );
}
