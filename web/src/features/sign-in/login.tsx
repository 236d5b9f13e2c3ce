// Login: by account, e-mail or phone with a password, or by a passkey alone; then the second step if one is bound.
import { useEffect, useState } from 'react';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE, loginStep, type LoginStep, type UserInfo } from '@vitrine/contract';
import { Button, PasswordField } from '@vitrine/ui';
import { ApiFault, enterSession, request } from '../../api/index.ts';
import { PasskeyDeclined, askPasskey, canUsePasskey, cancelPasskey } from '../../two-factor/index.ts';
import { useTitle } from '../../page/index.ts';
import { AccountFields, AddressCode, FormRefusal, SignTabs, useFieldError } from './fields.tsx';
import { loginInput, wantsCode } from './form.ts';
import { SignFrame } from './frame.tsx';
import { autofillPasskey } from './autofill.ts';
import { SecondStep } from './second-step.tsx';
import { useSignForm, type SignFormState } from './use-sign-form.ts';
import style from './sign-in.module.css';

export function LoginPage({ back }: { readonly back: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const router = useRouter();
  const [step, setStep] = useState<LoginStep>();
  useTitle(t`Log in`);
  const enter = async (user: UserInfo): Promise<void> => {
    enterSession(user);
    if (back === undefined) await navigate({ to: '/home/index', replace: true });
    else router.history.replace(back);
  };
  const state = useSignForm('login', {}, async (form) => {
    try {
      await enter(await request('user.login', loginInput(form), { quiet: true }));
    } catch (error) {
      const wanted = error instanceof ApiFault && error.code === 210 ? loginStep.safeParse(error.detail) : undefined;
      if (!wanted?.success) throw error;
      setStep(wanted.data);
    }
  });
  if (step)
    return (
      <SignFrame title={<Trans>One more step</Trans>}>
        <SecondStep
          step={step}
          onDone={enter}
          onBack={(why) => {
            setStep(undefined);
            state.change({ code: '' });
            if (why) state.refuse(why);
          }}
        />
      </SignFrame>
    );
  return (
    <SignFrame title={<Trans>Log in</Trans>}>
      <FirstStep state={state} onUser={enter} />
      <p className="v-ink-2">
        <Trans>
          New here?{' '}
          <Link to="/user/register" search={back === undefined ? {} : { back }} className="v-link">
            Register
          </Link>
          . No money needed to practise.
        </Trans>
      </p>
    </SignFrame>
  );
}

function FirstStep({
  state,
  onUser,
}: {
  readonly state: SignFormState;
  readonly onUser: (user: UserInfo) => Promise<void>;
}) {
  const error = useFieldError(state);
  const { form, change } = state;
  const [passkeys] = useState(canUsePasskey);
  const alone = useMutation({
    mutationFn: async (response: Record<string, unknown>) =>
      onUser(await request('user.passkey.verify', { response }, { quiet: true })),
    onError: (failed) => state.refuse(failed),
  });
  const asking = useMutation({
    mutationFn: () => askPasskey({ use: 'login' }),
    onSuccess: (response) => alone.mutate(response),
    onError: (failed) => {
      if (!(failed instanceof PasskeyDeclined)) state.refuse(failed);
    },
  });
  const { mutate: signInBy } = alone;
  // Offers passkeys in the browser's autofill; withdraws the offer when the page unmounts.
  useEffect(() => autofillPasskey((response) => signInBy(response)), [signInBy]);
  return (
    <>
      <SignTabs value={form.tab} onChange={(tab) => change({ tab, code: '' })} />
      <form
        className={style['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.send();
        }}
      >
        <AccountFields
          state={state}
          label={<Trans>User name, e-mail or phone</Trans>}
          autoComplete={passkeys ? 'username webauthn' : 'username'}
        />
        <PasswordField
          variant="login"
          label={<Trans comment="Field">Password</Trans>}
          aside={
            <Link to="/user/reset" className="v-link">
              <Trans comment="Link beside the password field">Forgotten?</Trans>
            </Link>
          }
          value={form.password}
          onChange={(password) => change({ password })}
          name="password"
          autoComplete="current-password"
          error={error('password')}
        />
        {wantsCode('login', form.tab) ? <AddressCode state={state} purpose={CODE_PURPOSE.login} /> : null}
        <FormRefusal state={state} />
        <Button tone="main" size="large" wide type="submit" busy={state.busy} disabled={state.locked > 0}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      {passkeys ? (
        <>
          <div className={style['or']}>
            <span>
              <Trans comment="Between two ways of signing in">or</Trans>
            </span>
          </div>
          <Button
            size="large"
            wide
            busy={asking.isPending || alone.isPending}
            data-testid="passkey"
            onClick={() => {
              void cancelPasskey();
              asking.mutate();
            }}
          >
            <IconFingerprint className="v-i" stroke={1.75} aria-hidden="true" />
            <Trans>Use a passkey</Trans>
          </Button>
        </>
      ) : null}
    </>
  );
}
