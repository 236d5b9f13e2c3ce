// Binds or replaces an e-mail address or phone: a code to the new address, and one to the old address.
import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CODE_PURPOSE, type Security } from '@vitrine/contract';
import { TextField, Time, ValueChange, toast, useFormat } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { CodeField } from '../../../credential/index.ts';
import { CountryField, guessCountry, useCountries, useTitle, type Country } from '../../../page/index.ts';
import { bindInput, bindRules, firstBind, phoneDigits, summariseBind, type AddressKind } from './bind-form.ts';
import { useChanged } from '../data.ts';
import { FormBox, PageHead, type Step } from '../parts.tsx';
import { summariseChange } from './password-form.ts';
import { Setting } from './setting.tsx';
import { useForm } from '../use-form.ts';
import style from '../account-centre.module.css';

export function EmailPage() {
  const { t } = useLingui();
  useTitle(t`E-mail`);
  return (
    <>
      <PageHead
        name="email"
        back="security"
        title={<Trans comment="Kind of address">E-mail</Trans>}
        lead={<Trans>For signing in, for codes, and for notices about your account.</Trans>}
      />
      <BindSetting kind="email" />
    </>
  );
}

export function PhonePage() {
  const { t } = useLingui();
  useTitle(t`Phone`);
  return (
    <>
      <PageHead
        name="phone"
        back="security"
        title={<Trans comment="Phone number">Phone</Trans>}
        lead={<Trans>For signing in and for codes by message. A second factor by app or passkey is stronger.</Trans>}
      />
      <BindSetting kind="phone" />
    </>
  );
}

function BindSetting({ kind }: { readonly kind: AddressKind }) {
  const [done, setDone] = useState(0);
  const guessed = guessCountry();
  const country = useCountries()?.find(({ code }) => code === guessed);
  const steps: readonly Step[] = [
    { key: 'code', title: <Trans>A code proves that the new one is yours</Trans> },
    {
      key: 'old',
      title: <Trans>A code sent to the old one, if there is one</Trans>,
      text: <Trans>This stops others from using a session you left open.</Trans>,
    },
    {
      key: 'lock',
      title: <Trans>Replacing locks withdrawals</Trans>,
      when: <Trans comment="Range of a list">24 hours</Trans>,
      text: <Trans>Both addresses are notified. Trading continues.</Trans>,
    },
  ];
  return (
    <Setting
      title={kind === 'email' ? <Trans comment="Field">E-mail address</Trans> : <Trans>Phone number</Trans>}
      steps={steps}
    >
      {(security) => (
        <Bind
          // The dialling code is part of the initial form, so the phone form restarts when the countries are loaded.
          key={`${kind}-${done}-${kind === 'phone' ? (country?.code ?? '') : ''}`}
          kind={kind}
          security={security}
          country={country}
          onDone={() => setDone((count) => count + 1)}
        />
      )}
    </Setting>
  );
}

interface BindProps {
  readonly kind: AddressKind;
  readonly security: Security;
  /** Guessed from the browser's language; undefined while the list loads. */
  readonly country: Country | undefined;
  readonly onDone: () => void;
}

function Bind({ kind, security, country, onDone }: BindProps) {
  const { t } = useLingui();
  const { now } = useFormat();
  const changed = useChanged();
  const bound = kind === 'email' ? security.email : security.phone;
  const sendOnce = useSend();
  const state = useForm(bindRules(bound !== null), firstBind(kind, bound !== null, country), async (form) => {
    await sendOnce('member.accountVerificationBinding', bindInput(form));
    toast({
      id: 'bind',
      kind: 'done',
      title: kind === 'email' ? t`The e-mail address is bound` : t`The phone is bound`,
    });
    await changed();
    onDone();
  });
  const { change, error } = state;
  const { form } = state;
  const { ready, locksWithdrawals } = summariseBind(form);
  const target =
    kind === 'email'
      ? ({ kind, email: form.account.trim() } as const)
      : ({ kind, areaCode: form.areaCode, phone: phoneDigits(form.account) } as const);
  return (
    <FormBox
      state={state}
      button={bound === null ? <Trans comment="Button: bind the address">Bind</Trans> : <Trans>Replace it</Trans>}
      why={
        locksWithdrawals ? (
          <Trans>
            Locks withdrawals until <Time at={summariseChange(now()).lockedUntil} as="full" />.
          </Trans>
        ) : (
          <Trans>Bound at once; nothing else changes.</Trans>
        )
      }
    >
      {bound === null ? null : (
        <ValueChange
          small
          rows={[
            {
              key: kind,
              label: kind === 'email' ? <Trans>E-mail</Trans> : <Trans>Phone</Trans>,
              now: bound,
              after: ready ? (
                <span className={style['code']}>
                  {kind === 'email' ? form.account.trim() : `+${form.areaCode} ${phoneDigits(form.account)}`}
                </span>
              ) : (
                '–'
              ),
            },
          ]}
        />
      )}
      {kind === 'email' ? (
        <TextField
          label={bound === null ? <Trans>E-mail</Trans> : <Trans>New e-mail address</Trans>}
          value={form.account}
          onChange={(account) => change({ account })}
          onBlur={() => state.leave('account')}
          name="email"
          type="email"
          autoComplete="email"
          error={error('account')}
        />
      ) : (
        <div className={style['phone']}>
          <CountryField
            show="dial"
            value={form.country}
            onChange={({ code, areaCode }) => change({ country: code, areaCode })}
            error={error('country')}
          />
          <TextField
            label={bound === null ? <Trans>Phone number</Trans> : <Trans>New phone number</Trans>}
            value={form.account}
            onChange={(account) => change({ account })}
            onBlur={() => state.leave('account')}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            error={error('account')}
          />
        </div>
      )}
      <CodeField
        label={bound === null ? undefined : <Trans>Code sent to the new one</Trans>}
        value={form.code}
        onChange={(code) => change({ code })}
        onBlur={() => state.leave('code')}
        error={error('code')}
        target={target}
        purpose={CODE_PURPOSE.bind}
        ready={ready}
      />
      {bound === null ? null : (
        <CodeField
          label={<Trans comment="bound: the masked old address or phone">Code sent to {bound}</Trans>}
          name="oldCode"
          value={form.oldCode}
          onChange={(oldCode) => change({ oldCode })}
          onBlur={() => state.leave('oldCode')}
          error={error('oldCode')}
          target={{ kind }}
          purpose={CODE_PURPOSE.change}
        />
      )}
    </FormBox>
  );
}
