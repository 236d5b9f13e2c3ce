// Every coin on every network: the balance held, the ledger's expected balance, and whether withdrawals are open.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskReserve } from '@vitrine/contract';
import { Button, Empty, NumMoney, Table, Tag, classes, type Column } from '@vitrine/ui';
import { networkWords, reserveStateWords, wordOf } from '../../words/index.ts';
import { byHand, hotState, railId } from './rules.ts';
import style from './treasury.module.css';

export interface ReservesProps {
  /** undefined while loading. */
  readonly rows: readonly DeskReserve[] | undefined;
  readonly current: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly error: ReactNode;
}

export function Reserves({ rows, current, onOpen, error }: ReservesProps) {
  const { t } = useLingui();
  const figure =
    (name: 'hot' | 'cold' | 'unswept' | 'leaving' | 'expected') =>
    (one: DeskReserve): ReactNode => (
      <NumMoney value={byHand(one) || one.checked === null ? null : one[name]} asset={one.coin} />
    );
  const columns: readonly Column<DeskReserve>[] = [
    {
      key: 'rail',
      head: <Trans>Coin</Trans>,
      phone: 'keep',
      cell: (one) => (
        <>
          <span className={classes(style['coin'], 'v-strong')}>{one.coin}</span>{' '}
          <span className={classes(style['network'], 'v-ink-3')}>{wordOf(networkWords, one.network)}</span>
        </>
      ),
    },
    {
      key: 'hot',
      head: <Trans comment="Column head: wallet whose key is online">Hot</Trans>,
      right: true,
      cell: figure('hot'),
    },
    {
      key: 'cold',
      head: <Trans comment="Column head: wallet whose key is offline">Cold</Trans>,
      right: true,
      cell: figure('cold'),
    },
    {
      key: 'unswept',
      head: <Trans comment="Column head: coins still at customers’ addresses">Unswept</Trans>,
      right: true,
      cell: figure('unswept'),
    },
    {
      key: 'leaving',
      head: <Trans comment="Column head: coins signed away, not confirmed yet">In transit</Trans>,
      right: true,
      cell: figure('leaving'),
    },
    {
      key: 'expected',
      head: <Trans comment="Column head: what the ledger says must be there">Expected</Trans>,
      right: true,
      cell: figure('expected'),
    },
    {
      key: 'difference',
      head: <Trans comment="Column head: what is there less what is expected">Difference</Trans>,
      right: true,
      cell: (one) => (
        <NumMoney
          value={byHand(one) || one.state === 'unknown' ? null : one.difference}
          asset={one.coin}
          sign="always"
        />
      ),
    },
    { key: 'state', head: <Trans>State</Trans>, phone: 'keep', cell: (one) => <ReserveTags one={one} /> },
    {
      key: 'open',
      head: '',
      label: t({ message: 'Open', comment: 'Column of buttons that open a row' }),
      phone: 'keep',
      right: true,
      cell: (one) => {
        const id = railId(one);
        const name = `${one.coin} ${wordOf(networkWords, one.network)}`;
        return (
          <Button
            size="small"
            aria-pressed={id === current}
            aria-label={t({ message: `Open ${name}`, comment: 'name: a coin and its network' })}
            onClick={() => onOpen(id === current ? undefined : id)}
          >
            {id === current ? (
              <Trans comment="Button: closes what is open">Close</Trans>
            ) : (
              <Trans comment="Button: opens a row">Open</Trans>
            )}
          </Button>
        );
      },
    },
  ];
  return (
    <div className={style['reserves']}>
      <Table
        label={t`Coins on networks`}
        columns={columns}
        rows={rows}
        rowKey={railId}
        dense
        skeletonRows={4}
        empty={
          <Empty title={<Trans>Deposits and withdrawals are unavailable</Trans>}>
            <Trans>Coins appear here once the exchange supports a network for them.</Trans>
          </Empty>
        }
        error={error}
      />
    </div>
  );
}

/** The most important states of a coin on a network. */
export function ReserveTags({ one }: { readonly one: DeskReserve }) {
  const hot = hotState(one);
  return (
    <span className={style['tags']}>
      {one.halted === null ? null : (
        <Tag tone="warn">
          <Trans comment="Withdrawals of a coin rest">Halted</Trans>
        </Tag>
      )}
      {byHand(one) ? (
        <Tag>
          <Trans comment="A rail without a chain: a bank">By hand</Trans>
        </Tag>
      ) : (
        <Tag tone={one.state === 'short' ? 'warn' : one.state === 'even' ? 'accent' : 'plain'}>
          {wordOf(reserveStateWords, one.state)}
        </Tag>
      )}
      {hot === 'low' ? (
        <Tag tone="warn">
          <Trans comment="The hot wallet has less than it should">Hot is low</Trans>
        </Tag>
      ) : null}
    </span>
  );
}
