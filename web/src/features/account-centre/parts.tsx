// Shared parts of the account pages: heads, rows of facts, forms, steps, copying.
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { IconChevronLeft, IconShieldCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { Button, WhyLine, classes } from '@vitrine/ui';
import { useSecurity } from './data.ts';
import type { FormState } from './use-form.ts';
import { Refusal } from './words.tsx';
import style from './account-centre.module.css';

export interface PageHeadProps {
  /** The last part of its address, for tests: `page-…`. */
  readonly name: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Setting pages link back to the security page at every width, the others to the account on the phone. */
  readonly back: 'security' | 'account' | 'none';
}

export function PageHead({ name, title, lead, back }: PageHeadProps) {
  return (
    <header className={style['head']}>
      {back === 'security' ? (
        <Link to="/account/center/security" className={style['back']} data-testid="back">
          <IconChevronLeft className="v-i" stroke={1.75} aria-hidden="true" />
          <Trans comment="Menu entry: what protects the account">Security</Trans>
        </Link>
      ) : back === 'account' ? (
        <Link to="/account/center/info" className={classes(style['back'], style['onlyPhone'])} data-testid="back">
          <IconChevronLeft className="v-i" stroke={1.75} aria-hidden="true" />
          <Trans>Account</Trans>
        </Link>
      ) : null}
      <h1 data-testid={`page-${name}`}>{title}</h1>
      {lead === undefined ? null : <p className={style['lead']}>{lead}</p>}
    </header>
  );
}

/** `on`: it protects; `off`: it could; `warn`: it blocks something. */
export type FactState = 'on' | 'off' | 'warn';

export interface FactRowProps {
  readonly icon: ReactNode;
  readonly state: FactState;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly testId?: string | undefined;
}

/** One fact with its state and action. */
export function FactRow({ icon, state, title, children, action, testId }: FactRowProps) {
  return (
    <div className={style['row']} data-state={state} data-testid={testId}>
      {icon}
      <div className="v-grow">
        <div className={style['rowTitle']}>{title}</div>
        <div className={style['rowState']}>{children}</div>
      </div>
      {action === undefined ? null : <div className={style['rowEnd']}>{action}</div>}
    </div>
  );
}

/** A link that looks like a small button: the action of a row. */
export function RowLink({ to, children }: { readonly to: NonNullable<LinkProps['to']>; readonly children: ReactNode }) {
  return (
    <Link to={to} className="v-link">
      {children}
    </Link>
  );
}

export interface FormBoxProps<Form extends object, Field extends string> {
  readonly state: FormState<Form, Field>;
  readonly button: ReactNode;
  /** What the button will do. */
  readonly why?: ReactNode;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Called instead of sending, for forms with a confirmation. */
  readonly onWhole?: (() => void) | undefined;
}

/** Focuses a form's first faulty field when sending was tried or refused. */
export function useAttention({ attention, failed }: { readonly attention: number; readonly failed: boolean }) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attention > 0 || failed) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attention, failed]);
  return element;
}

/** A form with its refusal, its main button and the line that says what will happen. */
export function FormBox<Form extends object, Field extends string>({
  state,
  button,
  why,
  children,
  disabled = false,
  onWhole,
}: FormBoxProps<Form, Field>) {
  const element = useAttention(state);
  return (
    <form
      ref={element}
      className={style['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (state.whole && onWhole) onWhole();
        else state.send();
      }}
    >
      {children}
      <Refusal error={state.refused} />
      <div>
        <Button tone="main" size="large" type="submit" busy={state.busy} disabled={disabled} className={style['act']}>
          {button}
        </Button>
        {why === undefined ? null : <WhyLine need={disabled}>{why}</WhyLine>}
      </div>
    </form>
  );
}

export interface Step {
  readonly key: string;
  readonly title: ReactNode;
  /** When, or how long. */
  readonly when?: ReactNode;
  readonly text?: ReactNode;
  readonly state?: 'done' | 'here';
}

/** What happens next, in order. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={style['steps']}>
      {steps.map((step) => (
        <li key={step.key} data-state={step.state}>
          <div className={style['stepTitle']}>
            <span>{step.title}</span>
            {step.when === undefined ? null : <span>{step.when}</span>}
          </div>
          {step.text === undefined ? null : <p className={style['stepText']}>{step.text}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The user's anti-phishing word: only the real exchange knows it. Renders nothing if none is set. */
export function OwnWord({ bare = false }: { readonly bare?: boolean }) {
  const { data } = useSecurity();
  const word = data?.antiCode;
  if (word === null || word === undefined) return null;
  return (
    <p className={classes(style['word'], bare && style['bare'])}>
      {bare ? null : <IconShieldCheck className="v-i" stroke={1.75} aria-hidden="true" />}
      <span>
        <Trans comment="word: the customer's own anti-phishing word">
          Your anti-phishing word: <strong>{word}</strong>
        </Trans>
      </span>
    </p>
  );
}
