// The balances of the wallet that a terminal trades from.

import { Trans, useLingui } from '@lingui/react/macro';
import { type Column, Empty, NumMoney, NumWorth, SkeletonRows, Table } from '@vitrine/ui';
import { type ReactNode, useCallback, useEffect } from 'react';
import { type BalancesStore, type LiveBalance, type OrderProduct, useSelected, useUserFeed } from '../../live/index.ts';

/** The wallet of each product (calls §9). */
export const walletOf: Readonly<Record<OrderProduct, string>> = { spot: '1', u: '2', coin: '3', all: '4', fixed: '5' };

const none: readonly LiveBalance[] = [];
const sameList = (a: readonly LiveBalance[], b: readonly LiveBalance[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at]);

/** Non-zero balances of a wallet, subscribed while mounted. */
export function useWallet(walletType: string): { readonly balances: readonly LiveBalance[]; readonly loaded: boolean } {
  const user = useUserFeed();
  useEffect(() => user?.holdWallet(walletType), [user, walletType]);
  const balances = useSelected<BalancesStore, readonly LiveBalance[]>(
    user?.balances,
    useCallback((store) => store.of(walletType).filter(({ total }) => /[1-9]/.test(total)), [walletType]),
    none,
    undefined,
    sameList,
  );
  const loaded = useSelected<BalancesStore, boolean>(
    user?.balances,
    useCallback((store) => store.loaded(walletType), [walletType]),
    false,
  );
  return { balances, loaded };
}

export function AssetsList({ walletType, empty }: { readonly walletType: string; readonly empty: ReactNode }) {
  const { t } = useLingui();
  const { balances, loaded } = useWallet(walletType);
  const columns: readonly Column<LiveBalance>[] = [
    {
      key: 'coin',
      head: <Trans>Coin</Trans>,
      cell: ({ coin, symbolName }) => (
        <span>
          <span className="v-strong">{coin}</span>
          {symbolName === null ? null : <span className="v-ink-3"> {symbolName}</span>}
        </span>
      ),
      phone: 'keep',
    },
    {
      key: 'available',
      head: <Trans>Available</Trans>,
      cell: ({ available, coin }) => <NumMoney value={available} asset={coin} />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'held',
      head: <Trans>In use</Trans>,
      cell: ({ held, coin }) => <NumMoney value={held} asset={coin} />,
      right: true,
    },
    {
      key: 'total',
      head: <Trans>Total</Trans>,
      cell: ({ total, coin }) => <NumMoney value={total} asset={coin} />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'worth',
      head: <Trans comment="Column: value in the reader's currency">Value</Trans>,
      cell: ({ usdt }) => <NumWorth value={usdt} />,
      right: true,
    },
  ];
  if (!loaded) return <SkeletonRows rows={3} />;
  return (
    <Table
      dense
      label={t({ message: 'Assets of the wallet', comment: 'Name of a table' })}
      columns={columns}
      rows={balances}
      rowKey={({ coin, symbolName }) => `${coin}|${symbolName ?? ''}`}
      empty={<Empty title={<Trans>No assets in this wallet</Trans>}>{empty}</Empty>}
    />
  );
}
