// Past proposals about staff: who decided what, with whom.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Proposal, ProposalKind } from '@vitrine/contract';
import { Empty, ErrorBlock, Pages, Pane, Segmented, Table, Tag, Time, type Column } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { proposalStateWords, useFaultText, wordOf } from '../../words/index.ts';
import style from './people.module.css';

const pageSize = 15;
type PersonKind = Extract<ProposalKind, `person.${string}`>;

const columns: readonly Column<Proposal>[] = [
  {
    key: 'time',
    head: <Trans>Time</Trans>,
    cell: (row) => <Time at={row.decided ?? row.made} as="full" />,
  },
  {
    key: 'whom',
    head: <Trans comment="Column head: about whom it was decided">About</Trans>,
    phone: 'keep',
    cell: (row) => row.subject.name,
  },
  { key: 'by', head: <Trans>Proposed by</Trans>, phone: 'keep', cell: (row) => row.by.name },
  { key: 'second', head: <Trans>Decided by</Trans>, cell: (row) => row.second?.name ?? '–' },
  {
    key: 'state',
    head: <Trans>State</Trans>,
    phone: 'keep',
    cell: (row) => (
      <Tag tone={row.state === 'done' ? 'accent' : row.state === 'failed' ? 'warn' : 'plain'}>
        {wordOf(proposalStateWords, row.state)}
      </Tag>
    ),
  },
];

export function PeopleHistory() {
  const { t } = useLingui();
  const faultText = useFaultText();
  const [kind, setKind] = useState<PersonKind>('person.invite');
  const [page, setPage] = useState(1);
  const query = useQuery(queryOf('desk.proposals.list', { open: false, kind, current: page, size: pageSize }, 'list'));
  return (
    <Pane title={<Trans>Decided, and by whom</Trans>}>
      <div className={style['which']}>
        <Segmented<PersonKind>
          label={t`Which decisions`}
          value={kind}
          onChange={(to) => {
            setKind(to);
            setPage(1);
          }}
          choices={[
            { key: 'person.invite', label: <Trans>Invitations</Trans> },
            { key: 'person.roles', label: <Trans>Roles</Trans> },
            { key: 'person.reset', label: <Trans comment="Past set-ups of people anew">Set-ups</Trans> },
          ]}
        />
      </div>
      <Table
        label={t`Past decisions about people`}
        columns={columns}
        rows={query.data?.records}
        rowKey={(row) => row.id}
        dense
        skeletonRows={2}
        empty={<Empty title={<Trans>None yet</Trans>} />}
        error={
          query.isError ? (
            <ErrorBlock title={<Trans>Couldn’t load the list</Trans>} onRetry={() => void query.refetch()}>
              {faultText(query.error)}
            </ErrorBlock>
          ) : undefined
        }
        paging={
          query.data && <Pages current={page} size={query.data.size} total={query.data.total} onChange={setPage} />
        }
      />
    </Pane>
  );
}
