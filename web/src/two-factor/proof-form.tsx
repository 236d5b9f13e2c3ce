// One verification: the field of the selected method, and the other methods. The same form at sign-in and for later
// verifications.
import { useEffect, useRef, type ReactNode } from 'react';
import { IconAlertTriangle, IconFingerprint } from '@tabler/icons-react';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CODE_PURPOSE, type FactorMethod } from '@vitrine/contract';
import { Button, Note, PasswordField, PinField, TextField, type ButtonSize } from '@vitrine/ui';
import { ApiFault, NoAnswer } from '../api/index.ts';
import { CodeSender } from '../credential/index.ts';
import { PasskeyDeclined } from './passkey.ts';
import {
  isComplete,
  lockedUntil,
  ownCode,
  proofInput,
  type ProofEvent,
  type ProofInput,
  type ProofState,
  type Refused,
} from './proof.ts';
import { useRefusedText } from './refused.tsx';
import style from './two-factor.module.css';

export interface ProofFormProps {
  readonly state: ProofState;
  readonly dispatch: (event: ProofEvent) => void;
  /** Sends the proof; shows its rejection here. */
  readonly prove: (input: ProofInput) => Promise<void>;
  /** The browser's response to a passkey challenge. */
  readonly passkey: () => Promise<Record<string, unknown>>;
  /** The user's own addresses, masked, if known. */
  readonly addresses?: { readonly email: string | null; readonly phone: string | null } | undefined;
  readonly action: ReactNode;
  readonly size?: ButtonSize;
  /** Left of the button: the way out. */
  readonly aside?: ReactNode;
}

export function ProofForm({ state, dispatch, prove, passkey, addresses, action, size, aside }: ProofFormProps) {
  const { method, busy } = state;
  const box = useRef<HTMLDivElement>(null);
  const { words, locked } = useRefusedText(state.refused);
  // Focuses the field of a newly selected method.
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), [method]);
  const send = async (text: string): Promise<void> => {
    if (method === undefined || busy || locked || !isComplete({ ...state, text })) return;
    dispatch({ is: 'send' });
    try {
      await prove(proofInput(method, text, method === 'passkey' ? await passkey() : undefined));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      dispatch(
        error instanceof PasskeyDeclined || (error instanceof ApiFault && error.silent)
          ? { is: 'stop' }
          : { is: 'refuse', refused: refusedBy(error) },
      );
    }
  };
  const others = state.methods.filter((other) => other !== method);
  return (
    <form
      className={style['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(state.text);
      }}
    >
      <div ref={box} className={style['proof']}>
        {method === undefined ? (
          <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
            <Trans>You cannot prove it in this browser. Customer service can help.</Trans>
          </Note>
        ) : (
          <MethodField
            method={method}
            state={state}
            dispatch={dispatch}
            error={words}
            address={ownCode(method) ? (addresses?.[method] ?? undefined) : undefined}
            onComplete={(digits) => void send(digits)}
          />
        )}
      </div>
      <div className={style['actions']}>
        {aside}
        {method === undefined ? null : (
          <Button
            tone="main"
            type="submit"
            size={size}
            wide={aside === undefined}
            busy={busy}
            disabled={locked || !isComplete(state)}
          >
            {method === 'passkey' ? <PasskeyWords /> : action}
          </Button>
        )}
      </div>
      {others.length === 0 ? null : (
        <div className={style['others']}>
          <p className="v-ink-3">
            <Trans>Another way:</Trans>
          </p>
          {others.map((other) => (
            <button
              key={other}
              type="button"
              className={style['other']}
              data-testid={`way-${other}`}
              disabled={busy}
              onClick={() => dispatch({ is: 'choose', method: other })}
            >
              <MethodWords method={other} />
            </button>
          ))}
        </div>
      )}
    </form>
  );
}

