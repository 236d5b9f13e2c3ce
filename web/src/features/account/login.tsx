// Login: by account with a password, by e-mail with password and code.
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE } from '@vitrine/contract';
import { Button, PasswordField, Segmented, TextField } from '@vitrine/ui';
import { enterSession, request } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import { CodeField, FormRefusal, useFieldError } from './fields.tsx';
import { loginInput, wantsCode, type Tab } from './form.ts';
import { SignFrame } from './frame.tsx';
import { useSignForm } from './use-sign-form.ts';
import style from './account.module.css';

/** The tabs of login and registration. */
export function SignTabs({ value, onChange }: { readonly value: Tab; readonly onChange: (tab: Tab) => void }) {
  const { t } = useLingui();
  return (
    <Segmented
      label={t({ message: 'Way of signing in', comment: 'Name of the choice between account and e-mail' })}
      value={value}
      onChange={onChange}
      choices={[
        { key: 'account', label: <Trans comment="Tab: sign in by account name">Account</Trans> },
        { key: 'email', label: <Trans>E-mail</Trans> },
      ]}
    />
  );
}

export function LoginPage({ back }: { readonly back: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const router = useRouter();
  useTitle(t`Log in`);
  const state = useSignForm('login', {}, async (form) => {
    enterSession(await request('user.login', loginInput(form), { quiet: true }));
    if (back === undefined) await navigate({ to: '/home/index', replace: true });
    else router.history.replace(back);
  });
  const error = useFieldError(state);
  const { form, change } = state;
  return (
    <SignFrame title={<Trans>Log in</Trans>}>
      <SignTabs value={form.tab} onChange={(tab) => change({ tab })} />
      <form
        className={style['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.send();
        }}
      >
        <TextField
          variant="login"
          label={form.tab === 'email' ? <Trans>E-mail</Trans> : <Trans>User name, e-mail or phone</Trans>}
          value={form.account}
          onChange={(account) => change({ account })}
          onBlur={() => state.leave('account')}
          name="account"
          type={form.tab === 'email' ? 'email' : 'text'}
          autoComplete="username"
          error={error('account')}
        />
        <PasswordField
          variant="login"
          label={<Trans>Password</Trans>}
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
        {wantsCode('login', form.tab) ? <CodeField state={state} purpose={CODE_PURPOSE.login} /> : null}
        <FormRefusal state={state} />
        <Button tone="main" size="large" wide type="submit" busy={state.busy}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      <p className="v-ink-2">
        <Trans>
          New here?{' '}
          <Link to="/user/register" className="v-link">
            Register
          </Link>
          . No money needed to practise.
        </Trans>
      </p>
    </SignFrame>
  );
}
