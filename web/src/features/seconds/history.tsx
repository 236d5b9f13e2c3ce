// The user's ended second contracts with their receipts, settled and void; and the running ones in all markets.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Second, SecondNet } from '@vitrine/contract';
import { SECOND_STATUS } from '@vitrine/core/enum';
import {
  Empty,
  ErrorBlock,
  NumMoney,
  NumPercent,
  Table,
  Tabs,
  tabId,
  Time,
  type Column,
  useSearched,
} from '@vitrine/ui';
import { printDecimal } from '@vitrine/core/number';
import { type ReactNode, useId, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { IndexNow, ResultNow, type SecondMarket, TimeLeft } from './running-cells.tsx';
import { IndexPrice, PeriodWord, ResultCell } from './words.tsx';
import { SecondSide } from '../../order/index.ts';
import style from './seconds.module.css';

const PAGE = 10;
const PERCENT_DECIMALS = 4;
/** Decimals of an index whose market is no longer listed. */
const ANY_DECIMALS = 4;
type Tab = 'open' | 'settled' | 'void';
/** Columns of ended contracts, and of running ones. */
const ENDED_ONLY: ReadonlySet<string> = new Set(['settled', 'closed', 'result']);
const RUNNING_ONLY: ReadonlySet<string> = new Set(['now', 'left', 'if-settled']);

export interface HistoryProps {
  readonly signedIn: boolean;
  readonly running: readonly Second[];
  readonly net: SecondNet | undefined;
  /** A market by its name; undefined: not listed. */
  readonly marketOf: (symbolName: string) => SecondMarket | undefined;
  readonly chosen: string | undefined;
  readonly onReceipt: (id: string) => void;
}

export function SecondHistory({ signedIn, running, net, marketOf, chosen, onReceipt }: HistoryProps) {
  const { t } = useLingui();
  const panel = useId();
  const [tab, setTab] = useState<Tab>('settled');
  const settledPages = useSearched();
  const voidPages = useSearched();
  const settled = useQuery({
    ...queryOf(
      'secondContractOrder.selectOrderList',
      { status: SECOND_STATUS.settled, current: settledPages.current, size: PAGE, ...settledPages.older },
      'lazy',
    ),
    enabled: signedIn,
  });
  const voids = useQuery({
    ...queryOf(
      'secondContractOrder.selectOrderList',
      { status: SECOND_STATUS.void, current: voidPages.current, size: PAGE, ...voidPages.older },
      'lazy',
    ),
    enabled: signedIn,
  });
  const list = tab === 'void' ? voids : settled;
  const pages = tab === 'void' ? voidPages : settledPages;
  const rows = !signedIn ? [] : tab === 'open' ? running : list.data?.records;
  const ofMarket = (symbolName: string, cell: (market: SecondMarket) => ReactNode): ReactNode => {
    const market = marketOf(symbolName);
    return market ? cell(market) : '–';
  };
  const columns: readonly Column<Second>[] = [
    {
      key: 'ordered',
      head: <Trans comment="When an order was placed">Ordered</Trans>,
      cell: (row) => <Time at={row.createTime} as="full" />,
    },
    {
      key: 'settled',
      head: <Trans comment="Column: when a second contract was settled">Settled</Trans>,
      phone: 'keep',
      cell: (row) => <Time at={row.closeTick?.time ?? row.closeTime ?? row.createTime} as="full" />,
    },
    { key: 'market', head: <Trans>Market</Trans>, cell: (row) => row.symbolName },
    { key: 'side', head: <Trans>Side</Trans>, phone: 'keep', cell: (row) => <SecondSide direction={row.direction} /> },
    {
      key: 'period',
      head: <Trans comment="Column: how long a second contract runs">Runs for</Trans>,
      right: true,
      cell: (row) => <PeriodWord seconds={row.seconds} />,
    },
    {
      key: 'opened',
      head: <Trans comment="Column: price at which it opened">Opened at</Trans>,
      right: true,
      cell: (row) => <IndexPrice value={row.openPrice} decimals={marketOf(row.symbolName)?.decimals ?? ANY_DECIMALS} />,
    },
    {
      key: 'closed',
      head: <Trans comment="Column: price at which it settled">Settled at</Trans>,
      right: true,
      cell: (row) => (
        <IndexPrice value={row.closePrice} decimals={marketOf(row.symbolName)?.decimals ?? ANY_DECIMALS} />
      ),
    },
    {
      key: 'now',
      head: <Trans comment="Current index price">Index now</Trans>,
      right: true,
      cell: ({ symbolName }) => ofMarket(symbolName, (market) => <IndexNow market={market} />),
    },
    {
      key: 'stake',
      head: <Trans>Stake</Trans>,
      right: true,
      cell: (row) => <NumMoney value={row.amount} asset={row.coin} />,
    },
    {
      key: 'result',
      head: <Trans comment="Column: what a second contract brought">Result</Trans>,
      right: true,
      phone: 'keep',
      cell: (row) => <ResultCell row={row} />,
    },
    {
      key: 'left',
      head: <Trans comment="Column: time until a second contract settles">Settles in</Trans>,
      right: true,
      phone: 'keep',
      cell: (row) => <TimeLeft row={row} />,
    },
    {
      key: 'if-settled',
      head: <Trans comment="Result of a second contract at the current index">If it settled now</Trans>,
      right: true,
      phone: 'keep',
      cell: (row) => ofMarket(row.symbolName, (market) => <ResultNow row={row} market={market} />),
    },
    {
      key: 'receipt',
      head: '',
      label: t`Receipt`,
      right: true,
      phone: 'keep',
      cell: (row) => (
        <button
          type="button"
          className="v-link v-13"
          data-testid="open-receipt"
          aria-pressed={row.id === chosen}
          onClick={(event) => {
            event.stopPropagation();
            onReceipt(row.id);
          }}
        >
          <Trans>Receipt</Trans>
        </button>
      ),
    },
  ];
  const shown = columns.filter(({ key }) => !(tab === 'open' ? ENDED_ONLY : RUNNING_ONLY).has(key));
  return (
    <section aria-label={t`Your second contracts`}>
      <Tabs
        label={t`Your second contracts`}
        panel={panel}
        value={tab}
        choices={[
          {
            key: 'open',
            label: (
              <Trans context="running" comment="Tab: second contracts that run">
                Open
              </Trans>
            ),
            count: running.length,
          },
          {
            key: 'settled',
            label: <Trans comment="Tab: second contracts that were settled">Settled</Trans>,
            count: settled.data?.total,
          },
          {
            key: 'void',
            label: <Trans comment="Tab: second contracts that were void">Void</Trans>,
            count: voids.data?.total,
          },
        ]}
        onChange={setTab}
      />
      <div className={style['history']} id={panel} role="tabpanel" aria-labelledby={tabId(panel, tab)}>
        <Table
          label={t`Your second contracts`}
          columns={shown}
          rows={rows}
          rowKey={(row) => row.id}
          onRow={(row) => onReceipt(row.id)}
          error={
            signedIn && tab !== 'open' && list.isError && list.data === undefined ? (
              <ErrorBlock
                title={<Trans>Couldn’t load your second contracts</Trans>}
                onRetry={() => void list.refetch()}
              />
            ) : undefined
          }
          empty={
            <Empty
              title={
                signedIn ? <Trans>No second contracts here</Trans> : <Trans>Log in to see your second contracts</Trans>
              }
            >
              {tab === 'open' ? (
                <Trans>Your running contracts appear here until they settle.</Trans>
              ) : (
                <Trans>Settled contracts appear here, each with its receipt.</Trans>
              )}
            </Empty>
          }
          paging={tab !== 'open' && pages.paging(list.data, PAGE)}
        />
      </div>
      {net ? <NetLine net={net} /> : null}
    </section>
  );
}

/** All settled contracts in one line: counts, win rate, staked, result. */
function NetLine({ net }: { readonly net: SecondNet }) {
  const settled = net.won + net.lost + net.tied;
  const decided = net.won + net.lost;
  const share = decided === 0 ? undefined : printDecimal(Math.floor((net.won * 1_000_000) / decided), PERCENT_DECIMALS);
  return (
    <p className={style['net']} data-testid="net" data-settled={settled} data-won={net.won}>
      <Trans comment="Under the history: how many settled, how many right, the share, what was staked, the result">
        {settled} settled, {{ won: net.won }} won, <NumPercent value={share} decimals={1} /> · staked{' '}
        <NumMoney value={net.staked} asset={net.coin} /> · result{' '}
        <NumMoney value={net.net} asset={net.coin} showAsset directed />
      </Trans>
    </p>
  );
}
