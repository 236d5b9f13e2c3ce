// Records of borrowing: loans, repayments, interest, liquidations; paged, and as a file.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BorrowRecord } from '@vitrine/contract';
import {
  buttonClass,
  type Column,
  Empty,
  ErrorBlock,
  NumExact,
  NumMoney,
  NumRate,
  Table,
  Tabs,
  tabId,
  Time,
  useSearched,
} from '@vitrine/ui';
import { useId, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { runtimeConfig } from '../../runtime/index.ts';
import { BorrowStatusWord, LiquidationStepWord } from './words.tsx';
import style from './margin.module.css';

const PAGE = 15;
const KINDS = ['borrow', 'still', 'interest', 'liquidation'] as const;
type Kind = (typeof KINDS)[number];

export function BorrowRecords({ account }: { readonly account: 'all' | 'fixed' }) {
  const { t } = useLingui();
  const panel = useId();
  const [kind, setKind] = useState<Kind>('borrow');
  const pages = useSearched(kind);
  const list = useQuery({
    ...queryOf(
      'entrust.borrowOrder',
      { a: account, b: kind, c: 'all', current: pages.current, size: PAGE, ...pages.older },
      'lazy',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className={style['recordsHead']}>
        <Tabs
          label={t`Borrowing records`}
          panel={panel}
          value={kind}
          choices={[
            { key: 'borrow', label: <Trans comment="Tab: loans taken">Loans</Trans> },
            { key: 'still', label: <Trans comment="Tab: loans paid back">Repayments</Trans> },
            { key: 'interest', label: <Trans>Interest</Trans> },
            { key: 'liquidation', label: <Trans comment="List of liquidations of the customer">Liquidations</Trans> },
          ]}
          onChange={setKind}
        />
        <a
          className={buttonClass({ size: 'small' })}
          href={`/api/${runtimeConfig().requestHead}/coin/entrust/borrowOrder/${account}/${kind}/all?format=csv`}
          download
        >
          <Trans comment="Link: downloads the list as a file for spreadsheets">CSV</Trans>
        </a>
      </div>
      <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, kind)}>
        <Table
          dense
          label={t`Borrowing records`}
          columns={columns(account, kind)}
          rows={list.data?.records}
          rowKey={({ id }) => id}
          paging={pages.paging(list.data, PAGE)}
          error={
            list.isError && list.data === undefined ? (
              <ErrorBlock title={<Trans>Couldn’t load the records</Trans>} onRetry={() => void list.refetch()} />
            ) : undefined
          }
          empty={
            <Empty title={<Trans>No such records</Trans>}>
              <Trans>Your loans and repayments appear here.</Trans>
            </Empty>
          }
        />
      </div>
    </>
  );
}

function columns(account: 'all' | 'fixed', kind: Kind): readonly Column<BorrowRecord>[] {
  return [
    { key: 'time', head: <Trans>Time</Trans>, phone: 'keep', cell: ({ time }) => <Time at={time} as="full" /> },
    ...(account === 'fixed'
      ? [{ key: 'market', head: <Trans>Market</Trans>, cell: ({ symbolName }: BorrowRecord) => symbolName ?? '–' }]
      : []),
    { key: 'coin', head: <Trans>Coin</Trans>, phone: 'keep', cell: ({ coin }) => coin },
    {
      key: 'amount',
      head: <Trans context="money">Amount</Trans>,
      right: true,
      phone: 'keep',
      cell: ({ amount, coin }) => <NumMoney value={amount} asset={coin} />,
    },
    ...(kind === 'still'
      ? [
          {
            key: 'interest',
            head: <Trans>Of which interest</Trans>,
            right: true,
            cell: ({ interest, coin }: BorrowRecord) => <NumMoney value={interest} asset={coin} />,
          },
        ]
      : []),
    ...(kind === 'borrow' || kind === 'interest'
      ? [
          {
            key: 'rate',
            head: <Trans comment="Column: interest an hour">An hour</Trans>,
            right: true,
            cell: ({ rate }: BorrowRecord) => <NumRate value={rate} decimals={4} />,
          },
        ]
      : []),
    ...(kind === 'liquidation'
      ? [
          {
            key: 'level',
            head: <Trans comment="What one has divided by what one owes">Margin level</Trans>,
            right: true,
            cell: ({ level }: BorrowRecord) => <NumExact value={level} />,
          },
        ]
      : []),
    ...(kind === 'borrow'
      ? [
          {
            key: 'status',
            head: <Trans>State</Trans>,
            right: true,
            cell: ({ status, step }: BorrowRecord) =>
              step === null ? <BorrowStatusWord status={status} /> : <LiquidationStepWord step={step} />,
          },
        ]
      : []),
  ];
}
