// A forgotten login password: a code to the account's e-mail, then a new password; every session ends.
import { Link, useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE } from '@vitrine/contract';
import { Button, TextField, toast } from '@vitrine/ui';
import { request } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import { CodeField, FormRefusal, NewPassword, useFieldError } from './fields.tsx';
import { resetInput } from './form.ts';
import { SignFrame } from './frame.tsx';
import { useSignForm } from './use-sign-form.ts';
import style from './account.module.css';

export function ResetPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  useTitle(t`Reset the password`);
  const state = useSignForm('reset', { tab: 'email' }, async (form) => {
    await request('user.backPwd', resetInput(form), { quiet: true });
    toast({
      kind: 'done',
      title: t`The password is changed`,
      text: t`All devices are signed out. Log in with the new password.`,
    });
    await navigate({ to: '/user/login', replace: true });
  });
  const error = useFieldError(state);
  return (
    <SignFrame title={<Trans>Reset the password</Trans>}>
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
          label={<Trans>E-mail of the account</Trans>}
          value={state.form.account}
          onChange={(account) => state.change({ account })}
          onBlur={() => state.leave('account')}
          name="account"
          type="email"
          autoComplete="username"
          error={error('account')}
        />
        <CodeField state={state} purpose={CODE_PURPOSE.reset} />
        <NewPassword state={state} />
        <FormRefusal state={state} />
        <Button tone="main" size="large" wide type="submit" busy={state.busy}>
          <Trans>Set the new password</Trans>
        </Button>
      </form>
      <p className="v-ink-2">
        <Link to="/user/login" className="v-link">
          <Trans>Back to login</Trans>
        </Link>
      </p>
    </SignFrame>
  );
}
