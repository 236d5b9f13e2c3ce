// The wallet: side menu, and the part the address names.
import { useQuery } from '@tanstack/react-query';
import {
  IconArrowsLeftRight,
  IconChartCandle,
  IconDownload,
  IconFileText,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPigMoney,
  IconTransfer,
  IconUpload,
} from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { FormatProvider, useCurrentInView, useFormat } from '@vitrine/ui';
import { useMemo, useRef, type ReactNode } from 'react';
import { queryOf } from '../../api/index.ts';
import { PaneBoundary, useTitle } from '../../page/index.ts';
import { usePreferences } from '../../preference/index.ts';
import { AddressBookPage } from './book.tsx';
import { DepositPage } from './deposit.tsx';
import { OrderCentre } from './order-centre.tsx';
import { Overview } from './overview.tsx';
import { PlaceProvider, usePlace, WalletLink, type WalletPlace } from './place.tsx';
import { Records } from './records.tsx';
import type { WalletSearch } from './search.ts';
import { Swap } from './swap.tsx';
import { SwapList } from './swap-list.tsx';
import { Transfer } from './transfer.tsx';
import { TransferList } from './transfer-list.tsx';
import { WalletsPage } from './wallets-page.tsx';
import { WithdrawPage } from './withdraw.tsx';
import style from './wallet.module.css';

export interface WalletPageProps {
  readonly search: WalletSearch;
  readonly onSearch: (search: WalletSearch) => void;
  readonly place?: WalletPlace;
}

export function WalletPage({ search, onSearch, place = 'assets' }: WalletPageProps) {
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

/** A form, and what was done with it before. */
function Beside({ list, children }: { readonly list: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={style['beside']}>
      {children}
      <PaneBoundary>{list}</PaneBoundary>
    </div>
  );
}

/** Which of the menu's entries the address is at. */
function Menu({ search }: { readonly search: WalletSearch }) {
  const { t } = useLingui();
  const place = usePlace();
  // Whether there is anything to deposit is known before the page is opened: then it stands at once.
  useQuery(queryOf('assets.getRechargeCurrency', {}, 'lazy'));
  const labels = {
    overview: t({ message: 'Overview', comment: 'Part of the wallet' }),
    assets: t({ message: 'Assets', comment: 'Menu entry: the wallet' }),
    finance: t({ message: 'Finance', comment: 'Wallet' }),
    contracts: t({ message: 'Contracts', comment: 'Part of the wallet: the contract wallets' }),
    deposit: t({ message: 'Deposit', comment: 'Part of the wallet: bringing money in' }),
    withdraw: t({ message: 'Withdraw', comment: 'Part of the wallet: taking money out' }),
    swap: t({ message: 'Swap', comment: 'Part of the wallet: one coin for another at a quoted rate' }),
    transfer: t({ message: 'Transfer', comment: "Moving money between one's own wallets" }),
    orders: t({ message: 'Order centre', comment: 'Part of the wallet: orders of all accounts' }),
    records: t({ message: 'Records', comment: 'Part of the wallet: what changed the balances' }),
    depositHistory: t({ message: 'Deposit history', comment: 'Part of the wallet' }),
    withdrawalHistory: t({ message: 'Withdrawal history', comment: 'Part of the wallet' }),
    bills: t({ message: 'Bills', comment: 'Part of the wallet: every change of a balance' }),
  };
  const entries = {
    assets: [
      { search: { key: 'overview' }, icon: IconLayoutDashboard, label: labels.overview },
      { search: { key: 'finance' }, icon: IconPigMoney, label: labels.finance },
      { search: { key: 'agreement' }, icon: IconChartCandle, label: labels.contracts },
      { search: { key: 'recharge' }, icon: IconDownload, label: labels.deposit },
      { search: { key: 'withdraw' }, icon: IconUpload, label: labels.withdraw },
      { search: { key: 'swap' }, icon: IconArrowsLeftRight, label: labels.swap },
      { search: { key: 'transfer' }, icon: IconTransfer, label: labels.transfer },
      { search: { key: 'tradeOrder' }, icon: IconListDetails, label: labels.orders },
      { search: { key: 'records' }, icon: IconHistory, label: labels.records },
    ],
    account: [
      { search: { key: 'overview' }, icon: IconLayoutDashboard, label: labels.assets },
      { search: { key: 'recharge' }, icon: IconDownload, label: labels.deposit },
      { search: { key: 'withdraw' }, icon: IconUpload, label: labels.withdraw },
      { search: { key: 'records', part: 'deposits' }, icon: IconHistory, label: labels.depositHistory },
      { search: { key: 'records', part: 'withdrawals' }, icon: IconHistory, label: labels.withdrawalHistory },
      { search: { key: 'records', part: 'bills' }, icon: IconFileText, label: labels.bills },
    ],
  } as const;
  const at = (entry: WalletSearch): boolean =>
    entry.key === (search.key ?? 'overview') && (place === 'assets' || entry.part === search.part);
  const menu = useRef<HTMLElement>(null);
  useCurrentInView(menu, `${search.key ?? ''} ${search.part ?? ''}`);
  return (
    <nav ref={menu} className={style['side']} aria-label={labels.assets}>
      {entries[place].map(({ icon: Icon, ...entry }) => (
        <WalletLink key={entry.label} search={entry.search} current={at(entry.search)}>
          <Icon className="v-i" stroke={1.75} aria-hidden="true" />
          {entry.label}
        </WalletLink>
      ))}
    </nav>
  );
}
