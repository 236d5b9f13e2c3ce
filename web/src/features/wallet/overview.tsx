// The overview: everything one has, the wallets it lies in, and the coins of the spot wallet.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { WALLET, type CoinBalance, type WalletTotal } from '@vitrine/contract';
import {
  Button,
  CheckField,
  CoinRing,
  Empty,
  ErrorBlock,
  NumMoney,
  NumWorth,
  Pane,
  SkeletonBar,
  Table,
  buttonClass,
  compareDecimal,
  signOf,
  useFormat,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { useClaim } from '../../practice/index.ts';
import { prefer, usePreferences } from '../../preference/index.ts';
import { runtimeConfig } from '../../runtime/index.ts';
import { useWalletName } from './words.tsx';
import style from './wallet.module.css';

/** Assets worth less than this many USDT are small. */
const smallWorth = '1';

const tones: Readonly<Record<string, string>> = {
  '1': 'accent',
  '2': 'soft',
  '3': 'edge',
  '4': 'edge',
  '5': 'edge',
  '6': 'edge',
  '7': 'ink',
};

export function Overview() {
  const wallets = useQuery(queryOf('assets.getWalletAccount', {}, 'lazy'));
  return (
    <>
      <Total wallets={wallets.data} />
      <Wallets wallets={wallets.data} failed={wallets.isError} retry={() => void wallets.refetch()} />
      <SpotAssets />
    </>
  );
}

function Total({ wallets }: { readonly wallets: readonly WalletTotal[] | undefined }) {
  const claim = useClaim();
  const { currency } = useFormat();
  const total = wallets?.find((wallet) => wallet.type === WALLET.total);
  const parts =
    wallets?.filter((wallet) => wallet.type !== WALLET.total && wallet.usdt !== null && signOf(wallet.usdt) === 1) ??
    [];
  return (
    <div>
      <div className={style['top']}>
        <div>
          <div className="v-13 v-ink-2">
            <Trans>Everything you have</Trans>
          </div>
          <div className={style['total']}>
            {wallets ? (
              <NumMoney value={total?.usdt} asset="USDT" scale={2} showAsset />
            ) : (
              <SkeletonBar width={220} height={32} />
            )}
          </div>
          <div className="v-13 v-ink-3 v-num">
            {'≈ '}
            <NumMoney value={total?.btc} asset="BTC" scale={8} showAsset />
            {currency.rate === undefined ? null : (
              <>
                {' · '}
                <NumWorth value={total?.usdt} />
              </>
            )}
          </div>
        </div>
        <div className="v-row v-wrap">
          {runtimeConfig().mode === 'practice' ? (
            <Button tone="main" busy={claim.isPending} onClick={() => claim.mutate()}>
              <Trans>Get practice money</Trans>
            </Button>
          ) : null}
          <Link to="/assets/index" search={{ key: 'transfer' }} className={buttonClass()}>
            <Trans comment="Moving money between one's own wallets">Transfer</Trans>
          </Link>
        </div>
      </div>
      <div className={style['composition']} aria-hidden="true">
        {parts.map((wallet) => (
          <i
            key={wallet.type}
            data-tone={tones[wallet.type]}
            style={{ flexGrow: Number.parseFloat(wallet.usdt ?? '0') }}
          />
        ))}
      </div>
    </div>
  );
}

function Wallets({
  wallets,
  failed,
  retry,
}: {
  readonly wallets: readonly WalletTotal[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}) {
  const { t } = useLingui();
  const nameOf = useWalletName();
  const columns: readonly Column<WalletTotal>[] = [
    {
      key: 'wallet',
      head: t`Wallet`,
      phone: 'keep',
      cell: (wallet) => (
        <span className="v-row v-strong">
          <i
            className={style['dot']}
            data-tone={wallet.usdt !== null && signOf(wallet.usdt) === 1 ? tones[wallet.type] : 'none'}
          />
          {nameOf(wallet.type)}
        </span>
      ),
    },
    {
      key: 'btc',
      head: t({ message: 'Worth, BTC', comment: 'Column head' }),
      right: true,
      phone: 'drop',
      cell: (wallet) => <NumMoney className="v-ink-2" value={wallet.btc} asset="BTC" scale={8} />,
    },
    {
      key: 'usdt',
      head: t({ message: 'Worth, USDT', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (wallet) => <NumMoney className="v-strong" value={wallet.usdt} asset="USDT" scale={2} />,
    },
  ];
  return (
    <Pane
      className={style['pane']}
      title={<Trans>Wallets</Trans>}
      aside={
        <Link to="/assets/index" search={{ key: 'records' }} className="v-link v-13">
          <Trans>Why did it change?</Trans>
        </Link>
      }
    >
      <Table
        label={t`Wallets`}
        columns={columns}
        rows={wallets?.filter((wallet) => wallet.type !== WALLET.total)}
        rowKey={(wallet) => wallet.type}
        empty={<Empty title={<Trans>No wallets</Trans>} />}
        error={
          failed && !wallets ? (
            <ErrorBlock title={<Trans>The wallets did not load</Trans>} onRetry={retry} />
          ) : undefined
        }
      />
    </Pane>
  );
}

function SpotAssets() {
  const { t } = useLingui();
  const { showAllAssets } = usePreferences();
  const coins = useQuery(queryOf('userCoin.getUserCoin', {}, 'lazy'));
  const rows = coins.data
    ?.filter((coin) =>
      showAllAssets
        ? signOf(coin.total) !== 0 || coin.coin === 'USDT'
        : coin.usdt !== null && compareDecimal(coin.usdt, smallWorth) >= 0,
    )
    .toSorted((a, b) => compareDecimal(b.usdt ?? '0', a.usdt ?? '0'));
  const columns: readonly Column<CoinBalance>[] = [
    {
      key: 'asset',
      head: t({ message: 'Asset', comment: 'Column head: a coin one has' }),
      phone: 'keep',
      cell: (coin) => (
        <span className="v-row">
          <CoinRing coin={coin.coin} image={coin.img} />
          <span className="v-strong">{coin.coin}</span>
          {coin.name === coin.coin ? null : <span className="v-12 v-ink-3 v-no-phone">{coin.name}</span>}
        </span>
      ),
    },
    {
      key: 'total',
      head: t({ message: 'Amount', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (coin) => <NumMoney className="v-strong" value={coin.total} asset={coin.coin} />,
    },
    {
      key: 'available',
      head: t`Available`,
      right: true,
      cell: (coin) => <NumMoney value={coin.available} asset={coin.coin} />,
    },
    {
      key: 'held',
      head: t({ message: 'Held', comment: 'Column head: set aside by open orders' }),
      right: true,
      cell: (coin) =>
        signOf(coin.held) === 0 ? (
          <span className="v-ink-3">–</span>
        ) : (
          <NumMoney className="v-ink-2" value={coin.held} asset={coin.coin} />
        ),
    },
    {
      key: 'usdt',
      head: t({ message: 'Worth, USDT', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (coin) => <NumMoney value={coin.usdt} asset="USDT" scale={2} />,
    },
    {
      key: 'why',
      head: '',
      label: t`Why?`,
      right: true,
      cell: (coin) => (
        <Link to="/assets/index" search={{ key: 'records', coin: coin.coin }} className="v-link v-12">
          <Trans comment="Link to what changed this balance">Why?</Trans>
        </Link>
      ),
    },
  ];
  return (
    <Pane
      className={style['pane']}
      title={<Trans>Assets in Spot</Trans>}
      aside={
        <CheckField className="v-12" checked={!showAllAssets} onChange={(hide) => prefer({ showAllAssets: !hide })}>
          <Trans>Hide small amounts</Trans>
        </CheckField>
      }
    >
      <Table
        label={t`Assets in Spot`}
        columns={columns}
        rows={rows}
        rowKey={(coin) => coin.coin}
        empty={
          <Empty title={<Trans>Nothing in this wallet</Trans>}>
            <Trans>Practice money, deposits and what you buy appear here.</Trans>
          </Empty>
        }
        error={
          coins.isError && !coins.data ? (
            <ErrorBlock title={<Trans>The assets did not load</Trans>} onRetry={() => void coins.refetch()} />
          ) : undefined
        }
      />
    </Pane>
  );
}
