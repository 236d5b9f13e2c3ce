// Shared parts of the sign-in forms: tabs, account fields, and texts of faults.
import type { ReactNode } from 'react';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { PASSWORD_LEAST, PASSWORD_MOST } from '@vitrine/contract';
import { Countdown, Note, Segmented, TextField } from '@vitrine/ui';
import { ApiFault, NoAnswer } from '../../api/index.ts';
import { CodeField, fieldRefusal, NewPassword, codeLength, type SendCodeProps } from '../../credential/index.ts';
import { refusalText } from '../../i18n/index.ts';
import { CountryField } from '../../page/index.ts';
import { AnswerLost } from './answer-lost.ts';
import { codeTarget, type SignFault, type SignField, type Tab } from './form.ts';
import type { SignFormState } from './use-sign-form.ts';
import style from './sign-in.module.css';

/** The text of a fault. */
export function useFaultText(): (fault: SignFault | undefined) => string | undefined {
  const { t } = useLingui();
  return (fault) => {
    switch (fault) {
      case undefined:
        return undefined;
      case 'required':
        return t`Required`;
      case 'email':
        return t`An e-mail address looks like name@example.org`;
      case 'account':
        return t`4 to 32 letters, digits, dots, dashes; a letter first`;
      case 'phone':
        return t`Only the digits of a number of this country`;
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
        return t`Agree to the terms to continue`;
    }
  };
}

/** The fault or refusal of a field as text. */
export function useFieldError(state: SignFormState): (field: SignField) => string | undefined {
  const words = useFaultText();
  return (field) => {
    const { refused } = state;
    if (refused?.field === field && refused.fault) return fieldRefusal(refused.fault);
    return words(state.faults[field]);
  };
}

/** A refusal that belongs to no field; while attempts are locked, the time left. */
export function FormRefusal({ state }: { readonly state: SignFormState }) {
  const { refused, locked } = state;
  if (locked > 0)
    return (
      <div role="alert">
        <Note tone="warn" icon={<IconClock stroke={1.75} aria-hidden="true" />} testId="locked">
          <Trans comment="The countdown is in seconds below 100, else HH:MM:SS">
            Too many attempts. The next one is possible in <Countdown left={locked} />.
          </Trans>
        </Note>
      </div>
    );
  if (!refused || refused.field !== undefined || refused.fault?.code === 1003) return null;
  return <Refusal error={refused.error} />;
}

/** An error as text. */
export function Refusal({ error }: { readonly error: Error }) {
  const words: ReactNode =
    error instanceof AnswerLost ? (
      <LostWords lost={error} />
    ) : error instanceof NoAnswer ? (
      <Trans>No response from the exchange. Check the connection and try again.</Trans>
    ) : error instanceof ApiFault ? (
      refusalText(error)
    ) : (
      <Trans>Something went wrong</Trans>
    );
  return (
    <div role="alert" data-state={error instanceof AnswerLost ? 'unknown' : undefined}>
      <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />}>
        {words}
      </Note>
    </div>
  );
}

function LostWords({ lost: { of, isAgain } }: { readonly lost: AnswerLost }) {
  if (of === 'reset')
    return (
      <Trans comment="After a reset of the password whose answer was lost">
        The password may have been changed. Try to log in with the new one.
      </Trans>
    );
  return isAgain ? (
    <Trans comment="A second attempt to register was refused, the answer to the first was lost">
      The earlier attempt may have created this account. Log in with the password you chose.
    </Trans>
  ) : (
    <Trans comment="After a registration whose answer was lost">
      No response arrived, so the account may have been created. Try to log in with the password you chose.
    </Trans>
  );
}

/** The tabs of login, registration and reset. */
export function SignTabs({
  value,
  onChange,
  account = true,
}: {
  readonly value: Tab;
  readonly onChange: (tab: Tab) => void;
  /** Whether user names are accepted; codes are sent to addresses only. */
  readonly account?: boolean;
}) {
  const { t } = useLingui();
  return (
    <Segmented
      label={t({ message: 'Sign-in method', comment: 'Name of the choice between account, e-mail and phone' })}
      value={value}
      onChange={onChange}
      choices={[
        ...(account
          ? [{ key: 'account' as const, label: <Trans comment="Tab: sign in by account name">Account</Trans> }]
          : []),
        { key: 'email' as const, label: <Trans>E-mail</Trans> },
        { key: 'phone' as const, label: <Trans>Phone</Trans> },
      ]}
    />
  );
}

/** The account field of each tab: a name, an e-mail address, or a country and a phone number. */
export function AccountFields({
  state,
  label,
  autoComplete,
}: {
  readonly state: SignFormState;
  /** Label of the account tab. */
  readonly label: ReactNode;
  readonly autoComplete: string;
}) {
  const error = useFieldError(state);
  const { form, change } = state;
  if (form.tab === 'phone')
    return (
      <div className={style['phone']}>
        <CountryField
          show="dial"
          variant="login"
          value={state.country}
          onChange={state.chooseCountry}
          error={error('area')}
        />
        <TextField
          variant="login"
          label={<Trans>Phone number</Trans>}
          value={form.phone}
          onChange={(phone) => change({ phone })}
          onBlur={() => state.leave('phone')}
          name="phone"
          type="tel"
          inputMode="tel"
          maxLength={24}
          autoComplete="tel-national"
          error={error('phone')}
        />
      </div>
    );
  const email = form.tab === 'email';
  return (
    <TextField
      variant="login"
      label={email ? <Trans>E-mail</Trans> : label}
      value={form.account}
      onChange={(account) => change({ account })}
      onBlur={() => state.leave('account')}
      name="account"
      type={email ? 'email' : 'text'}
      maxLength={254}
      autoComplete={autoComplete}
      error={error('account')}
    />
  );
}

/** The code to the form's own address. */
export function AddressCode({
  state,
  purpose,
}: {
  readonly state: SignFormState;
  readonly purpose: SendCodeProps['purpose'];
}) {
  const error = useFieldError(state);
  const { target, ready } = codeTarget(state.form);
  return (
    <CodeField
      // Another kind of address needs another code, with its own waiting time.
      key={target.kind}
      variant="login"
      value={state.form.code}
      onChange={(code) => state.change({ code })}
      onBlur={() => state.leave('code')}
      error={error('code')}
      target={target}
      purpose={purpose}
      ready={ready}
      onRefused={state.refuse}
    />
  );
}

/** The new password of a registration or a reset. */
export function FormPassword({ state }: { readonly state: SignFormState }) {
  const error = useFieldError(state);
  return (
    <NewPassword
      variant="login"
      password={state.form.password}
      onPassword={(password) => state.change({ password })}
      onPasswordBlur={() => state.leave('password')}
      passwordError={error('password')}
      confirm={state.form.confirm}
      onConfirm={(confirm) => state.change({ confirm })}
      onConfirmBlur={() => state.leave('confirm')}
      confirmError={error('confirm')}
    />
  );
}
