// The fields that the sign-in forms share: code with its countdown, new password with live hints, what was refused.
import { useEffect, useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconPoint } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { PASSWORD_LEAST, PASSWORD_MOST } from '@vitrine/contract';
import { Countdown, Note, PasswordField, TextField, classes } from '@vitrine/ui';
import { NoAnswer, request } from '../../api/index.ts';
import { refusalText } from '../../i18n/index.ts';
import { InboxHint } from '../../practice/index.ts';
import { codeLength, filterCode, isEmail, passwordState, type SignFault, type SignField } from './form.ts';
import type { SignFormState } from './use-sign-form.ts';
import style from './account.module.css';

/** The words of a fault. */
export function useFaultText(): (fault: SignFault | undefined) => string | undefined {
  const { t } = useLingui();
  return (fault) => {
    switch (fault) {
      case undefined:
        return undefined;
      case 'required':
        return t`Needed`;
      case 'email':
        return t`An e-mail address looks like name@example.org`;
      case 'account':
        return t`4 to 32 letters, digits, dots, dashes; a letter first`;
      case 'length':
        return t`${PASSWORD_LEAST} to ${PASSWORD_MOST} characters`;
      case 'character':
        return t`Only letters without accents, digits and common symbols`;
      case 'mix':
        return t`Mix at least two of letters, digits and symbols`;
      case 'differs':
        return t`Not the same as the password above`;
      case 'code':
        return t`The code has ${codeLength} digits`;
      case 'invite':
        return t`An invite code has letters and digits only`;
      case 'terms':
        return t`Agree to the terms to go on`;
    }
  };
}

/** The fault or refusal of a field in words. */
export function useFieldError(state: SignFormState): (field: SignField) => string | undefined {
  const words = useFaultText();
  return (field) => {
    const { refused } = state;
    if (refused?.field === field && refused.fault)
      return refusalText(refused.fault.key, refused.fault.args) ?? refused.fault.message;
    return words(state.faults[field]);
  };
}

/** A refusal that belongs to no field. */
export function FormRefusal({ state }: { readonly state: SignFormState }) {
  const { refused } = state;
  if (!refused || refused.field !== undefined) return null;
  const words: ReactNode =
    refused.error instanceof NoAnswer ? (
      <Trans>No answer from the exchange. Check the connection and try again.</Trans>
    ) : refused.fault ? (
      (refusalText(refused.fault.key, refused.fault.args) ?? refused.fault.message)
    ) : (
      refused.error.message
    );
  return (
    <div role="alert">
      <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
        {words}
      </Note>
    </div>
  );
}

export interface CodeFieldProps {
  readonly state: SignFormState;
  /** Code purpose of calls §9. */
  readonly purpose: 1 | 2 | 3;
}

/** The e-mailed code: sending it, the wait until it may be sent again, and in practice mode the code itself. */
export function CodeField({ state, purpose }: CodeFieldProps) {
  const { t } = useLingui();
  const error = useFieldError(state);
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const left = until - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, 1000 - (Date.now() % 1000)));
    return () => clearTimeout(timer);
  }, [left, now]);
  const email = state.form.account.trim();
  const sending = useMutation({
    mutationFn: () => request('user.sendEmailCode', { email, type: purpose }),
    onSuccess: ({ waitSeconds }) => {
      setNow(Date.now());
      setUntil(Date.now() + waitSeconds * 1000);
    },
  });
  return (
    <>
      <TextField
        variant="login"
        label={<Trans>Code from the e-mail</Trans>}
        value={state.form.code}
        onChange={(text) => state.change({ code: filterCode(text) })}
        onBlur={() => state.leave('code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error('code')}
        end={
          <button
            type="button"
            className={style['send']}
            disabled={!isEmail(email) || left > 0 || sending.isPending}
            onClick={() => sending.mutate()}
          >
            {left > 0 ? (
              <Trans comment="Button disabled while waiting; the countdown is in seconds">
                Again in <Countdown left={left} /> s
              </Trans>
            ) : sending.isSuccess ? (
              <Trans>Send again</Trans>
            ) : (
              <Trans>Send code</Trans>
            )}
          </button>
        }
      />
      <span className="v-hidden" aria-live="polite">
        {sending.isSuccess ? t`A code was sent, if this address may have one.` : ''}
      </span>
      <InboxHint address={email} purpose={purpose} asked={sending.isSuccess} onUse={(code) => state.change({ code })} />
    </>
  );
}

/** A new password with its rules, each ticked while it is typed, and the repetition. */
export function NewPassword({ state }: { readonly state: SignFormState }) {
  const error = useFieldError(state);
  const met = passwordState(state.form.password);
  const least = PASSWORD_LEAST;
  const most = PASSWORD_MOST;
  const rules = [
    {
      key: 'length',
      met: met.length,
      words: (
        <Trans>
          {least} to {most} characters
        </Trans>
      ),
    },
    { key: 'characters', met: met.characters, words: <Trans>Letters, digits and common symbols only</Trans> },
    { key: 'mix', met: met.mix, words: <Trans>At least two of letters, digits, symbols</Trans> },
  ];
  return (
    <>
      <div>
        <PasswordField
          variant="login"
          label={<Trans>New password</Trans>}
          value={state.form.password}
          onChange={(password) => state.change({ password })}
          onBlur={() => state.leave('password')}
          name="password"
          autoComplete="new-password"
          error={error('password')}
        />
        <ul className={style['rules']}>
          {rules.map((rule) => (
            <li key={rule.key} className={classes(rule.met && style['met'])}>
              {rule.met ? (
                <IconCheck size={14} stroke={2} aria-hidden="true" />
              ) : (
                <IconPoint size={14} stroke={1.75} aria-hidden="true" />
              )}
              <span>{rule.words}</span>
            </li>
          ))}
        </ul>
      </div>
      <PasswordField
        variant="login"
        label={<Trans>Repeat the password</Trans>}
        value={state.form.confirm}
        onChange={(confirm) => state.change({ confirm })}
        onBlur={() => state.leave('confirm')}
        name="confirm"
        autoComplete="new-password"
        error={error('confirm')}
      />
    </>
  );
}
