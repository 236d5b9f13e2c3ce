// The wallet: side menu, and the part named in the address.
import { useQuery } from '@tanstack/react-query';
import { IconFileText, IconHistory } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { FormatProvider, useCurrentInView, useFormat } from '@vitrine/ui';
import { useMemo, useRef, type ReactNode } from 'react';
import { queryOf } from '../../api/index.ts';
import { PaneBoundary, useTitle } from '../../page/index.ts';
import { usePreferences } from '../../preference/index.ts';
import { useWalletParts, type WalletKey, walletKeys, type WalletPartEntry } from '../../wallet-parts/index.ts';
import { AddressBookPage } from './withdraw/book.tsx';
import { DepositPage } from './deposit/deposit.tsx';
import { OrderCentre } from './history/order-centre.tsx';
import { Overview } from './overview/overview.tsx';
import { PlaceProvider, usePlace, WalletLink, type WalletPlace } from './place.tsx';
import { Records } from './history/records.tsx';
import type { WalletSearch } from './search.ts';
import { Swap } from './transfer/swap.tsx';
import { SwapList } from './transfer/swap-list.tsx';
import { Transfer } from './transfer/transfer.tsx';
import { TransferList } from './transfer/transfer-list.tsx';
import { WalletsPage } from './overview/wallets-page.tsx';
import { WithdrawPage } from './withdraw/withdraw.tsx';
import style from './wallet.module.css';

export interface WalletPageProps {
  readonly search: WalletSearch;
  readonly onSearch: (search: WalletSearch) => void;
  readonly place?: WalletPlace;
  /** Above the overview. */
  readonly guide?: ReactNode;
}

export function WalletPage({ search, onSearch, place = 'assets', guide }: WalletPageProps) {
  const { t } = useLingui();
  useTitle(t({ message: 'Assets', comment: 'Menu entry: the wallet' }));
  const format = useFormat();
  const { hideAmounts } = usePreferences();
  const masked = useMemo(() => ({ ...format, masked: hideAmounts }), [format, hideAmounts]);
  return (
    <PlaceProvider place={place}>
      <div className={style['layout']}>
        <Menu search={search} />
        <main className={style['main']}>
          <h1 className="v-hidden">
            <Trans comment="Menu entry: the wallet">Assets</Trans>
          </h1>
          {search.key === undefined || search.key === 'overview' ? (
            <FormatProvider value={masked}>
              {guide === undefined ? null : <PaneBoundary>{guide}</PaneBoundary>}
              <Overview />
            </FormatProvider>
          ) : (
            <PaneBoundary of={search.key ?? ''}>
              <Part search={search} onSearch={onSearch} />
            </PaneBoundary>
          )}
        </main>
      </div>
    </PlaceProvider>
  );
}

function Part({ search, onSearch }: Pick<WalletPageProps, 'search' | 'onSearch'>) {
  const chosen = {
    ...(search.coin === undefined ? {} : { coin: search.coin }),
    ...(search.network === undefined ? {} : { network: search.network }),
  };
  const choose = (next: { readonly coin?: string | undefined; readonly network?: string | undefined }): void =>
    onSearch({
      ...(search.key && { key: search.key }),
      ...(next.coin && { coin: next.coin }),
      ...(next.network && { network: next.network }),
    });
  switch (search.key) {
    case 'recharge':
      return <DepositPage {...chosen} onChoose={choose} />;
    case 'withdraw':
      return search.part === 'book' ? <AddressBookPage /> : <WithdrawPage {...chosen} onChoose={choose} />;
    case 'swap':
      return (
        <Beside list={<SwapList brief />}>
          <Swap />
        </Beside>
      );
    case 'transfer':
      return (
        <Beside list={<TransferList brief />}>
          <Transfer />
        </Beside>
      );
    case 'tradeOrder':
      return <OrderCentre />;
    case 'finance':
      return <WalletsPage key="finance" which="finance" />;
    case 'agreement':
      return <WalletsPage key="agreement" which="agreement" />;
    default:
      return <Records search={search} onSearch={onSearch} />;
  }
}

/** A form with the list of its past uses. */
function Beside({ list, children }: { readonly list: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={style['beside']}>
      {children}
      <PaneBoundary>{list}</PaneBoundary>
    </div>
  );
}

interface Entry extends WalletPartEntry {
  readonly search: WalletSearch;
}

/** The menu entry of the current address. */
function Menu({ search }: { readonly search: WalletSearch }) {
  const { t } = useLingui();
  const place = usePlace();
  // Prefetched, so that the deposit page can render immediately.
  useQuery(queryOf('assets.getRechargeCurrency', {}, 'lazy'));
  const parts = useWalletParts();
  const assets = t({ message: 'Assets', comment: 'Menu entry: the wallet' });
  const of = (key: WalletKey) => ({ search: { key }, ...parts[key] });
  const entries: Readonly<Record<WalletPlace, readonly Entry[]>> = {
    assets: walletKeys.map(of),
    account: [
      { ...of('overview'), label: assets },
      of('recharge'),
      of('withdraw'),
      {
        search: { key: 'records', part: 'deposits' },
        icon: IconHistory,
        label: t({ message: 'Deposit history', comment: 'Part of the wallet' }),
      },
      {
        search: { key: 'records', part: 'withdrawals' },
        icon: IconHistory,
        label: t({ message: 'Withdrawal history', comment: 'Part of the wallet' }),
      },
      {
        search: { key: 'records', part: 'bills' },
        icon: IconFileText,
        label: t({ message: 'Transaction history', comment: 'Part of the wallet: every change of a balance' }),
      },
    ],
  };
  const at = (entry: WalletSearch): boolean =>
    entry.key === (search.key ?? 'overview') && (place === 'assets' || entry.part === search.part);
  const menu = useRef<HTMLElement>(null);
  useCurrentInView(menu, `${search.key ?? ''} ${search.part ?? ''}`);
  return (
    <nav ref={menu} className={style['side']} aria-label={assets}>
      {entries[place].map(({ icon: Icon, ...entry }) => (
        <WalletLink key={entry.label} search={entry.search} current={at(entry.search)}>
          <Icon className="v-i" stroke={1.75} aria-hidden="true" />
          {entry.label}
        </WalletLink>
      ))}
    </nav>
  );
}
