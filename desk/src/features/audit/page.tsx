// The audit log: what was done or viewed, by whom, about what. Each row has its hash, and the whole chain can be
// verified.
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditRecord } from '@vitrine/contract';
import {
  Button,
  Empty,
  ErrorBlock,
  JournalMark,
  Pages,
  Pane,
  SelectField,
  Table,
  TextField,
  Time,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import { auditWords, fieldText, useFaultText, wordOf } from '../../words/index.ts';
import { Chain } from './chain.tsx';
import { readSubject, subjectFault, subjectKinds, type AuditSearch, type SubjectKind } from './filter.ts';
import { subjectWords } from './words.ts';
import style from './audit.module.css';

const pageSize = 30;

export function AuditPage({ search }: { readonly search: AuditSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const faultText = useFaultText();
  const page = search.page ?? 1;
  const log = useQuery(
    queryOf(
      'desk.audit.list',
      {
        current: page,
        size: pageSize,
        ...(search.person === undefined ? {} : { person: search.person }),
        ...(search.subject === undefined ? {} : { subject: search.subject }),
      },
      'list',
    ),
  );
  const go = (change: AuditSearch): void => void navigate({ to: '/audit', search: change });
  useTitle(t`Audit log`);
  return (
    <div className={style['page']}>
      <h1>
        <Trans>Audit log</Trans>
      </h1>
      <Chain />
      <Pane>
        <Filter key={`${search.person ?? ''}|${search.subject ?? ''}`} search={search} onFilter={go} />
        <Table
          label={t`Audit log`}
          columns={columns}
          rows={log.data?.records}
          rowKey={(row) => row.id}
          dense
          skeletonRows={12}
          empty={
            <Empty title={<Trans>No such rows</Trans>}>
              <Trans>Choose another person or subject.</Trans>
            </Empty>
          }
          error={
            log.isError && log.data === undefined ? (
              <ErrorBlock title={<Trans>Couldn’t load the log</Trans>} onRetry={() => void log.refetch()}>
                {faultText(log.error)}
              </ErrorBlock>
            ) : undefined
          }
          paging={
            log.data && (
              <Pages
                current={page}
                size={log.data.size}
                total={log.data.total}
                onChange={(to) => go({ ...search, page: to })}
              />
            )
          }
        />
      </Pane>
    </div>
  );
}

const columns: readonly Column<AuditRecord>[] = [
  {
    key: 'id',
    head: <Trans comment="Column head: number of a row of the log">Row</Trans>,
    right: true,
    cell: (row) => row.id,
  },
  { key: 'time', head: <Trans>Time</Trans>, phone: 'keep', cell: (row) => <Time at={row.time} as="full" /> },
  {
    key: 'person',
    head: <Trans>Person</Trans>,
    cell: (row) =>
      row.person?.name ?? (
        <span className="v-ink-3">
          <Trans comment="Audit log: by nobody known">unknown</Trans>
        </span>
      ),
  },
  {
    key: 'what',
    head: <Trans>What</Trans>,
    phone: 'keep',
    cell: (row) => (
      <span className={style['what']} data-what={row.what}>
        {wordOf(auditWords, row.what)}
      </span>
    ),
  },
  { key: 'subject', head: <Trans>About</Trans>, cell: (row) => <Subject subject={row.subject} /> },
  { key: 'why', head: <Trans>Reason and details</Trans>, cell: (row) => <Details row={row} /> },
  {
    key: 'mark',
    head: <Trans comment="Column head: drawing of a row's hash">Mark</Trans>,
    cell: (row) => (
      <span className={style['mark']} title={row.hash}>
        <JournalMark hash={row.hash} />
      </span>
    ),
  },
];

function Subject({ subject }: { readonly subject: string | null }) {
  const read = subject === null ? undefined : readSubject(subject);
  if (!read) return subject ?? '–';
  return `${wordOf(subjectWords, read.kind)} ${read.id}`;
}

function Details({ row }: { readonly row: AuditRecord }) {
  const details = Object.entries(row.detail).map(([name, value]) => `${name} ${fieldText(value)}`);
  const text = [row.reason, ...details, row.ip].filter((one) => one !== null && one !== '').join(' · ');
  return <span className={style['details']}>{text === '' ? '–' : text}</span>;
}

function Filter({
  search,
  onFilter,
}: {
  readonly search: AuditSearch;
  readonly onFilter: (search: AuditSearch) => void;
}) {
  const { t } = useLingui();
  const people = useQuery(queryOf('desk.people.list', {}, 'list'));
  const about = search.subject === undefined ? undefined : readSubject(search.subject);
  const [person, setPerson] = useState(search.person ?? '');
  const [kind, setKind] = useState<SubjectKind>(subjectKinds.find((one) => one === about?.kind) ?? 'customer');
  const [id, setId] = useState(about?.id ?? '');
  const fault = subjectFault(id);
  const everybody = [
    { key: '', label: t`Everybody` },
    ...(people.data?.records ?? []).map((one) => ({ key: one.id, label: one.name })),
  ];
  return (
    <form
      className={style['filter']}
      aria-label={t`Filter of the log`}
      onSubmit={(event) => {
        event.preventDefault();
        const said = id.trim();
        if (fault !== undefined) return;
        onFilter({ ...(person === '' ? {} : { person }), ...(said === '' ? {} : { subject: `${kind}:${said}` }) });
      }}
    >
      <SelectField
        label={<Trans>Person</Trans>}
        name="person"
        value={person}
        options={everybody}
        onChange={setPerson}
      />
      <SelectField
        label={<Trans>About</Trans>}
        value={kind}
        options={subjectKinds.map((key) => ({ key, label: wordOf(subjectWords, key) }))}
        onChange={setKind}
      />
      <TextField
        label={<Trans comment="Number of a customer, case, person or proposal">Number</Trans>}
        value={id}
        maxLength={64}
        autoComplete="off"
        onChange={setId}
        error={fault === undefined ? undefined : t`Digits, letters and dashes only`}
      />
      <div className={style['filterActions']}>
        <Button type="submit" tone="main">
          <Trans comment="Button: of a filter">Show</Trans>
        </Button>
        {search.person === undefined && search.subject === undefined ? null : (
          <Button data-testid="all-rows" onClick={() => onFilter({})}>
            <Trans comment="Button: takes a filter away">All rows</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
