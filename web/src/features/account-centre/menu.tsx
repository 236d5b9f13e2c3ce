// The menu entries of the account pages, with their states for the phone's list.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  IconBuildingBank,
  IconChevronRight,
  IconCoins,
  IconDevices,
  IconId,
  IconKey,
  IconLink,
  IconScale,
  IconShieldCheck,
  IconUserCircle,
} from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { KYC_STATE, type UserInfo } from '@vitrine/contract';
import { Pane, SkeletonBar } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { NARROW_QUERY, useMedia } from '../../page/index.ts';
import { useLinked, useSecurity } from './data.ts';
import style from './account-centre.module.css';

/** Whether there is or was a link with other accounts, or an appeal. */
function useHasLink(): boolean {
  const { data } = useLinked();
  return data !== undefined && (data.link !== null || data.past.length > 0 || data.appeals.length > 0);
}

export function useEntries() {
  const { t } = useLingui();
  const hasLink = useHasLink();
  return [
    {
      to: '/account/center/info',
      icon: IconUserCircle,
      label: t({ message: 'Account', comment: 'Menu entry' }),
    },
    {
      to: '/account/center/security',
      icon: IconShieldCheck,
      label: t({ message: 'Security', comment: 'Menu entry: what protects the account' }),
    },
    {
      to: '/account/center/kyc',
      icon: IconId,
      label: t({ message: 'Verification', comment: 'Menu entry: proving who one is' }),
    },
    {
      to: '/account/center/device-management',
      icon: IconDevices,
      label: t({ message: 'Devices', comment: 'Menu entry: where one is signed in' }),
    },
    { to: '/account/center/bank-card', icon: IconBuildingBank, label: t`Bank card` },
    { to: '/account/center/payment', icon: IconCoins, label: t`Payment methods` },
    { to: '/account/center/api', icon: IconKey, label: t`API keys` },
    ...(hasLink ? [{ to: '/account/center/linked', icon: IconLink, label: t`Linked accounts` } as const] : []),
    { to: '/account/center/claims', icon: IconScale, label: t`Bond claims` },
  ] as const;
}

/** Whether a path is an entry's, or below it. */
export function isHere(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`);
}

/** The phone's list: all entries except the account page itself. */
export function EntryList({ user }: { readonly user: UserInfo }) {
  const entries = useEntries().slice(1);
  // States are requested only where they are shown.
  if (!useMedia(NARROW_QUERY)) return null;
  return (
    <div>
      <Pane>
        <nav className={style['rows']}>
          {entries.map(({ icon: Icon, ...entry }) => (
            <Link key={entry.to} to={entry.to} className={style['link']} data-testid="entry">
              <Icon stroke={1.75} aria-hidden="true" />
              <span>
                <span className={style['rowTitle']}>{entry.label}</span>
                <span className={style['rowState']} style={{ display: 'block' }}>
                  <State to={entry.to} user={user} />
                </span>
              </span>
              <IconChevronRight stroke={1.75} aria-hidden="true" />
            </Link>
          ))}
        </nav>
      </Pane>
    </div>
  );
}

function State({ to, user }: { readonly to: ReturnType<typeof useEntries>[number]['to']; readonly user: UserInfo }) {
  switch (to) {
    case '/account/center/security':
      return <SecurityState />;
    case '/account/center/kyc':
      return (
        <span data-state={`${user.kyc.certified}-${user.kyc.advanced}`}>
          <KycState user={user} />
        </span>
      );
    case '/account/center/device-management':
      return <DeviceState />;
    case '/account/center/bank-card':
      return <CardState />;
    case '/account/center/api':
      return <KeyState />;
    case '/account/center/linked':
      return <LinkState />;
    case '/account/center/payment':
    case '/account/center/claims':
    case '/account/center/info':
      return null;
  }
}

/** A state when loaded: a bar while loading, a dash on failure. */
function Read({
  pending,
  state,
  children,
}: {
  readonly pending: boolean;
  readonly state: string | number | undefined;
  readonly children: ReactNode;
}) {
  return pending ? <SkeletonBar width={120} /> : <span data-state={state}>{children ?? '–'}</span>;
}

function SecurityState() {
  const { data, isPending } = useSecurity();
  const state =
    data === undefined
      ? undefined
      : data.frozen
        ? 'frozen'
        : data.google.bound || data.passkeys > 0
          ? data.fundPassword.set
            ? 'all'
            : 'no-fund-password'
          : 'no-factor';
  return (
    <Read pending={isPending} state={state}>
      {data === undefined ? null : data.frozen ? (
        <Trans>Frozen</Trans>
      ) : data.google.bound || data.passkeys > 0 ? (
        data.fundPassword.set ? (
          <Trans>Second factor and fund password set</Trans>
        ) : (
          <Trans>Second factor set, fund password not set</Trans>
        )
      ) : (
        <Trans>No second factor</Trans>
      )}
    </Read>
  );
}

/** Both stages in one line. */
export function KycState({ user }: { readonly user: UserInfo }) {
  const { certified, advanced } = user.kyc;
  if (advanced === KYC_STATE.passed) return <Trans>Stage 2 passed</Trans>;
  if (advanced === KYC_STATE.underReview) return <Trans>Stage 2 under review</Trans>;
  if (advanced === KYC_STATE.failed) return <Trans>Stage 2 failed</Trans>;
  if (certified === KYC_STATE.passed) return <Trans>Stage 1 passed</Trans>;
  if (certified === KYC_STATE.underReview) return <Trans>Stage 1 under review</Trans>;
  if (certified === KYC_STATE.failed) return <Trans>Stage 1 failed</Trans>;
  if (certified === KYC_STATE.none) return <Trans>Not verified</Trans>;
  return '–';
}

function DeviceState() {
  const { data, isPending } = useQuery(queryOf('member.getLoginDevice', {}, 'lazy'));
  return (
    <Read pending={isPending} state={data?.length}>
      {data === undefined ? null : <Plural value={{ devices: data.length }} one="# device" other="# devices" />}
    </Read>
  );
}

function CardState() {
  const { data, isPending } = useQuery(queryOf('userBank.getbank', {}, 'lazy'));
  return (
    <Read pending={isPending} state={data === undefined ? undefined : data === null ? 'none' : 'bound'}>
      {data === undefined ? null : data === null ? (
        <Trans comment="Bank card">Not bound</Trans>
      ) : (
        <span className="v-num">{data.cardNumber}</span>
      )}
    </Read>
  );
}

function LinkState() {
  const { data, isPending } = useLinked();
  const count = data?.link?.accounts;
  return (
    <Read pending={isPending} state={count ?? 'none'}>
      {data === undefined ? null : count === undefined ? (
        <Trans comment="State of the link with other accounts: there is none">Not linked</Trans>
      ) : (
        <Plural value={count} one="Linked with # account" other="Linked with # accounts" />
      )}
    </Read>
  );
}

function KeyState() {
  const { data, isPending } = useQuery(queryOf('member.apis', {}, 'lazy'));
  return (
    <Read pending={isPending} state={data?.length}>
      {data === undefined ? null : <Plural value={{ keys: data.length }} _0="None" one="# key" other="# keys" />}
    </Read>
  );
}
