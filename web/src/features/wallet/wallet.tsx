// The wallet: side menu, and the part the address names.
import { Link, useNavigate } from '@tanstack/react-router';
import { IconHistory, IconLayoutDashboard, IconTransfer } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '../../page/index.ts';
import { Overview } from './overview.tsx';
import { Records } from './records.tsx';
import type { WalletSearch } from './search.ts';
import { Transfer } from './transfer.tsx';
import style from './wallet.module.css';

export function WalletPage({ search }: { readonly search: WalletSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const key = search.key ?? 'overview';
  useTitle(t({ message: 'Assets', comment: 'Menu entry: the wallet' }));
  const entries = [
    { key: 'overview', icon: IconLayoutDashboard, label: t({ message: 'Overview', comment: 'Part of the wallet' }) },
    {
      key: 'transfer',
      icon: IconTransfer,
      label: t({ message: 'Transfer', comment: "Moving money between one's own wallets" }),
    },
    {
      key: 'records',
      icon: IconHistory,
      label: t({ message: 'Records', comment: 'Part of the wallet: what changed the balances' }),
    },
  ] as const;
  return (
    <div className={style['layout']}>
      <nav className={style['side']} aria-label={t({ message: 'Assets', comment: 'Menu entry: the wallet' })}>
        {entries.map(({ icon: Icon, ...entry }) => (
          <Link
            key={entry.key}
            to="/assets/index"
            search={{ key: entry.key }}
            aria-current={entry.key === key ? 'page' : undefined}
          >
            <Icon className="v-i" stroke={1.75} aria-hidden="true" />
            {entry.label}
          </Link>
        ))}
      </nav>
      <main className={style['main']}>
        <h1 className="v-hidden">
          <Trans comment="Menu entry: the wallet">Assets</Trans>
        </h1>
        {key === 'overview' ? (
          <Overview />
        ) : key === 'transfer' ? (
          <Transfer />
        ) : (
          <Records
            coin={search.coin}
            onCoin={(coin) =>
              void navigate({ to: '/assets/index', search: coin === undefined ? { key } : { key, coin } })
            }
          />
        )}
      </main>
    </div>
  );
}
