// The parts every decision is made of: its step with a reason, what was refused, and what stands below the button.
import { useEffect, useRef, type ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { MAX_DESK_REASON } from '@vitrine/contract';
import { Button, Note, TextAreaField, WhyLine } from '@vitrine/ui';
import { ApiFault } from '../api/index.ts';
import { Key, useCommands } from '../keys/index.ts';
import { useFaultText } from '../words/index.ts';
import style from './case.module.css';

/** The buttons a decision begins with, each with its key. */
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
  /** Left out: this step takes no reason. */
  readonly reason?: { readonly value: string; readonly onChange: (reason: string) => void; readonly hint?: ReactNode };
  /** What the button does, as a sentence. */
  readonly act: ReactNode;
  /** What will happen, below the button. */
  readonly why: ReactNode;
  /** The first thing that is missing; then the button waits. */
  readonly missing?: ReactNode;
  /** Its name, for tests: `data-lack`. */
  readonly lack?: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}

/** One step: what will happen, the reason, the button that says it, the way back. Ctrl Enter sends, Esc leaves. */
export function Step({ title, children, reason, act, why, missing, lack, busy, error, onSend, onLeave }: StepProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const ready = missing === undefined && !busy;
  // Whoever began by a key goes on by keys: the first field of the step, or its button where it has none.
  useEffect(() => {
    (form.current?.querySelector<HTMLElement>('input, select, textarea') ?? button.current)?.focus();
  }, []);
  /** Where the focus was when it was sent: locked fields lose it. */
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
  // Left while it is sent, it could be begun anew and sent twice.
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

/** What the desk refused, or that no answer came. */
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

/** Whether a reason says anything. */
export function hasReason(reason: string): boolean {
  return reason.trim().length > 0;
}
