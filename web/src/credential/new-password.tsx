// A new password with its rules, each ticked while it is met, and the repetition.
import type { ReactNode } from 'react';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { PASSWORD_LEAST, PASSWORD_MOST } from '@vitrine/contract';
import { PasswordField, classes, type FieldVariant } from '@vitrine/ui';
import { passwordState } from './rules.ts';
import style from './credential.module.css';

export interface NewPasswordProps {
  readonly variant?: FieldVariant;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly onPasswordBlur?: (() => void) | undefined;
  readonly passwordError?: ReactNode;
  readonly confirm: string;
  readonly onConfirm: (confirm: string) => void;
  readonly onConfirmBlur?: (() => void) | undefined;
  readonly confirmError?: ReactNode;
}

export function NewPassword({ variant = 'form', ...field }: NewPasswordProps) {
  const met = passwordState(field.password);
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
          variant={variant}
          label={<Trans comment="Field">New password</Trans>}
          value={field.password}
          onChange={field.onPassword}
          onBlur={field.onPasswordBlur}
          name="password"
          autoComplete="new-password"
          error={field.passwordError}
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
              {rule.met ? (
                <span className="v-hidden">
                  <Trans comment="Beside a rule of the password, for screen readers">met</Trans>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      <PasswordField
        variant={variant}
        label={<Trans>Repeat the password</Trans>}
        value={field.confirm}
        onChange={field.onConfirm}
        onBlur={field.onConfirmBlur}
        name="confirm"
        autoComplete="new-password"
        error={field.confirmError}
      />
    </>
  );
}
