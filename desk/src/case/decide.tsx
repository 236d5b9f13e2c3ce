// Shared parts of decisions: the step with a reason, the refusal, and the text below the button.
import { useEffect, useRef, type ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { MAX_DESK_REASON } from '@vitrine/contract';
import { Button, Note, TextAreaField, WhyLine } from '@vitrine/ui';
import { ApiFault } from '../api/index.ts';
import { Key, useCommands } from '../keys/index.ts';
import { useFaultText } from '../words/index.ts';
import style from './case.module.css';

/** The buttons that start a decision, each with its key. */
export function DecisionButtons({
  choices,
}: {
  readonly choices: readonly {
    readonly key: 'a' | 'r';
    readonly label: ReactNode;
    readonly onClick: () => void;
    readonly main?: boolean;
  }[];
}) {
  return (
    <div className={style['choices']}>
      {choices.map((choice) => (
        <Button
          key={choice.key}
          tone={choice.main === true ? 'main' : 'plain'}
          wide
          data-testid={choice.key === 'a' ? 'begin-approve' : 'begin-refuse'}
          onClick={choice.onClick}
        >
          {choice.label}
          <Key>{choice.key.toUpperCase()}</Key>
        </Button>
      ))}
    </div>
  );
}

export interface StepProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Absent: this step takes no reason. */
  readonly reason?: { readonly value: string; readonly onChange: (reason: string) => void; readonly hint?: ReactNode };
  /** What the button does, as a sentence. */
  readonly act: ReactNode;
  /** What will happen, below the button. */
  readonly why: ReactNode;
  /** The first thing that is missing; disables the button. */
  readonly missing?: ReactNode;
  /** Its name, for tests: `data-lack`. */
  readonly lack?: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}

/** One step: what will happen, the reason, the button, the way back. Ctrl Enter sends, Esc cancels. */
export function Step({ title, children, reason, act, why, missing, lack, busy, error, onSend, onLeave }: StepProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const ready = missing === undefined && !busy;
  // A step started by a key continues by keys: focuses its first field, or else its button.
  useEffect(() => {
    (form.current?.querySelector<HTMLElement>('input, select, textarea') ?? button.current)?.focus();
  }, []);
  /** The focused element at the time of sending: disabled fields lose the focus. */
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (busy) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [busy]);
  const send = (): void => {
    if (!ready) return;
    focused.current = document.activeElement;
    onSend();
  };
  // A step closed while sending could be started again and sent twice.
  useCommands({ send, cancel: () => void (busy || onLeave()) });
  return (
    <form
      ref={form}
      className={style['step']}
      data-testid="step"
      data-lack={lack}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h2 className={style['stepTitle']}>{title}</h2>
      <fieldset className={style['stepFields']} disabled={busy}>
        {children}
        {reason === undefined ? null : (
          <TextAreaField
            label={<Trans>Reason</Trans>}
            name="reason"
            value={reason.value}
            onChange={reason.onChange}
            maxLength={MAX_DESK_REASON}
            hint={reason.hint}
            required
          />
        )}
      </fieldset>
      <Fault error={error} />
      <div>
        <div className={style['send']}>
          <Button onClick={onLeave} disabled={busy}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" tone="main" busy={busy} aria-disabled={!ready} ref={button}>
            {act}
          </Button>
        </div>
        <WhyLine need={missing !== undefined}>{missing ?? why}</WhyLine>
      </div>
    </form>
  );
}

/** The desk's refusal, or that no answer came. */
export function Fault({ error }: { readonly error: unknown }) {
  const faultText = useFaultText();
  if (error === null || error === undefined) return null;
  return (
    <div role="alert" data-code={error instanceof ApiFault ? error.code : undefined}>
      <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
        {faultText(error)}
      </Note>
    </div>
  );
}

/** Whether a reason has any content. */
export function hasReason(reason: string): boolean {
  return reason.trim().length > 0;
}
