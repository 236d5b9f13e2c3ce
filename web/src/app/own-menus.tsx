// The menus of signed-in users: assets and account. Loaded after the frame, because guests do not need them.
import { useNavigate } from '@tanstack/react-router';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  IconFileText,
  IconHelp,
  IconId,
  IconKey,
  IconListCheck,
  IconLogout,
  IconReceipt,
  IconSettings,
  IconShieldCheck,
  IconUserCircle,
  IconWallet,
} from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar, Menu, buttonClass, type MenuItem } from '@vitrine/ui';
import type { UserInfo } from '@vitrine/contract';
import { useWalletParts, type WalletKey } from '../wallet-parts/index.ts';
import { openGuide } from '../features/guide/index.ts';
import { openSettings } from '../features/settings/index.ts';
import { logout } from './session-life.ts';
import { accountName } from './account-name.ts';
import { queryOf } from '../api/index.ts';
import style from './shell.module.css';

const icon = { size: 16, stroke: 1.75 } as const;

/** Opens the white paper; without one, or without an answer, the help centre. */
async function openPaper(queries: QueryClient, go: (path: string) => void): Promise<void> {
  const paper = await queries.fetchQuery(queryOf('common.getWhitePaperSetting', {}, 'lazy')).catch(() => undefined);
  go(paper?.url ?? '/article/main/index');
}

/** The order of the entries: those that move money first. */
const inMenu: readonly WalletKey[] = [
  'overview',
  'recharge',
  'withdraw',
  'swap',
  'transfer',
  'agreement',
  'finance',
  'tradeOrder',
  'records',
];

/** The wallet's menu; on the phone the bottom bar opens it. */
export function AssetMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const parts = useWalletParts();
  const items: readonly MenuItem[] = inMenu.map((key) => {
    const { label, icon: Icon } = parts[key];
    return {
      key,
      label,
      icon: <Icon {...icon} />,
      onClick: () => void navigate({ to: '/assets/index', search: { key } }),
    };
  });
  return (
    <Menu
      label={t({ message: 'Assets', comment: 'Menu entry: the wallet' })}
      items={items}
      target={
        <button type="button" className={buttonClass({ tone: 'quiet' }, 'v-no-phone')} data-testid="asset-menu">
          <IconWallet className="v-i" stroke={1.75} aria-hidden="true" />
          <Trans comment="Menu entry: the wallet">Assets</Trans>
        </button>
      }
    />
  );
}

export function AvatarMenu({ user }: { readonly user: UserInfo }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const name = accountName(user);
  const items: readonly MenuItem[] = [
    {
      key: 'account',
      label: t`Account`,
      icon: <IconUserCircle {...icon} />,
      onClick: () => void navigate({ to: '/account/center/info' }),
    },
    {
      key: 'security',
      label: t({ message: 'Security', comment: 'Menu entry: what protects the account' }),
      icon: <IconShieldCheck {...icon} />,
      onClick: () => void navigate({ to: '/account/center/security' }),
    },
    {
      key: 'kyc',
      label: t({ message: 'Verification', comment: 'Menu entry: proving who one is' }),
      icon: <IconId {...icon} />,
      onClick: () => void navigate({ to: '/account/center/kyc' }),
    },
    {
      key: 'api',
      label: t`API keys`,
      icon: <IconKey {...icon} />,
      onClick: () => void navigate({ to: '/account/center/api' }),
    },
    {
      key: 'orders',
      label: t`Orders`,
      icon: <IconReceipt {...icon} />,
      onClick: () => void navigate({ to: '/account/entrust/spot' }),
    },
    {
      key: 'steps',
      label: t({ message: 'First steps', comment: 'Menu entry: what a newcomer should do' }),
      icon: <IconListCheck {...icon} />,
      onClick: () => openGuide('steps'),
    },
    {
      key: 'help',
      label: t({ message: 'Help', comment: 'Menu entry: help articles and announcements' }),
      icon: <IconHelp {...icon} />,
      onClick: () => void navigate({ to: '/article/$', params: { _splat: 'main/index' } }),
    },
    {
      key: 'paper',
      label: t({ message: 'White paper', comment: 'Menu entry: a document that says how the exchange works' }),
      icon: <IconFileText {...icon} />,
      onClick: () => void openPaper(queries, (path) => void navigate({ to: path })),
    },
    { key: 'settings', label: t`Settings`, icon: <IconSettings {...icon} />, onClick: openSettings },
    {
      key: 'logout',
      label: t({ message: 'Log out', comment: 'Button' }),
      icon: <IconLogout {...icon} />,
      onClick: () => void logout(queries, (path) => void navigate({ to: path })),
    },
  ];
  return (
    <Menu
      label={t`Account menu`}
      title={name}
      items={items}
      target={
        <button
          type="button"
          className={style['avatar']}
          data-testid="avatar"
          aria-label={t({ message: `Account ${name}`, comment: 'name: masked e-mail or phone' })}
        >
          <Avatar id={user.user.userId} picture={user.avatar} />
        </button>
      }
    />
  );
}
