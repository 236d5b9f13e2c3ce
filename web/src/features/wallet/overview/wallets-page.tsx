// A page for some wallets only: the contract wallets, or finance. The value and coins of each, and a link to its
// transactions.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { WALLET, type Balance } from '@vitrine/contract';
import { buttonClass, Empty, ErrorBlock, NumMoney, Pane, signOf, Table, type Column } from '@vitrine/ui';
import { Hint } from '../../../hint/index.ts';
import { AsOf } from './as-of.tsx';
import { HeldBy } from './held-by.tsx';
import { WalletLink } from '../place.tsx';
import { useNewDay, usePresent } from '../present.ts';
import { useWalletName } from '../words.tsx';
import { WhyDrawer, type WhyOf } from '../history/why-drawer.tsx';
import style from '../wallet.module.css';

const wallets = {
  finance: [WALLET.finance],
  agreement: [WALLET.uContract, WALLET.coinContract],
} as const;
type WalletType = (typeof wallets)[keyof typeof wallets][number];

export function WalletsPage({ which }: { readonly which: keyof typeof wallets }) {
  const [why, setWhy] = useState<WhyOf>();
  useNewDay();
  return (
    <>
      {wallets[which].map((type) => (
        <OneWallet key={type} type={type} onWhy={(coin) => setWhy({ wallet: type, coin })} />
      ))}
      <WhyDrawer of={why} onClose={() => setWhy(undefined)} />
    </>
  );
}

function OneWallet({ type, onWhy }: { readonly type: WalletType; readonly onWhy: (coin: string) => void }) {
  const { t } = useLingui();
  const name = useWalletName()(type);
  const all = usePresent('assets.getWalletAccount', {});
  const wallet = all.data?.find((one) => one.type === type);
  const day = usePresent('assets.getMyBalance', { type });
  const coins = usePresent('assets.getCurrencyAccount', { type });
  const columns: readonly Column<Balance>[] = [
    {
      key: 'coin',
      head: t({ message: 'Asset', comment: 'Column head: a coin one has' }),
      phone: 'keep',
      cell: ({ coin }) => <b>{coin}</b>,
    },
    {
      key: 'total',
      head: t({ message: 'Amount', context: 'money', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: ({ total, coin }) => <NumMoney className="v-strong" value={total} asset={coin} />,
    },
    {
      key: 'available',
      head: <Hint of="available">{t`Available`}</Hint>,
      right: true,
      cell: ({ available, coin }) => <NumMoney value={available} asset={coin} />,
    },
    {
      key: 'held',
      head: <Hint of="inUse">{t({ message: 'In use', comment: 'Column head: reserved by open orders' })}</Hint>,
      right: true,
      cell: ({ held, coin }) =>
        signOf(held) === 0 ? (
          <span className="v-ink-3">–</span>
        ) : (
          <NumMoney className="v-ink-2" value={held} asset={coin} />
        ),
    },
    {
      key: 'why',
      head: '',
      label: t`Why?`,
      right: true,
      phone: 'keep',
      cell: ({ coin }) => (
        <button type="button" className="v-link v-12" onClick={() => onWhy(coin)}>
          <Trans comment="Link to what changed this balance">Why?</Trans>
        </button>
      ),
    },
  ];
  return (
    <Pane
      className={style['pane']}
      title={name}
      aside={
        <span className="v-row">
          <AsOf readAt={all.dataUpdatedAt} />
          <WalletLink search={{ key: 'records', part: 'bills', wallet: type }} className="v-link v-13">
            <Trans>Why did it change?</Trans>
          </WalletLink>
        </span>
      }
    >
      <dl className={style['facts']}>
        <div>
          <dt>
            <Trans comment="Of a wallet: with what is open in it">Value</Trans>
          </dt>
          <dd>
            <NumMoney className="v-strong" value={wallet?.usdt} asset="USDT" scale={2} showAsset />
          </dd>
        </div>
        <div>
          <dt>
            <Trans comment="Since midnight UTC">Today</Trans>
          </dt>
          <dd>
            <NumMoney value={day.data?.dayProfit} asset="USDT" scale={2} directed />
          </dd>
        </div>
        <div>
          <dt>
            <Trans comment="Column head: what sets the money aside">Used by</Trans>
          </dt>
          <dd>{wallet === undefined ? '–' : <HeldBy wallet={wallet} />}</dd>
        </div>
      </dl>
      <Table
        label={name}
        columns={columns}
        rows={coins.data}
        rowKey={({ coin }) => coin}
        empty={
          <Empty
            title={<Trans>No assets in this wallet</Trans>}
            action={
              <Link to="/assets/index" search={{ key: 'transfer' }} className={buttonClass({ size: 'small' })}>
                <Trans>Transfer into this wallet</Trans>
              </Link>
            }
          >
            <Trans>Transfers into this account appear here.</Trans>
          </Empty>
        }
        error={
          coins.isError && !coins.data ? (
            <ErrorBlock title={<Trans>Couldn’t load the assets</Trans>} onRetry={() => void coins.refetch()} />
          ) : undefined
        }
      />
    </Pane>
  );
}
