// The fund password: six digits required for every withdrawal. Set, changed, or reset after an approved request.
import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE, type Security } from '@vitrine/contract';
import { Note, Pane, PinField, Time, toast, useFormat } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { CodeField } from '../../../credential/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged, useSecurity } from '../data.ts';
import { FundCasePanel } from './fund-case.tsx';
import {
  firstFund,
  fundChangeInput,
  fundMode,
  fundRules,
  fundSetInput,
  summariseFund,
  type FundMode,
} from './fund-form.ts';
import { FormBox, PageHead, type Step } from '../parts.tsx';
import { summariseChange } from './password-form.ts';
import { Setting } from './setting.tsx';
import { useForm } from '../use-form.ts';
import style from '../account-centre.module.css';

export function FundSettingPage() {
  const { t } = useLingui();
  useTitle(t`Fund password`);
  return (
    <>
      <PageHead
        name="trade-pwd"
        back="security"
        title={<Trans comment="Six digits required for withdrawals">Fund password</Trans>}
        lead={
          <Trans>
            Six digits required for every withdrawal. It is not the login password, and we never ask for it when you
            sign in.
          </Trans>
        }
      />
      <FundPasswordPage />
    </>
  );
}

/** The form, and the request when it is forgotten, without a head. */
export function FundPasswordPage() {
  const { now } = useFormat();
  const { data } = useSecurity();
  const [done, setDone] = useState(0);
  const steps: readonly Step[] = [
    {
      key: 'asked',
      title: <Trans>Required for every withdrawal</Trans>,
      text: <Trans>After five wrong ones, withdrawals are locked for 24 hours.</Trans>,
    },
    {
      key: 'changed',
      title: <Trans>Changing it locks withdrawals</Trans>,
      when: <Trans>24 hours</Trans>,
      text: <Trans>You are notified at every address you bound. Trading continues.</Trans>,
    },
  ];
  return (
    <>
      <Setting
        title={<FundTitle security={data} />}
        stepsTitle={<Trans comment="Heading: what a second factor or a fund password does">What it does</Trans>}
        steps={steps}
      >
        {(security) => {
          const mode = fundMode(security, now());
          return (
            <Fund
              key={`${mode}-${done}`}
              mode={mode}
              security={security}
              onDone={() => setDone((count) => count + 1)}
            />
          );
        }}
      </Setting>
      {data?.fundPassword.set ? (
        <div className={style['columns']}>
          <Pane>
            <FundCasePanel security={data} />
          </Pane>
        </div>
      ) : null}
    </>
  );
}

function FundTitle({ security }: { readonly security: Security | undefined }) {
  return security?.fundPassword.set === false ? (
    <Trans>Set a fund password</Trans>
  ) : (
    <Trans>Change the fund password</Trans>
  );
}

interface FundProps {
  readonly mode: FundMode;
  readonly security: Security;
  readonly onDone: () => void;
}

function Fund({ mode, security, onDone }: FundProps) {
  const { t } = useLingui();
  const { now } = useFormat();
  const changed = useChanged();
  const kind = security.email === null ? (security.phone === null ? undefined : 'phone') : 'email';
  const sendOnce = useSend();
  const state = useForm(fundRules, firstFund(mode, kind !== undefined), async (form) => {
    if (mode === 'change') await sendOnce('user.updatePwd', fundChangeInput(form));
    else await sendOnce('user.tardPwdSet', fundSetInput(form));
    toast({
      id: 'fund',
      kind: 'done',
      title: mode === 'set' ? t`The fund password is set` : t`The fund password is changed`,
    });
    await changed();
    onDone();
  });
  const { form, change, leave, error } = state;
  const { locksWithdrawals } = summariseFund(form);
  const locked = security.fundPassword.lockedUntil;
  return (
    <FormBox
      state={state}
      button={mode === 'set' ? <Trans>Set the fund password</Trans> : <Trans>Change the fund password</Trans>}
      why={
        locksWithdrawals ? (
          <Trans>
            Locks withdrawals until <Time at={summariseChange(now()).lockedUntil} as="full" />.
          </Trans>
        ) : (
          <Trans>Takes effect at once; nothing else changes.</Trans>
        )
      }
    >
      {mode === 'anew' ? (
        <Note tone="done">
          <Trans>
            Your request was approved. Until <Time at={security.fundCase?.until} as="full" /> you can set a new one
            without the old one.
          </Trans>
        </Note>
      ) : null}
      {locked !== null && locked > now() ? (
        <Note tone="warn">
          <Trans>
            Locked until <Time at={locked} as="full" /> after too many wrong attempts.
          </Trans>
        </Note>
      ) : null}
      {mode === 'change' ? (
        <PinField
          label={<Trans>Old fund password</Trans>}
          value={form.old}
          onChange={(old) => change({ old })}
          onBlur={() => leave('old')}
          name="old"
          error={error('old')}
        />
      ) : null}
      <PinField
        label={<Trans>New fund password, 6 digits</Trans>}
        value={form.pin}
        onChange={(pin) => change({ pin })}
        onBlur={() => leave('pin')}
        name="pin"
        autoComplete="new-password"
        error={error('pin')}
      />
      <PinField
        label={<Trans>Repeat the fund password</Trans>}
        value={form.confirm}
        onChange={(confirm) => change({ confirm })}
        onBlur={() => leave('confirm')}
        name="confirm"
        autoComplete="new-password"
        error={error('confirm')}
      />
      {form.wantsCode && kind !== undefined ? (
        <CodeField
          label={
            <Trans comment="address: one's own masked e-mail address or phone">
              Code sent to {{ address: (kind === 'email' ? security.email : security.phone) ?? '' }}
            </Trans>
          }
          value={form.code}
          onChange={(code) => change({ code })}
          onBlur={() => leave('code')}
          error={error('code')}
          target={{ kind }}
          purpose={CODE_PURPOSE.fundPassword}
        />
      ) : null}
    </FormBox>
  );
}
