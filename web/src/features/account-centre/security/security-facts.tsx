// The facts of the security page: sign-in methods, protection of money, and agreed words.
import {
  IconAt,
  IconDeviceMobile,
  IconDeviceMobileCode,
  IconFileCheck,
  IconFingerprint,
  IconLockSquareRounded,
  IconPassword,
  IconShieldCheck,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Plural, Trans } from '@lingui/react/macro';
import type { Security } from '@vitrine/contract';
import { Time } from '@vitrine/ui';
import { FactRow, RowLink } from '../parts.tsx';

const base = '/account/center/security/setting';
const icon = { stroke: 1.75, 'aria-hidden': true } as const;

export function SignInFacts({ security }: { readonly security: Security }) {
  const { google } = security;
  const phone =
    security.phone === null
      ? undefined
      : `${security.areaCode === null ? '' : `+${security.areaCode.replace('+', '')} `}${security.phone}`;
  return (
    <>
      {security.loginName === null ? null : (
        <FactRow icon={<IconUser {...icon} />} state="on" title={<Trans>User name</Trans>}>
          {security.loginName}
        </FactRow>
      )}
      <FactRow
        icon={<IconPassword {...icon} />}
        state="on"
        title={<Trans>Login password</Trans>}
        action={
          <RowLink to={`${base}/login-pwd`}>
            <Trans comment="Link: change the password">Change</Trans>
          </RowLink>
        }
      >
        <Trans comment="When the password was set last">
          Set <Time at={security.passwordChanged} as="full" />
        </Trans>
      </FactRow>
      <FactRow
        icon={<IconAt {...icon} />}
        state={security.email === null ? 'off' : 'on'}
        title={<Trans>E-mail</Trans>}
        action={<BindLink to={`${base}/email`} bound={security.email !== null} />}
      >
        {security.email ?? <Trans>Not bound: you receive no notices</Trans>}
      </FactRow>
      <FactRow
        icon={<IconDeviceMobile {...icon} />}
        state={phone === undefined ? 'off' : 'on'}
        title={<Trans>Phone</Trans>}
        action={<BindLink to={`${base}/phone`} bound={phone !== undefined} />}
      >
        {phone ?? <Trans comment="No phone is bound">Not bound</Trans>}
      </FactRow>
      <FactRow
        icon={<IconDeviceMobileCode {...icon} />}
        state={google.bound ? (google.recoveryLeft === 0 ? 'warn' : 'on') : 'off'}
        title={<Trans comment="App that shows codes (TOTP)">Authenticator</Trans>}
        action={
          <RowLink to={`${base}/google`}>
            {google.bound ? (
              <Trans comment="Link: the authenticator's page">Manage</Trans>
            ) : (
              <Trans comment="Link: bind an authenticator">Set up</Trans>
            )}
          </RowLink>
        }
      >
        {google.bound ? (
          <>
            <Trans comment="Since when the authenticator is bound">
              On since <Time at={google.time} as="full" />
            </Trans>
            {'. '}
            <Plural value={{ codes: google.recoveryLeft }} one="# recovery code left" other="# recovery codes left" />
          </>
        ) : (
          <Trans comment="The authenticator is not bound">Off</Trans>
        )}
      </FactRow>
      <FactRow
        icon={<IconFingerprint {...icon} />}
        state={security.passkeys > 0 ? 'on' : 'off'}
        title={<Trans>Passkeys</Trans>}
        action={
          <RowLink to={`${base}/passkey`}>
            {security.passkeys > 0 ? (
              <Trans comment="Link: the authenticator's page">Manage</Trans>
            ) : (
              <Trans comment="Link: add a passkey">Add</Trans>
            )}
          </RowLink>
        }
      >
        {security.passkeys > 0 ? (
          <Plural value={{ passkeys: security.passkeys }} one="# passkey" other="# passkeys" />
        ) : (
          <Trans comment="Number of passkeys: zero">None</Trans>
        )}
      </FactRow>
    </>
  );
}

