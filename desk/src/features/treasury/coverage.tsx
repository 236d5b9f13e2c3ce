// The hourly proof of reserves: liabilities to users, assets held against them, and the digest over all balances.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Coverage } from '@vitrine/contract';
import {
  Empty,
  ErrorBlock,
  JournalMark,
  NumCount,
  NumMoney,
  NumRate,
  Pages,
  Pane,
  Table,
  Tag,
  Time,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { OldNote } from '../../case/index.ts';
import { useFaultText } from '../../words/index.ts';
import style from './treasury.module.css';

const pageSize = 24;

export function CoverageTable() {
  const { t } = useLingui();
  const faultText = useFaultText();
  const [page, setPage] = useState(1);
  const list = useQuery(queryOf('desk.coverage.list', { current: page, size: pageSize }, 'list'));
  return (
    <Pane
      title={<Trans>Coverage, each hour</Trans>}
      aside={
        <span className="v-12 v-ink-3">
          <Trans>What customers are owed, and what is there for it</Trans>
        </span>
      }
    >
      {list.data === undefined ? null : <OldNote query={list} />}
      <Table
        label={t`Coverage, each hour`}
        columns={columns}
        rows={list.data?.records}
        rowKey={(row) => `${row.time}-${row.coin}`}
        dense
        skeletonRows={4}
        empty={
          <Empty title={<Trans>No proof yet</Trans>}>
            <Trans>The first is computed within the first hour.</Trans>
          </Empty>
        }
        error={
          list.isError && list.data === undefined ? (
            <ErrorBlock title={<Trans>Couldn’t load the proofs</Trans>} onRetry={() => void list.refetch()}>
              {faultText(list.error)}
            </ErrorBlock>
          ) : undefined
        }
        paging={list.data && <Pages current={page} size={list.data.size} total={list.data.total} onChange={setPage} />}
      />
    </Pane>
  );
}

const columns: readonly Column<Coverage>[] = [
  { key: 'time', head: <Trans>Time</Trans>, phone: 'keep', cell: (row) => <Time at={row.time} as="full" /> },
  {
    key: 'coin',
    head: <Trans>Coin</Trans>,
    phone: 'keep',
    cell: (row) => <span className="v-strong">{row.coin}</span>,
  },
  {
    key: 'liabilities',
    head: <Trans comment="Column head: what customers are owed">Owed</Trans>,
    right: true,
    cell: (row) => <NumMoney value={row.liabilities} asset={row.coin} />,
  },
  {
    key: 'reserves',
    head: <Trans comment="Column head: what is there for what is owed">Reserves</Trans>,
    right: true,
    cell: (row) => <NumMoney value={row.reserves} asset={row.coin} />,
  },
  {
    key: 'practice',
    head: <Trans comment="Column head: practice money among the reserves">Of which practice</Trans>,
    right: true,
    cell: (row) => <NumMoney value={row.practice} asset={row.coin} />,
  },
  {
    key: 'ratio',
    head: <Trans comment="Column head: reserves as a part of what is owed">Ratio</Trans>,
    right: true,
    cell: (row) => <NumRate value={row.ratio} />,
  },
  {
    key: 'covered',
    head: <Trans>State</Trans>,
    phone: 'keep',
    cell: (row) => (
      <Tag tone={row.covered ? 'accent' : 'warn'}>
        {row.covered ? (
          <Trans comment="What is owed is there">Covered</Trans>
        ) : (
          <Trans comment="What is owed is not all there">Not covered</Trans>
        )}
      </Tag>
    ),
  },
  {
    key: 'seq',
    head: <Trans comment="Column head: number of the journal's command a proof is of">Command</Trans>,
    right: true,
    cell: (row) => <NumCount value={row.seq} />,
  },
  {
    key: 'digest',
    head: <Trans comment="Column head: drawing of the hash over all balances">Digest</Trans>,
    cell: (row) => (
      <span className={style['mark']} title={row.digest}>
        <JournalMark hash={row.digest} />
      </span>
    ),
  },
];
