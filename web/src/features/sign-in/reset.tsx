// A forgotten login password: a code to the account's e-mail or phone, then a new password; every session ends.
import { Link, useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE } from '@vitrine/contract';
import { Button, toast } from '@vitrine/ui';
import { request } from '../../api/index.ts';
import { useBreachedCheck } from '../../credential/index.ts';
import { useTitle } from '../../page/index.ts';
import { useGuestWrite } from './answer-lost.ts';
import { AccountFields, AddressCode, FormPassword, FormRefusal, SignTabs } from './fields.tsx';
import { resetInput } from './form.ts';
import { SignFrame } from './frame.tsx';
import { useSignForm } from './use-sign-form.ts';
import style from './sign-in.module.css';

export function ResetPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  useTitle(t`Reset the password`);
  const checkBreached = useBreachedCheck();
  const write = useGuestWrite('reset');
  const state = useSignForm('reset', { tab: 'email' }, async (form) => {
    await checkBreached(form.password);
    await write(form, () => request('user.backPwd', resetInput(form), { quiet: true }));
    toast({
      id: 'reset',
      kind: 'done',
      title: t`The password is changed`,
      text: t`All devices are signed out. Log in with the new password.`,
    });
    await navigate({ to: '/user/login', replace: true });
  });
  const { form, change } = state;
  return (
    <SignFrame title={<Trans>Reset the password</Trans>}>
      <p className="v-ink-2">
        <Trans>
          The code is sent to the e-mail address or phone of your account. Withdrawals are locked for 24 hours
          afterwards.
        </Trans>
      </p>
      <SignTabs value={form.tab} account={false} onChange={(tab) => change({ tab, code: '' })} />
      <form
        className={style['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.send();
        }}
      >
        <AccountFields state={state} label={<Trans>E-mail</Trans>} autoComplete="username" />
        <AddressCode state={state} purpose={CODE_PURPOSE.reset} />
        <FormPassword state={state} />
        <FormRefusal state={state} />
        <Button tone="main" size="large" wide type="submit" busy={state.busy} disabled={state.locked > 0}>
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