export function MoneyFacts({ security, now }: { readonly security: Security; readonly now: number }) {
  const { fundPassword, withdrawalsLockedUntil: locked } = security;
  const fundLocked = fundPassword.lockedUntil !== null && fundPassword.lockedUntil > now;
  const isLocked = locked !== null && locked > now;
  return (
    <>
      <FactRow
        icon={<IconLockSquareRounded {...icon} />}
        state={fundLocked ? 'warn' : fundPassword.set ? 'on' : 'off'}
        title={<Trans>Fund password</Trans>}
        action={
          <RowLink to={`${base}/trade-pwd`}>
            {fundPassword.set ? (
              <Trans comment="Link: change the password">Change</Trans>
            ) : (
              <Trans comment="Link: set the fund password">Set</Trans>
            )}
          </RowLink>
        }
      >
        {fundLocked ? (
          <Trans>
            Locked until <Time at={fundPassword.lockedUntil} as="full" /> after too many wrong attempts
          </Trans>
        ) : fundPassword.set ? (
          <Trans comment="When the password was set last">
            Set <Time at={fundPassword.changed} as="full" />
          </Trans>
        ) : (
          <Trans>Not set: nothing can be withdrawn yet</Trans>
        )}
      </FactRow>
      <FactRow
        icon={<IconWallet {...icon} />}
        state={isLocked || security.frozen ? 'warn' : 'on'}
        testId="withdrawals"
        title={<Trans>Withdrawals</Trans>}
      >
        {isLocked ? (
          <Trans>
            Locked until <Time at={locked} as="full" />, because a credential was changed
          </Trans>
        ) : security.frozen ? (
          <Trans>Locked, because the account is frozen</Trans>
        ) : (
          <Trans comment="Withdrawals are not locked">Not locked</Trans>
        )}
      </FactRow>
    </>
  );
}

export function AgreementFacts({ security }: { readonly security: Security }) {
  const { terms, antiCode: word } = security;
  const current = terms.accepted === terms.inForce;
  return (
    <>
      <FactRow
        icon={<IconShieldCheck {...icon} />}
        state={security.antiCode === null ? 'off' : 'on'}
        title={<Trans>Anti-phishing word</Trans>}
        action={
          <RowLink to={`${base}/anti-code`}>
            {security.antiCode === null ? (
              <Trans comment="Link: set the fund password">Set</Trans>
            ) : (
              <Trans comment="Link: change the password">Change</Trans>
            )}
          </RowLink>
        }
      >
        {security.antiCode === null ? (
          <Trans>Not set: you cannot recognise a phishing e-mail</Trans>
        ) : (
          <Trans comment="word: the customer's own anti-phishing word">
            <b>{word}</b> is in every e-mail from us
          </Trans>
        )}
      </FactRow>
      <FactRow
        icon={<IconFileCheck {...icon} />}
        state={current ? 'on' : 'warn'}
        title={<Trans>Terms of service</Trans>}
        action={
          <Link to="/user/index" search={{ key: 'termsService' }} className="v-link">
            <Trans comment="Link: read the terms of service">Read</Trans>
          </Link>
        }
      >
        <Trans comment="The version of the terms that was agreed to, and when">
          Version {{ version: terms.accepted }}, agreed to <Time at={terms.time} as="full" />
        </Trans>
        {current ? null : (
          <>
            {'. '}
            <Trans comment="A newer version of the terms is in force">
              Version {{ version: terms.inForce }} is in force
            </Trans>
          </>
        )}
      </FactRow>
    </>
  );
}

function BindLink({ to, bound }: { readonly to: `${typeof base}/${'email' | 'phone'}`; readonly bound: boolean }) {
  return (
    <RowLink to={to}>
      {bound ? (
        <Trans comment="Link: replace the bound e-mail address or phone">Replace</Trans>
      ) : (
        <Trans comment="Link: bind an e-mail address or a phone">Bind</Trans>
      )}
    </RowLink>
  );
}
