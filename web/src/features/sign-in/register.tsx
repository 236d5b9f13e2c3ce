// Registration: by account name, or by e-mail or phone with a code; optionally with an invite code.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE } from '@vitrine/contract';
import { Button, buttonClass, CheckField, TextField } from '@vitrine/ui';
import { endSession, enterSession, request, useSession } from '../../api/index.ts';
import { useBreachedCheck } from '../../credential/index.ts';
import { useTitle } from '../../page/index.ts';
import { TERMS_VERSION } from '../../legal/index.ts';
import { useGuestWrite } from './answer-lost.ts';
import { AccountFields, AddressCode, FormPassword, FormRefusal, SignTabs, useFieldError } from './fields.tsx';
import { registerInput, wantsCode } from './form.ts';
import { SignFrame } from './frame.tsx';
import { useSignForm } from './use-sign-form.ts';
import { useWork } from './use-work.ts';
import { WorkState } from './work-state.tsx';
import style from './sign-in.module.css';

export function RegisterPage(props: { readonly inviteCode: string | undefined; readonly back: string | undefined }) {
  const { state } = useSession();
  const [was] = useState(state);
  // Only for users who arrived signed in: after a registration here, the form redirects.
  return was === 'user' && state === 'user' && props.inviteCode !== undefined ? (
    <InviteSignedIn code={props.inviteCode} />
  ) : (
    <RegisterForm {...props} />
  );
}

/** An invite is for a new account: it stays in the address until one is registered. */
function InviteSignedIn({ code }: { readonly code: string }) {
  const { t } = useLingui();
  useTitle(t`Invitation`);
  const leave = useMutation({
    mutationFn: () => request('user.logout', {}),
    onSuccess: () => {
      endSession();
      // The same address as a guest: the form, with the code.
      location.reload();
    },
  });
  return (
    <SignFrame title={<Trans comment="Title of the page of an invite link">Invitation</Trans>}>
      <div className={style['fields']} data-testid="invite-signed-in">
        <p>
          <Trans comment="code: an invite code">
            The invitation {code} is for a new account, and you are signed in to yours. Log out to register with it.
          </Trans>
        </p>
        <Button tone="main" busy={leave.isPending} data-testid="invite-log-out" onClick={() => leave.mutate()}>
          <Trans>Log out and register</Trans>
        </Button>
        <Link to="/home/index" className={buttonClass()}>
          <Trans>Stay signed in</Trans>
        </Link>
      </div>
    </SignFrame>
  );
}

function RegisterForm({
  inviteCode,
  back,
}: {
  readonly inviteCode: string | undefined;
  readonly back: string | undefined;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const router = useRouter();
  useTitle(t`Register`);
  const work = useWork();
  const checkBreached = useBreachedCheck();
  const write = useGuestWrite('register');
  const state = useSignForm('register', { invite: inviteCode ?? '' }, async (form) => {
    await checkBreached(form.password);
    // The user agrees to the text on this page; the exchange refuses it if it has a newer one.
    const input = registerInput(form, TERMS_VERSION, await work.take());
    enterSession(await write(form, () => request('user.register', input, { quiet: true })));
    if (back === undefined) await navigate({ to: '/home/index', replace: true });
    else router.history.replace(back);
  });
  const error = useFieldError(state);
  const { form, change } = state;
  const version = TERMS_VERSION;
  return (
    <SignFrame title={<Trans>Register</Trans>}>
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
          label={<Trans>User name</Trans>}
          autoComplete={form.tab === 'email' ? 'email' : 'username'}
        />
        {wantsCode('register', form.tab) ? <AddressCode state={state} purpose={CODE_PURPOSE.register} /> : null}
        <FormPassword state={state} />
        <TextField
          variant="login"
          label={<Trans>Invite code, if you have one</Trans>}
          value={form.invite}
          onChange={(invite) => change({ invite })}
          onBlur={() => state.leave('invite')}
          name="invite"
          maxLength={32}
          autoComplete="off"
          error={error('invite')}
        />
        <CheckField
          checked={form.terms}
          onChange={(agreed) => change({ terms: agreed })}
          bad={error('terms') !== undefined}
        >
          <Trans comment="version: date of the terms, such as 2026-11-01">
            I agree to the{' '}
            <a href="/user/index?key=termsService" target="_blank" rel="noopener" className="v-link">
              terms of service
            </a>{' '}
            of {version}. I am of age and trade at my own risk.
          </Trans>
          {error('terms') === undefined ? null : (
            <span className="v-warn" role="alert">
              {' '}
              {error('terms')}
            </span>
          )}
        </CheckField>
        <WorkState progress={work.progress} />
        <FormRefusal state={state} />
        <Button tone="main" size="large" wide type="submit" busy={state.busy} disabled={state.locked > 0}>
          <Trans>Register</Trans>
        </Button>
      </form>
      <p className="v-ink-2">
        <Trans>
          Registered already?{' '}
          <Link to="/user/login" search={back === undefined ? {} : { back }} className="v-link">
            Log in
          </Link>
        </Trans>
      </p>
    </SignFrame>
  );
}
