// Sign-in: name, password and code in one step, so that no answer reveals which was wrong.
import { useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Note, PasswordField, TextField } from '@vitrine/ui';
import { enterSession, request } from '../../api/index.ts';
import { Fault } from '../../case/index.ts';
import { SignInFrame } from '../../sign-in-frame/index.ts';
import { useTitle } from '../../page/index.ts';
import { emptySignIn, signInFaults, signInInput, type SignInFault } from './form.ts';
import style from './sign-in.module.css';

export interface SignInPageProps {
  /** The session ended without the user's action. */
  readonly ended: boolean;
}

export function SignInPage({ ended }: SignInPageProps) {
  const { t } = useLingui();
  const router = useRouter();
  const [form, setForm] = useState(emptySignIn);
  const [tried, setTried] = useState(false);
  const sending = useMutation({
    mutationFn: () => request('desk.signIn', signInInput(form)),
    onSuccess: async (me) => {
      enterSession(me);
      // This page's guard then redirects to the page that the user came from.
      await router.invalidate();
    },
    onError: () => setForm((before) => ({ ...before, code: '' })),
  });
  const faults = signInFaults(form);
  const words = (fault: SignInFault | undefined): string | undefined =>
    !tried || fault === undefined
      ? undefined
      : fault === 'required'
        ? t`Needed`
        : t`Six digits, or a recovery code like ABCD-EFGH`;
  useTitle(t`Log in`);
  return (
    <SignInFrame title={<Trans>Log in to the desk</Trans>}>
      {ended ? (
        <div role="status">
          <Note testId="session-ended">
            <Trans>Your session ended. Log in to continue where you were.</Trans>
          </Note>
        </div>
      ) : null}
      <form
        className={style['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(faults).length === 0 && !sending.isPending) sending.mutate();
        }}
      >
        <TextField
          variant="login"
          label={<Trans comment="Of a person of the desk">Name</Trans>}
          name="username"
          autoComplete="username"
          value={form.name}
          onChange={(name) => setForm({ ...form, name })}
          error={words(faults.name)}
          required
        />
        <PasswordField
          variant="login"
          label={<Trans>Password</Trans>}
          name="password"
          autoComplete="current-password"
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
          error={words(faults.password)}
          required
        />
        <TextField
          variant="login"
          label={<Trans>Authenticator code</Trans>}
          name="code"
          autoComplete="one-time-code"
          value={form.code}
          onChange={(code) => setForm({ ...form, code })}
          hint={<Trans>No authenticator at hand: a recovery code.</Trans>}
          error={words(faults.code)}
          required
        />
        <Fault error={sending.error} />
        <Button type="submit" tone="main" size="large" wide busy={sending.isPending}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      <p className="v-12 v-ink-2">
        <Trans>Lost both? Two administrators can reset your access.</Trans>
      </p>
    </SignInFrame>
  );
}
