// A code sent to an address: its field, the send button, and in practice mode the code itself.
import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { TextField, type FieldVariant } from '@vitrine/ui';
import type { ApiFault } from '../api/index.ts';
import { CodeSender } from './code-sender.tsx';
import { filterCode } from './rules.ts';
import type { CodeTarget, SendCodeProps } from './send-code.tsx';

export interface CodeFieldProps {
  readonly label?: ReactNode;
  readonly variant?: FieldVariant;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly target: CodeTarget;
  readonly purpose: SendCodeProps['purpose'];
  /** False until the address is complete. */
  readonly ready?: boolean;
  readonly onRefused?: ((fault: ApiFault) => void) | undefined;
}

export function CodeField({
  label,
  variant = 'form',
  name = 'code',
  value,
  onChange,
  onBlur,
  error,
  hint,
  target,
  purpose,
  ready = true,
  onRefused,
}: CodeFieldProps) {
  const own =
    target.kind === 'email' ? (
      <Trans>Code from the e-mail</Trans>
    ) : (
      <Trans comment="Field: the verification code sent by SMS">Code from the message</Trans>
    );
  return (
    <CodeSender target={target} purpose={purpose} ready={ready} onRefused={onRefused} onUse={onChange}>
      {(button) => (
        <TextField
          variant={variant}
          label={label ?? own}
          value={value}
          onChange={(text) => onChange(filterCode(text))}
          onBlur={onBlur}
          name={name}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
          hint={hint}
          end={button}
        />
      )}
    </CodeSender>
  );
}
