// Transactions of the operator as a table: purpose, progress, cost, and the id to copy.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskTransaction } from '@vitrine/contract';
import { NumMoney, Table, Tag, Time, type Column } from '@vitrine/ui';
import { Copied } from '../copy/index.ts';
import { networkWords, transactionKindWords, transactionStateWords, wordOf } from '../words/index.ts';
import style from './funds.module.css';

export interface TransactionsProps {
  /** undefined while loading. */
  readonly rows: readonly DeskTransaction[] | undefined;
  readonly empty: ReactNode;
  readonly error?: ReactNode;
  readonly paging?: ReactNode;
}

export function Transactions({ rows, empty, error, paging }: TransactionsProps) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Transactions`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      dense
      skeletonRows={4}
      empty={empty}
      error={error}
      paging={paging}
    />
  );
}

/** The transactions of one withdrawal: the first and its fee bumps. */
export function TransactionList({ rows }: { readonly rows: readonly DeskTransaction[] }) {
  return (
    <ol className={style['list']} data-testid="transactions">
      {rows.map((row) => (
        <li key={row.id}>
          <div className={style['line']}>
            <span className="v-strong">
              <NumMoney value={row.amount} asset={row.coin} showAsset />
            </span>
            <TransactionState state={row.state} />
            <span className={style['end']}>
              <Time at={row.time} as="full" />
            </span>
          </div>
          {row.txid === null ? null : <Copied text={row.txid} />}
          <p className="v-12 v-ink-2">
            {row.replaces === null ? null : (
              <>
                <Trans comment="A transaction with a higher fee in place of an earlier one">
                  Replaces an earlier one.
                </Trans>{' '}
              </>
            )}
            {row.cost === null ? null : (
              <Trans comment="What the chain took for a transaction">
                Cost <NumMoney value={row.cost} asset={row.costCoin ?? row.coin} showAsset />
              </Trans>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The state of a transaction as text. */
function TransactionState({ state }: Pick<DeskTransaction, 'state'>) {
  return (
    <Tag tone={state === 'reverted' ? 'warn' : state === 'confirmed' ? 'accent' : 'plain'}>
      {wordOf(transactionStateWords, state)}
    </Tag>
  );
}

const columns: readonly Column<DeskTransaction>[] = [
  { key: 'time', head: <Trans>Time</Trans>, phone: 'keep', cell: (row) => <Time at={row.time} /> },
  {
    key: 'kind',
    head: <Trans comment="Column head: what a transaction is for">What</Trans>,
    phone: 'keep',
    cell: (row) => wordOf(transactionKindWords, row.kind),
  },
  { key: 'network', head: <Trans>Network</Trans>, cell: (row) => wordOf(networkWords, row.network) },
  {
    key: 'amount',
    head: <Trans>Amount</Trans>,
    right: true,
    cell: (row) => <NumMoney value={row.amount} asset={row.coin} showAsset />,
  },
  {
    key: 'state',
    head: <Trans>State</Trans>,
    phone: 'keep',
    cell: (row) => <TransactionState state={row.state} />,
  },
  {
    key: 'cost',
    head: <Trans comment="Column head: what the chain took for a transaction">Cost</Trans>,
    right: true,
    cell: (row) => <NumMoney value={row.cost} asset={row.costCoin ?? row.coin} showAsset />,
  },
  {
    key: 'to',
    head: <Trans comment="Column head: address a transaction pays to">To</Trans>,
    phone: 'only',
    cell: (row) => <span className={style['address']}>{row.to}</span>,
  },
  {
    key: 'txid',
    head: <Trans comment="Column head: hash of a transaction">Transaction</Trans>,
    cell: (row) =>
      row.txid === null ? (
        <span className="v-ink-3">
          <Trans comment="A transaction without a number yet">not signed yet</Trans>
        </span>
      ) : (
        <Copied text={row.txid} short />
      ),
  },
];
