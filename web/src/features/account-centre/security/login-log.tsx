// Sign-in attempts, newest first, including failed ones.
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LoginRecord } from '@vitrine/contract';
import { Empty, ErrorBlock, Pages, Pane, Table, Tag, Time, type Column } from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';

/** Rows of a page. */
const pageSize = 15;

/** The result of an attempt; unknown results of a newer server show as a dash. */
function useResult(): (result: LoginRecord['result']) => string {
  const { t } = useLingui();
  return (result) => {
    switch (result) {
      case 'done':
        return t({ message: 'Signed in', comment: 'Result of an attempt to sign in' });
      case 'password':
        return t({ message: 'Wrong password', comment: 'Result of an attempt to sign in' });
      case 'code':
        return t({ message: 'Wrong code', comment: 'Result of an attempt to sign in' });
      case 'factor':
        return t({ message: 'Wrong second factor', comment: 'Result of an attempt to sign in' });
      case 'locked':
        return t({ message: 'Locked', comment: 'Result of an attempt to sign in: too many before it' });
      default:
        return '–';
    }
  };
}

export function LoginLog() {
  const { t } = useLingui();
  const resultOf = useResult();
  const [current, setCurrent] = useState(1);
  const log = useQuery({
    ...queryOf('member.getLoginLog', { current, size: pageSize }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<LoginRecord>[] = [
    { key: 'time', head: t`Time`, phone: 'keep', cell: (row) => <Time at={row.time} as="full" /> },
    {
      key: 'result',
      head: t({ message: 'Result', comment: 'Column head: what became of an attempt to sign in' }),
      phone: 'keep',
      cell: (row) => (
        <Tag tone={row.result === 'done' ? 'plain' : 'warn'} state={row.result}>
          {resultOf(row.result)}
        </Tag>
      ),
    },
    { key: 'device', head: t({ message: 'Device', comment: 'A browser that signed in' }), cell: (row) => row.device },
    {
      key: 'ip',
      head: t({ message: 'Address', context: 'network', comment: 'Column: IP address of a sign-in' }),
      cell: (row) => <span className="v-num">{row.ip}</span>,
    },
    {
      key: 'place',
      head: t({ message: 'Place', comment: 'Column head: where an address is' }),
      cell: (row) => row.place ?? '–',
    },
  ];
  return (
    <Pane title={<Trans>Sign-in attempts</Trans>}>
      <Table
        label={t`Sign-in attempts`}
        columns={columns}
        rows={log.data?.records}
        rowKey={(row) => row.id}
        paging={log.data && <Pages current={current} size={pageSize} total={log.data.total} onChange={setCurrent} />}
        empty={
          <Empty title={<Trans>No sign-in attempt yet</Trans>}>
            <Trans>Every sign-in attempt appears here, failed ones too.</Trans>
          </Empty>
        }
        error={
          log.isError && !log.data ? (
            <ErrorBlock title={<Trans>Couldn’t load the sign-in attempts</Trans>} onRetry={() => void log.refetch()} />
          ) : undefined
        }
      />
    </Pane>
  );
}
