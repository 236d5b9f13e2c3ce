// Registration: by account name, or by e-mail with a code; an invite code if there is one.
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE } from '@vitrine/contract';
import { Button, CheckField, TextField } from '@vitrine/ui';
import { enterSession, queryOf, request } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import { CodeField, FormRefusal, NewPassword, useFieldError } from './fields.tsx';
import { registerInput, wantsCode } from './form.ts';
import { SignFrame } from './frame.tsx';
import { SignTabs } from './login.tsx';
import { useSignForm } from './use-sign-form.ts';
import style from './account.module.css';

export function RegisterPage({ inviteCode }: { readonly inviteCode: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  useTitle(t`Register`);
  const settings = useQuery(queryOf('common.getAllSetting', {}, 'constant'));
  const terms = settings.data?.platformConfig.termsVersion;
  const state = useSignForm('register', { invite: inviteCode ?? '' }, async (form) => {
    enterSession(await request('user.register', registerInput(form, terms), { quiet: true }));
    await navigate({ to: '/home/index', replace: true });
  });
  const error = useFieldError(state);
  const { form, change } = state;
  return (
    <SignFrame title={<Trans>Register</Trans>}>
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
          label={form.tab === 'email' ? <Trans>E-mail</Trans> : <Trans>User name</Trans>}
          value={form.account}
          onChange={(account) => change({ account })}
          onBlur={() => state.leave('account')}
          name="account"
          type={form.tab === 'email' ? 'email' : 'text'}
          autoComplete={form.tab === 'email' ? 'email' : 'username'}
          error={error('account')}
        />
        {wantsCode('register', form.tab) ? <CodeField state={state} purpose={CODE_PURPOSE.register} /> : null}
        <NewPassword state={state} />
        <TextField
          variant="login"
          label={<Trans>Invite code, if you have one</Trans>}
          value={form.invite}
          onChange={(invite) => change({ invite })}
          onBlur={() => state.leave('invite')}
          name="invite"
          autoComplete="off"
          error={error('invite')}
        />
        <CheckField
          checked={form.terms}
          onChange={(agreed) => change({ terms: agreed })}
          bad={error('terms') !== undefined}
        >
          <Trans>I agree to the terms of service. I am of age and trade at my own risk.</Trans>
          {error('terms') === undefined ? null : <span className="v-warn"> {error('terms')}</span>}
        </CheckField>
        <FormRefusal state={state} />
        <Button tone="main" size="large" wide type="submit" busy={state.busy}>
          <Trans>Register</Trans>
        </Button>
      </form>
      <p className="v-ink-2">
        <Trans>
          Registered already?{' '}
          <Link to="/user/login" className="v-link">
            Log in
          </Link>
        </Trans>
      </p>
    </SignFrame>
  );
}
