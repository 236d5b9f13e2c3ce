// The overview: total balance, wallets, and the coins of the spot wallet.
import { useQuery } from '@tanstack/react-query';
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { WALLET, type CoinBalance, type WalletTotal } from '@vitrine/contract';
import {
  Button,
  CheckField,
  CoinRing,
  Empty,
  ErrorBlock,
  IconButton,
  NumMoney,
  NumPercent,
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
import { queryOf } from '../../../api/index.ts';
import { useClaim } from '../../../practice/index.ts';
import { PaneBoundary } from '../../../page/index.ts';
import { prefer, usePreferences } from '../../../preference/index.ts';
import { runtimeConfig } from '../../../runtime/index.ts';
import { Hint } from '../../../hint/index.ts';
import { AsOf } from './as-of.tsx';
import { Causes } from '../history/causes.tsx';
import { HeldBy } from './held-by.tsx';
import { WalletLink } from '../place.tsx';
import { useNewDay, usePresent } from '../present.ts';
import { shareOf } from '../share.ts';
import { TotalWorth } from './total-worth.tsx';
import { useWalletName } from '../words.tsx';
import { WhyDrawer, type WhyOf } from '../history/why-drawer.tsx';
import { WorthChart } from './worth-chart.tsx';
import style from '../wallet.module.css';

/** Assets below this value in USDT are small. */
const smallWorth = '1';

const tones: Readonly<Record<string, string>> = {
  '1': 'accent',
  '2': 'soft',
  '3': 'pale',
  '4': 'quiet',
  '5': 'hatch',
  '6': 'edge',
  '7': 'ink',
};

export function Overview() {
  const wallets = usePresent('assets.getWalletAccount', {});
  useNewDay();
  const [why, setWhy] = useState<WhyOf>();
  return (
    <>
      <Total wallets={wallets.data} readAt={wallets.dataUpdatedAt} />
      <PaneBoundary>
        <Causes />
      </PaneBoundary>
      <Wallets
        wallets={wallets.data}
        failed={wallets.isError}
        retry={() => void wallets.refetch()}
        onWhy={(wallet) => setWhy({ wallet, coin: 'USDT' })}
      />
      <PaneBoundary>
        <WorthChart />
      </PaneBoundary>
      <PaneBoundary>
        <SpotAssets onWhy={(coin) => setWhy({ wallet: WALLET.spot, coin })} />
      </PaneBoundary>
      <WhyDrawer of={why} onClose={() => setWhy(undefined)} />
    </>
  );
}

function Total({
  wallets,
  readAt,
}: {
  readonly wallets: readonly WalletTotal[] | undefined;
  /** When they were read, ms. */
  readonly readAt: number;
}) {
  const claim = useClaim();
  const { t } = useLingui();
  const { hideAmounts } = usePreferences();
  const { currency } = useFormat();
  const total = wallets?.find((wallet) => wallet.type === WALLET.total);
  const parts =
    wallets?.filter((wallet) => wallet.type !== WALLET.total && wallet.usdt !== null && signOf(wallet.usdt) === 1) ??
    [];
  return (
    <div>
      <div className={style['top']}>
        <div>
          <div className="v-13 v-ink-2 v-row">
            <Trans>Total balance</Trans>
            <IconButton
              label={
                hideAmounts
                  ? t({ message: 'Show amounts', comment: 'Switch: amounts are shown again' })
                  : t({ message: 'Hide amounts', comment: 'Switch: amounts are shown as stars' })
              }
              aria-pressed={hideAmounts}
              onClick={() => prefer({ hideAmounts: !hideAmounts })}
            >
              {hideAmounts ? (
                <IconEyeOff stroke={1.75} aria-hidden="true" />
              ) : (
                <IconEye stroke={1.75} aria-hidden="true" />
              )}
            </IconButton>
          </div>
          <div className={style['total']}>
            {wallets ? <TotalWorth usdt={total?.usdt} /> : <SkeletonBar width={220} height={32} />}
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
          <AsOf readAt={readAt} />
        </div>
        <div className={style['acts']}>
          {runtimeConfig().mode === 'practice' ? (
            <Button busy={claim.isPending} onClick={() => claim.mutate()}>
              <Trans>Get practice money</Trans>
            </Button>
          ) : null}
          <WalletLink search={{ key: 'recharge' }} className={buttonClass({ tone: 'main' })}>
            <IconDownload className="v-i" stroke={1.75} aria-hidden="true" />
            <Trans comment="Part of the wallet: bringing money in">Deposit</Trans>
          </WalletLink>
          <WalletLink search={{ key: 'withdraw' }} className={buttonClass()}>
            <Trans comment="Part of the wallet: taking money out">Withdraw</Trans>
          </WalletLink>
          <WalletLink search={{ key: 'transfer' }} className={buttonClass()}>
            <Trans comment="Moving money between one's own wallets">Transfer</Trans>
          </WalletLink>
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
  onWhy,
}: {
  readonly wallets: readonly WalletTotal[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  readonly onWhy: (wallet: string) => void;
}) {
  const { t } = useLingui();
  const nameOf = useWalletName();
  const whole = wallets?.find((wallet) => wallet.type === WALLET.total)?.usdt;
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
      head: t({ message: 'Value, BTC', comment: 'Column head' }),
      right: true,
      phone: 'drop',
      cell: (wallet) => <NumMoney className="v-ink-2" value={wallet.btc} asset="BTC" scale={8} />,
    },
    {
      key: 'usdt',
      head: t({ message: 'Value, USDT', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (wallet) => <NumMoney className="v-strong" value={wallet.usdt} asset="USDT" scale={2} />,
    },
    {
      key: 'held',
      head: (
        <Hint of="inUse">
          {t({ message: 'In use', comment: 'Column head: part of the money that something reserves' })}
        </Hint>
      ),
      right: true,
      cell: (wallet) =>
        wallet.held === null || signOf(wallet.held) === 0 ? (
          <span className="v-ink-3">–</span>
        ) : (
          <NumMoney className="v-ink-2" value={wallet.held} asset="USDT" scale={2} />
        ),
    },
    {
      key: 'heldBy',
      head: t({ message: 'Used by', comment: 'Column head: what sets the money aside' }),
      cell: (wallet) => <HeldBy wallet={wallet} />,
    },
    {
      key: 'share',
      head: t({ message: 'Share', context: 'part of a whole', comment: 'Column head' }),
      right: true,
      cell: (wallet) => <NumPercent className="v-ink-2" value={shareOf(wallet.usdt, whole)} decimals={1} />,
    },
    {
      key: 'why',
      head: '',
      label: t`Why?`,
      right: true,
      cell: (wallet) => (
        <button type="button" className="v-link v-12" onClick={() => onWhy(wallet.type)}>
          <Trans comment="Link to what changed this balance">Why?</Trans>
        </button>
      ),
    },
  ];
  return (
    <Pane
      className={style['pane']}
      title={<Trans comment="The customer’s accounts">Wallets</Trans>}
      aside={
        <WalletLink search={{ key: 'records', part: 'bills' }} className="v-link v-13">
          <Trans>Why did it change?</Trans>
        </WalletLink>
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
            <ErrorBlock title={<Trans>Couldn’t load the wallets</Trans>} onRetry={retry} />
          ) : undefined
        }
      />
    </Pane>
  );
}

function SpotAssets({ onWhy }: { readonly onWhy: (coin: string) => void }) {
  const { t } = useLingui();
  const { showAllAssets } = usePreferences();
  const coins = usePresent('userCoin.getUserCoin', {});
  const rows = coins.data
    ?.filter((coin) =>
      showAllAssets
        ? signOf(coin.total) !== 0 || coin.coin === 'USDT'
        : coin.usdt !== null && compareDecimal(coin.usdt, smallWorth) >= 0,
    )
    .toSorted((a, b) => compareDecimal(b.usdt ?? '0', a.usdt ?? '0'));
  const spot = useQuery(queryOf('common.getCoinList', {}, 'constant')).data?.currencyList;
  const bought = new Set(spot?.map((one) => one.coin));
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
      head: t({ message: 'Amount', context: 'money', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (coin) => <NumMoney className="v-strong" value={coin.total} asset={coin.coin} />,
    },
    {
      key: 'available',
      head: <Hint of="available">{t`Available`}</Hint>,
      right: true,
      cell: (coin) => <NumMoney value={coin.available} asset={coin.coin} />,
    },
    {
      key: 'held',
      head: <Hint of="inUse">{t({ message: 'In use', comment: 'Column head: reserved by open orders' })}</Hint>,
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
      head: t({ message: 'Value, USDT', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (coin) => <NumMoney value={coin.usdt} asset="USDT" scale={2} />,
    },
    {
      key: 'why',
      head: '',
      label: t`Why?`,
      right: true,
      cell: (coin) => {
        const symbol = coin.coin;
        return (
          <>
            {bought.has(symbol) ? (
              <Link
                to="/trade/index"
                search={{ type: 'spot', symbol: symbol.toLowerCase() }}
                className="v-link v-12"
                data-testid="buy"
              >
                <Trans>Buy {symbol}</Trans>
              </Link>
            ) : null}{' '}
            <button type="button" className="v-link v-12" data-testid="why" onClick={() => onWhy(coin.coin)}>
              <Trans comment="Link to what changed this balance">Why?</Trans>
            </button>
          </>
        );
      },
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
          <Empty title={<Trans>No assets in this wallet</Trans>}>
            <Trans>Practice money, deposits and what you buy appear here.</Trans>
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