function refusedBy(error: Error): Refused {
  if (!(error instanceof ApiFault))
    return {
      key: undefined,
      args: {},
      message: error instanceof NoAnswer ? '' : i18n._(msg`Something went wrong`),
      until: 0,
    };
  const { code, key, args, message } = error;
  return { code, key, args, message, until: lockedUntil(key, args, Date.now()) };
}

function PasskeyWords() {
  return (
    <>
      <IconFingerprint className="v-i" stroke={1.75} aria-hidden="true" />
      <Trans>Use a passkey</Trans>
    </>
  );
}

/** What selecting a method does, as text. */
export function MethodWords({ method }: { readonly method: FactorMethod }) {
  switch (method) {
    case 'totp':
      return <Trans>Use the authenticator app</Trans>;
    case 'passkey':
      return <Trans>Use a passkey</Trans>;
    case 'email':
      return <Trans>Get a code by e-mail</Trans>;
    case 'phone':
      return <Trans>Get a code by SMS</Trans>;
    case 'password':
      return <Trans>Use the login password</Trans>;
    case 'recovery':
      return <Trans>Use a recovery code</Trans>;
  }
}

interface MethodFieldProps {
  readonly method: FactorMethod;
  readonly state: ProofState;
  readonly dispatch: (event: ProofEvent) => void;
  readonly error: ReactNode;
  readonly address: string | undefined;
  readonly onComplete: (digits: string) => void;
}

function MethodField({ method, state, dispatch, error, address, onComplete }: MethodFieldProps) {
  const type = (text: string): void => dispatch({ is: 'type', text });
  switch (method) {
    case 'passkey':
      return (
        <>
          <p className="v-ink-2">
            <Trans>
              Your browser asks for a passkey of this account: a fingerprint, a face, a PIN or a security key.
            </Trans>
          </p>
          {error === undefined ? null : (
            <div role="alert">
              <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
                {error}
              </Note>
            </div>
          )}
        </>
      );
    case 'password':
      return (
        <PasswordField
          variant="login"
          label={<Trans>Login password</Trans>}
          value={state.text}
          onChange={type}
          name="password"
          autoComplete="current-password"
          error={error}
        />
      );
    case 'recovery':
      return (
        <TextField
          variant="login"
          label={<Trans comment="Replaces the authenticator once">Recovery code</Trans>}
          hint={<Trans>One of those you saved when you bound the authenticator. Each works once.</Trans>}
          value={state.text}
          onChange={type}
          name="recovery"
          autoComplete="off"
          error={error}
        />
      );
    case 'totp':
      return (
        <PinField
          shown
          label={<Trans>Code from the authenticator app</Trans>}
          hint={<Trans>The current six-digit code</Trans>}
          value={state.text}
          onChange={type}
          onComplete={onComplete}
          name="totp"
          autoComplete="one-time-code"
          error={error}
        />
      );
    case 'email':
    case 'phone':
      return (
        <CodeSender target={{ kind: method }} purpose={CODE_PURPOSE.change} onUse={type}>
          {(button) => (
            <PinField
              shown
              label={<OwnCodeLabel method={method} address={address} />}
              aside={button}
              value={state.text}
              onChange={type}
              onComplete={onComplete}
              name="code"
              autoComplete="one-time-code"
              error={error}
            />
          )}
        </CodeSender>
      );
  }
}

/** The user's address that receives the code, masked. */
function OwnCodeLabel({
  method,
  address,
}: {
  readonly method: 'email' | 'phone';
  readonly address: string | undefined;
}) {
  if (address === undefined)
    return method === 'email' ? (
      <Trans>Code from the e-mail</Trans>
    ) : (
      <Trans comment="Field: the verification code sent by SMS">Code from the message</Trans>
    );
  return method === 'email' ? (
    <Trans comment="address: one's own e-mail address, masked">Code from the e-mail to {address}</Trans>
  ) : (
    <Trans comment="address: one's own phone number, masked">Code from the message to {address}</Trans>
  );
}
