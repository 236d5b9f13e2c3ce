// Changes the login password; says first which sessions it ends and what it locks.
import { Trans, useLingui } from '@lingui/react/macro';
import { PasswordField, Time, toast, useFormat } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { NewPassword, useBreachedCheck } from '../../../credential/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { FormBox, PageHead, type Step } from '../parts.tsx';
import { firstPassword, passwordInput, passwordRules, summariseChange } from './password-form.ts';
import { Setting } from './setting.tsx';
import { useForm } from '../use-form.ts';

export function PasswordSettingPage() {
  const { t } = useLingui();
  useTitle(t`Login password`);
  return (
    <>
      <PageHead name="login-pwd" back="security" title={<Trans>Login password</Trans>} />
      <LoginPasswordPage />
    </>
  );
}

/** The form and its effects, without a head. */
export function LoginPasswordPage() {
  const steps: readonly Step[] = [
    { key: 'changed', title: <Trans>The new password is in use</Trans>, when: <Trans>at once</Trans> },
    {
      key: 'ended',
      title: <Trans>All other devices are signed out</Trans>,
      text: <Trans>You stay signed in here.</Trans>,
    },
    { key: 'keys', title: <Trans>All API keys are deleted</Trans> },
    {
      key: 'lock',
      title: <Trans>Withdrawals are locked</Trans>,
      when: <Trans>24 hours</Trans>,
      text: <Trans>You are notified at every address you bound. Trading continues.</Trans>,
    },
  ];
  return (
    <Setting title={<Trans>Change the login password</Trans>} steps={steps}>
      {() => <PasswordFormView />}
    </Setting>
  );
}

function PasswordFormView() {
  const { t } = useLingui();
  const { now } = useFormat();
  const changed = useChanged();
  const checkBreached = useBreachedCheck();
  const sendOnce = useSend();
  const state = useForm(passwordRules, firstPassword, async (form, reset) => {
    await checkBreached(form.password);
    await sendOnce('user.updateUserLoginPwd', passwordInput(form));
    toast({
      id: 'password',
      kind: 'done',
      title: t`The login password is changed`,
      text: t`All other devices are signed out. Withdrawals are locked for 24 hours.`,
    });
    reset();
    await changed('member.getLoginDevice', 'member.apis');
  });
  const { form, change, leave, error } = state;
  return (
    <FormBox
      state={state}
      button={<Trans>Change the password</Trans>}
      why={
        <Trans>
          Signs out all other devices and locks withdrawals until{' '}
          <Time at={summariseChange(now()).lockedUntil} as="full" />.
        </Trans>
      }
    >
      <PasswordField
        label={<Trans comment="Field">Old password</Trans>}
        value={form.old}
        onChange={(old) => change({ old })}
        onBlur={() => leave('old')}
        name="old"
        autoComplete="current-password"
        error={error('old')}
      />
      <NewPassword
        password={form.password}
        onPassword={(password) => change({ password })}
        onPasswordBlur={() => leave('password')}
        passwordError={error('password')}
        confirm={form.confirm}
        onConfirm={(confirm) => change({ confirm })}
        onConfirmBlur={() => leave('confirm')}
        confirmError={error('confirm')}
      />
    </FormBox>
  );
}
