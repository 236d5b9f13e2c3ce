// Overview of a margin account: level, value, each coin with its debt, and actions.

import { Trans, useLingui } from '@lingui/react/macro';
import type { MarginProperty } from '@vitrine/contract';
import {
  Button,
  type Column,
  compareDecimal,
  Empty,
  ErrorBlock,
  NumMoney,
  NumPrice,
  NumRate,
  NumWorth,
  SkeletonRows,
  Table,
} from '@vitrine/ui';
import { useState } from 'react';
import { TransferDialog } from '../../ticket/index.ts';
import { Hint } from '../../hint/index.ts';
import { BorrowDialog } from './borrow-dialog.tsx';
import { type MarginAccount, useFollow, useProperty } from './data.ts';
import { LeverageDialog } from './leverage-dialog.tsx';
import { LevelScale } from './level.tsx';
import { RepayDialog } from './repay-dialog.tsx';
import style from './margin.module.css';

type Line = MarginProperty['list'][number];
type Doing = { readonly what: 'borrow' | 'repay' | 'transfer'; readonly coin: string } | { readonly what: 'leverage' };

/** Coins with a balance or debt first; then by name. */
function ordered(list: readonly Line[]): readonly Line[] {
  const weight = (line: Line): number =>
    compareDecimal(line.borrowed, '0') > 0 ? 2 : compareDecimal(line.total, '0') > 0 ? 1 : 0;
  return list.toSorted((a, b) => weight(b) - weight(a) || a.coin.localeCompare(b.coin));
}

export interface MarginPanelProps {
  readonly of: MarginAccount;
  /** In the terminal: less text, no empty coins. */
  readonly dense?: boolean;
}

export function MarginPanel({ of, dense = false }: MarginPanelProps) {
  const { t } = useLingui();
  useFollow(of);
  const property = useProperty(of, true);
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  if (property.data === undefined)
    return property.failed ? (
      <ErrorBlock title={<Trans>Couldn’t load the margin account</Trans>} onRetry={property.retry} />
    ) : (
      <SkeletonRows rows={dense ? 3 : 6} />
    );
  const { data } = property;
  const coins = data.list.map(({ coin }) => coin);
  const lines = ordered(data.list);
  const shown = dense
    ? lines.filter((line) => compareDecimal(line.total, '0') > 0 || compareDecimal(line.borrowed, '0') > 0)
    : lines;
  const first = coins.find((coin) => coin === 'USDT') ?? coins[0] ?? 'USDT';
  return (
    <div className={style['panel']}>
      <div className={style['top']}>
        <LevelScale levels={data} />
        <dl className={style['sums']}>
          <div>
            <dt>
              <Trans>Assets</Trans>
            </dt>
            <dd>
              <NumWorth value={data.assets} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="What is owed">Liabilities</Trans>
            </dt>
            <dd>
              <NumWorth value={data.liabilities} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans comment="Assets without what is owed">Net</Trans>
            </dt>
            <dd>
              <NumWorth value={data.net} />
            </dd>
          </div>
          {of.account === 'fixed' ? (
            <div>
              <dt>
                <Trans>Liquidation price</Trans>
              </dt>
              <dd>
                <NumPrice value={data.liquidationPrice} />
              </dd>
            </div>
          ) : null}
        </dl>
        <div className="v-row v-wrap">
          <Button
            tone="main"
            size="small"
            data-testid="borrow"
            onClick={() => setDoing({ what: 'borrow', coin: first })}
          >
            <Trans comment="Button: takes a loan">Borrow</Trans>
          </Button>
          <Button
            size="small"
            data-testid="repay"
            onClick={() =>
              setDoing({
                what: 'repay',
                coin: lines.find((line) => compareDecimal(line.borrowed, '0') > 0)?.coin ?? first,
              })
            }
          >
            <Trans comment="Button: pays a loan back">Repay</Trans>
          </Button>
          <Button size="small" data-testid="transfer" onClick={() => setDoing({ what: 'transfer', coin: first })}>
            <Trans>Transfer</Trans>
          </Button>
          {of.account === 'fixed' ? (
            <Button size="small" data-testid="leverage" onClick={() => setDoing({ what: 'leverage' })}>
              <Trans comment="Button with the account's leverage: Leverage 5×">
                Leverage {{ leverage: data.leverageRadio }}×
              </Trans>
            </Button>
          ) : null}
        </div>
      </div>
      <Table
        dense
        label={t`Coins of the margin account`}
        rows={shown}
        rowKey={({ coin }) => coin}
        empty={
          <Empty title={<Trans>No assets in this account</Trans>}>
            <Trans>Transfer an asset in; then you can borrow against it.</Trans>
          </Empty>
        }
        columns={columns((what, coin) => setDoing({ what, coin }), t`Actions`)}
      />
      {doing?.what === 'borrow' ? <BorrowDialog of={of} coin={doing.coin} coins={coins} onClose={close} /> : null}
      {doing?.what === 'repay' ? <RepayDialog of={of} coin={doing.coin} coins={coins} onClose={close} /> : null}
      {doing?.what === 'leverage' && of.account === 'fixed' ? (
        <LeverageDialog symbol={of.symbol} leverage={data.leverageRadio} onClose={close} />
      ) : null}
      <TransferDialog
        open={doing?.what === 'transfer'}
        coin={doing?.what === 'transfer' ? doing.coin : first}
        coins={coins}
        to={of.account === 'all' ? '4' : '5'}
        {...(of.account === 'fixed' && { isolated: of.symbol })}
        onClose={close}
      />
    </div>
  );
}

function columns(act: (what: 'borrow' | 'repay', coin: string) => void, actions: string): readonly Column<Line>[] {
  return [
    {
      key: 'coin',
      head: <Trans>Coin</Trans>,
      phone: 'keep',
      cell: ({ coin }) => <span className="v-strong">{coin}</span>,
    },
    {
      key: 'total',
      head: <Trans comment="Column head: available and in use together">Total</Trans>,
      right: true,
      phone: 'keep',
      cell: ({ total, coin }) => <NumMoney value={total} asset={coin} />,
    },
    {
      key: 'available',
      head: <Trans>Available</Trans>,
      right: true,
      cell: ({ available, coin }) => <NumMoney value={available} asset={coin} />,
    },
    {
      key: 'borrowed',
      head: (
        <Hint of="borrow">
          <Trans comment="Column: principal owed">Borrowed</Trans>
        </Hint>
      ),
      right: true,
      phone: 'keep',
      cell: ({ borrowed, coin }) => <NumMoney value={borrowed} asset={coin} />,
    },
    {
      key: 'interest',
      head: (
        <Hint of="interest">
          <Trans comment="Column: interest owed">Interest</Trans>
        </Hint>
      ),
      right: true,
      cell: ({ interest, coin }) => <NumMoney value={interest} asset={coin} />,
    },
    {
      key: 'rate',
      head: <Trans comment="Column: interest an hour">An hour</Trans>,
      right: true,
      cell: ({ hourRate }) => <NumRate value={hourRate} decimals={4} />,
    },
    {
      key: 'actions',
      head: '',
      label: actions,
      right: true,
      cell: ({ coin, borrowed }) => (
        <span className={style['rowActions']}>
          <button type="button" className="v-link v-13" onClick={() => act('borrow', coin)}>
            <Trans comment="Button: takes a loan">Borrow</Trans>
          </button>
          {compareDecimal(borrowed, '0') > 0 ? (
            <button type="button" className="v-link v-13" onClick={() => act('repay', coin)}>
              <Trans comment="Button: pays a loan back">Repay</Trans>
            </button>
          ) : null}
        </span>
      ),
    },
  ];
}
