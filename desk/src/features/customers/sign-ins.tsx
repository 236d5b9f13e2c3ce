// A user's sign-ins; loaded on request only, because each view is logged.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LoginRecord } from '@vitrine/contract';
import { Button, Empty, ErrorBlock, Pages, Table, Tag, Time, type Column } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { OrNone } from '../../customer/index.ts';
import { loginResultWords, useFaultText, wordOf } from '../../words/index.ts';
import style from './customers.module.css';

const pageSize = 15;

const columns: readonly Column<LoginRecord>[] = [
  { key: 'time', head: <Trans>Time</Trans>, phone: 'keep', cell: (row) => <Time at={row.time} as="full" /> },
  {
    key: 'result',
    head: <Trans>Result</Trans>,
    phone: 'keep',
    cell: (row) => <Tag tone={row.result === 'done' ? 'plain' : 'warn'}>{wordOf(loginResultWords, row.result)}</Tag>,
  },
  { key: 'device', head: <Trans>Device</Trans>, cell: (row) => row.device },
  { key: 'ip', head: <Trans comment="Column head: network address, masked">Network</Trans>, cell: (row) => row.ip },
  { key: 'place', head: <Trans>Place</Trans>, cell: (row) => <OrNone value={row.place} /> },
];

export function SignIns({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const faultText = useFaultText();
  const [page, setPage] = useState<number>();
  const query = useQuery({
    ...queryOf('desk.customers.loginLog', { id, current: page ?? 1, size: pageSize }, 'look'),
    enabled: page !== undefined,
  });
  if (page === undefined)
    return (
      <div className={style['quiet']}>
        <Button size="small" onClick={() => setPage(1)}>
          <Trans>Show the sign-ins</Trans>
        </Button>{' '}
        <Trans>Viewing is logged.</Trans>
      </div>
    );
  return (
    <Table
      label={t`Sign-ins`}
      columns={columns}
      rows={query.data?.records}
      rowKey={(row) => row.id}
      dense
      empty={<Empty title={<Trans>No sign-in yet</Trans>} />}
      error={
        query.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load the sign-ins</Trans>} onRetry={() => void query.refetch()}>
            {faultText(query.error)}
          </ErrorBlock>
        ) : undefined
      }
      paging={query.data && <Pages current={page} size={query.data.size} total={query.data.total} onChange={setPage} />}
    />
  );
}
