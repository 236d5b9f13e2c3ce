// Who decided what about whom, with whom: past proposals about people.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Proposal, ProposalKind } from '@vitrine/contract';
import { Empty, ErrorBlock, Pane, Segmented, Table, Tag, Time, type Column } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { proposalKindWords, proposalStateWords, useFaultText, wordOf } from '../../words/index.ts';

const pageSize = 15;
const kinds = ['person.invite', 'person.roles', 'person.reset'] as const satisfies readonly ProposalKind[];

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
  const [kind, setKind] = useState<(typeof kinds)[number]>('person.invite');
  const [page, setPage] = useState(1);
  const query = useQuery(queryOf('desk.proposals.list', { open: false, kind, current: page, size: pageSize }, 'list'));
  return (
    <Pane
      title={<Trans>Decided, and by whom</Trans>}
      aside={
        <Segmented
          label={t`Which decisions`}
          value={kind}
          onChange={(to) => {
            setKind(to);
            setPage(1);
          }}
          choices={kinds.map((one) => ({ key: one, label: wordOf(proposalKindWords, one) }))}
        />
      }
    >
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
            <ErrorBlock title={<Trans>The list did not load</Trans>} onRetry={() => void query.refetch()}>
              {faultText(query.error)}
            </ErrorBlock>
          ) : undefined
        }
        {...(query.data
          ? { paging: { current: page, size: query.data.size, total: query.data.total, onChange: setPage } }
          : {})}
      />
    </Pane>
  );
}
