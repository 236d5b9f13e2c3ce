// The authenticator app: bound by a QR code and its first code, removed by a current code or a recovery code.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Security } from '@vitrine/contract';
import { ErrorBlock, SkeletonRows, TextField, Time, ValueChange, toast, useFormat } from '@vitrine/ui';
import { request, useSend } from '../../../api/index.ts';
import { CopyButton, QrCode } from '../../../media/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { FormBox, PageHead, type Step } from '../parts.tsx';
import { summariseChange } from './password-form.ts';
import { firstCodeRules, firstProof, proofRules } from './proof-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Setting } from './setting.tsx';
import { useForm } from '../use-form.ts';
import style from '../account-centre.module.css';

export function GooglePage() {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[]>();
  useTitle(t({ message: 'Authenticator', comment: 'App that shows codes (TOTP)' }));
  const steps: readonly Step[] = [
    {
      key: 'login',
      title: <Trans>Signing in requires a code</Trans>,
      text: <Trans>With it, a stolen password alone is not enough to sign in.</Trans>,
    },
    {
      key: 'change',
      title: <Trans>So does every change here</Trans>,
      text: <Trans>Passwords, addresses, API keys.</Trans>,
    },
    {
      key: 'lost',
      title: <Trans>If the phone is lost</Trans>,
      text: <Trans>A recovery code opens the account. Removing the app locks withdrawals for 24 hours.</Trans>,
    },
  ];
  return (
    <>
      <PageHead
        name="google"
        back="security"
        title={<Trans comment="App that shows codes (TOTP)">Authenticator</Trans>}
        lead={<Trans>An app on your phone that shows a new code of six digits every 30 seconds.</Trans>}
      />
      <Setting
        title={
          codes ? (
            <Trans comment="Replace the authenticator once each">Recovery codes</Trans>
          ) : (
            <Trans>Authenticator app</Trans>
          )
        }
        stepsTitle={<Trans comment="Heading: what a second factor or a fund password does">What it does</Trans>}
        steps={steps}
      >
        {(security) =>
          codes ? (
            <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
          ) : security.google.bound ? (
            <Reset security={security} />
          ) : (
            <BindApp onBound={setCodes} />
          )
        }
      </Setting>
    </>
  );
}

/** The exchange keeps a pending secret for ten minutes; the page requests another slightly earlier, ms. */
const secretLife = 540_000;

/** A secret in groups of four, for typing. */
export function groupSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

function BindApp({ onBound }: { readonly onBound: (codes: readonly string[] | undefined) => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  // The exchange keeps one pending secret, and a new request would invalidate the one on the screen. So its query key
  // is separate, and account changes do not make it stale.
  const fresh = useQuery({
    queryKey: ['authenticator.new'],
    queryFn: ({ signal }) => request('member.getGoogleVerification', { x: 'new' }, { quiet: true, signal }),
    staleTime: secretLife,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const sendOnce = useSend();
  const state = useForm(firstCodeRules, firstProof, async ({ code }) => {
    const answer = await sendOnce('member.googleVerificationBinding', { x: '-', code });
    toast({
      ...{ id: 'google', kind: answer ? 'done' : 'warn', title: t`The authenticator is bound` },
      text: answer
        ? undefined
        : t`Its recovery codes were lost with the response. Remove it and add it again for new ones.`,
    });
    onBound(answer?.recoveryCodes.length ? answer.recoveryCodes : undefined);
    await changed('member.getGoogleVerification');
  });
  if (fresh.isPending) return <SkeletonRows rows={5} />;
  const { secret, uri } = fresh.data ?? {};
  if (!secret || !uri)
    return (
      <ErrorBlock
        title={<Trans>No new secret was received from the exchange</Trans>}
        onRetry={() => void fresh.refetch()}
      >
        <Trans>Nothing about your account was changed.</Trans>
      </ErrorBlock>
    );
  return (
    <FormBox
      state={state}
      button={<Trans>Bind the authenticator</Trans>}
      why={<Trans>Then ten recovery codes are shown, once.</Trans>}
    >
      <div className={style['bind']}>
        <QrCode text={uri} label={t`QR code for the authenticator app`} />
        <div className={style['stack']}>
          <p className="v-ink-2">
            <Trans>Scan it with an authenticator app. On this phone, copy the secret into the app instead.</Trans>
          </p>
          <div className={style['secret']}>
            <code>{groupSecret(secret)}</code>
            <CopyButton text={secret} />
          </div>
        </div>
      </div>
      <TextField
        label={<Trans>The code the app shows</Trans>}
        value={state.form.code}
        onChange={(code) => state.change({ code })}
        onBlur={() => state.leave('code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        className={style['narrow']}
        error={state.error('code')}
      />
    </FormBox>
  );
}

function Reset({ security }: { readonly security: Security }) {
  const { t } = useLingui();
  const { now } = useFormat();
  const changed = useChanged();
  const { google } = security;
  const sendOnce = useSend();
  const state = useForm(proofRules, firstProof, async ({ code }) => {
    await sendOnce('member.googleVerificationBindingOrReset', { x: '-', y: 1, code });
    toast({
      id: 'google',
      kind: 'done',
      title: t`The authenticator is removed`,
      text: t`Withdrawals are locked for 24 hours.`,
    });
    await changed('member.getGoogleVerification');
  });
  return (
    <FormBox
      state={state}
      button={<Trans>Remove the authenticator</Trans>}
      why={
        <Trans>
          Locks withdrawals until <Time at={summariseChange(now()).lockedUntil} as="full" />.
        </Trans>
      }
    >
      <ValueChange
        small
        title={<Trans comment="Head: what changes after removing the authenticator">If you take it away</Trans>}
        rows={[
          {
            key: 'app',
            label: <Trans comment="App that shows codes (TOTP)">Authenticator</Trans>,
            now: (
              <Trans comment="Since when the authenticator is bound">
                On since <Time at={google.time} as="full" />
              </Trans>
            ),
            after: <Trans comment="The authenticator is not bound">Off</Trans>,
          },
          {
            key: 'codes',
            label: <Trans>Recovery codes</Trans>,
            now: <Plural value={{ codes: google.recoveryLeft }} one="# left" other="# left" />,
            after:
              security.passkeys > 0 ? (
                <Plural value={{ codes: google.recoveryLeft }} one="# left" other="# left" />
              ) : (
                '0'
              ),
          },
        ]}
      />
      <TextField
        label={<Trans>A code from the app, or a recovery code</Trans>}
        value={state.form.code}
        onChange={(code) => state.change({ code })}
        onBlur={() => state.leave('code')}
        name="code"
        autoComplete="one-time-code"
        className={style['narrow']}
        error={state.error('code')}
      />
    </FormBox>
  );
}
