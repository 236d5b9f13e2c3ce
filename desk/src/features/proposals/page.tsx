// Proposals: those that wait for a second approval, and past ones with their outcome.
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Page, Proposal } from '@vitrine/contract';
import { ErrorBlock, Segmented, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { queryOf, useMe } from '../../api/index.ts';
import {
  CaseBody,
  CaseHead,
  CaseList,
  NoCase,
  Part,
  QueueFrame,
  useQueue,
  type QueueSearch,
} from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { Names, ProposalDecision, ProposalFacts, inWorkingOrder } from '../../proposal/index.ts';
import { Left, proposalKindWords, proposalStateWords, useFaultText, wordOf } from '../../words/index.ts';
import style from './proposals.module.css';

const path = '/proposals';
const pageSize = 50;

/** A page of proposals in working order. */
function ordered(page: Page<Proposal>): Page<Proposal> {
  return { ...page, records: inWorkingOrder(page.records) };
}

export function ProposalsPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const me = useMe();
  const open = search.state !== 'past';
  const page = search.page ?? 1;
  const list = useQuery({
    ...queryOf('desk.proposals.list', { open, current: page, size: pageSize }, 'queue'),
    select: ordered,
  });
  const kept = { ...(open ? {} : { state: 'past' }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const one = useQuery({
    ...queryOf('desk.proposals.get', { id: search.case ?? '0' }, 'queue'),
    enabled: search.case !== undefined,
  });
  const faultText = useFaultText();
  useTitle(t`Proposals`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Proposals</Trans>}
      choice={
        <Segmented
          label={t`Which proposals`}
          value={open ? 'open' : 'past'}
          onChange={(to) => void navigate({ to: path, search: to === 'open' ? {} : { state: to } })}
          choices={[
            { key: 'open', label: <Trans comment="Proposals that wait">Open</Trans> },
            { key: 'past', label: <Trans comment="Proposals that were decided">Past</Trans> },
          ]}
        />
      }
      list={
        <CaseList<Proposal>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={[
            open ? <Trans key="left">Time left</Trans> : <Trans key="made">Made</Trans>,
            <Trans key="what">What</Trans>,
            <Trans key="state">State</Trans>,
          ]}
          cells={(row) => [
            row.state === 'open' ? <Left key="left" until={row.expires} /> : <Time key="made" at={row.made} />,
            <span key="what" title={row.subject.name}>
              {wordOf(proposalKindWords, row.kind)} <span className="v-ink-3">{row.subject.name}</span>
            </span>,
            <RowTag key="state" row={row} own={row.by.id === me.person.id} />,
          ]}
          empty={open ? <Trans>No pending proposals</Trans> : <Trans>No past proposals</Trans>}
          emptyWords={<Trans>Proposals that require two people appear here.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        search.case === undefined ? (
          <NoCase>{ids.length === 0 ? null : <Trans>Choose a proposal, or press J for the first.</Trans>}</NoCase>
        ) : one.data !== undefined ? (
          <Detail proposal={one.data} />
        ) : one.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load the proposal</Trans>} onRetry={() => void one.refetch()}>
            {faultText(one.error)}
          </ErrorBlock>
        ) : (
          <SkeletonRows rows={6} />
        )
      }
      decision={
        one.data === undefined || search.case === undefined ? null : one.data.state === 'open' ? (
          <ProposalDecision key={one.data.id} proposal={one.data} onDone={(done) => queue.next(done.id)} />
        ) : (
          <>
            <h2 className={style['title']}>{wordOf(proposalStateWords, one.data.state)}</h2>
            <Names proposal={one.data} />
          </>
        )
      }
    />
  );
}

function RowTag({ row, own }: { readonly row: Proposal; readonly own: boolean }) {
  if (row.state !== 'open')
    return (
      <Tag tone={row.state === 'done' ? 'accent' : row.state === 'failed' ? 'warn' : 'plain'}>
        {wordOf(proposalStateWords, row.state)}
      </Tag>
    );
  if (own)
    return (
      <Tag state="own">
        <Trans comment="A proposal of one's own">Yours</Trans>
      </Tag>
    );
  return row.mayApprove ? (
    <Tag tone="accent" state="decide">
      <Trans comment="A proposal that waits for the reader">Waits for you</Trans>
    </Tag>
  ) : null;
}

function Detail({ proposal }: { readonly proposal: Proposal }) {
  const code = proposal.code;
  return (
    <>
      <CaseHead
        title={
          <Trans comment="id: number of a proposal, kind: what is proposed">
            Proposal {{ id: proposal.id }}: {{ kind: wordOf(proposalKindWords, proposal.kind) }}
          </Trans>
        }
      >
        <Subject proposal={proposal} />
        <Tag tone={proposal.state === 'failed' ? 'warn' : 'plain'}>{wordOf(proposalStateWords, proposal.state)}</Tag>
      </CaseHead>
      <CaseBody>
        <Part title={<Trans>What will happen</Trans>}>
          <div className={style['body']}>
            <ProposalFacts proposal={proposal} />
            {code === null ? null : (
              <p className="v-12 v-warn">
                <Trans comment="code: number of the refusal">It could not be executed: refused with code {code}.</Trans>
              </p>
            )}
          </div>
        </Part>
        <Part title={<Trans>Why</Trans>}>
          <div className={style['body']}>
            <q className={style['reason']}>{proposal.reason}</q>
          </div>
        </Part>
      </CaseBody>
    </>
  );
}

function Subject({ proposal: { subject, facts } }: { readonly proposal: Proposal }) {
  const stage = facts.find((one) => one.fact === 'kycStage')?.after ?? '1';
  switch (subject.kind) {
    case 'customer':
      return (
        <Link to="/customers/$id" params={{ id: subject.id }} className="v-link">
          {subject.name}
        </Link>
      );
    case 'fundCase':
      return (
        <Link to="/fund-passwords" search={{ case: subject.id }} className="v-link">
          {subject.name}
        </Link>
      );
    case 'kyc':
      return (
        <Link to="/verification/$stage" params={{ stage }} search={{ case: subject.id }} className="v-link">
          <Trans comment="id: number of a submission, name: masked name of the customer">
            Submission {{ id: subject.id }} of {{ name: subject.name }}
          </Trans>
        </Link>
      );
    case 'deposit':
      return (
        <Link to="/deposits" search={{ case: subject.id }} className="v-link">
          <Trans comment="id: number of a deposit, name: masked name of the customer">
            Deposit {{ id: subject.id }} of {{ name: subject.name }}
          </Trans>
        </Link>
      );
    case 'withdrawal':
      return (
        <Link to="/withdrawals" search={{ case: subject.id }} className="v-link">
          <Trans comment="id: number of a withdrawal, name: masked name of the customer">
            Withdrawal {{ id: subject.id }} of {{ name: subject.name }}
          </Trans>
        </Link>
      );
    case 'appeal':
      return (
        <Link to="/linked" search={{ case: subject.id }} className="v-link">
          <Trans comment="id: number of an appeal, name: masked name of the customer">
            Appeal {{ id: subject.id }} of {{ name: subject.name }}
          </Trans>
        </Link>
      );
    case 'market':
      return (
        <Link to="/closing-rates" className="v-link">
          {subject.name}
        </Link>
      );
    case 'otcOrder':
      return (
        <Link to="/otc-claims" className="v-link">
          <Trans comment="id: number of an OTC order, name: masked name of the merchant">
            Order {{ id: subject.id }} of {{ name: subject.name }}
          </Trans>
        </Link>
      );
    case 'rail':
      return (
        <Link to="/treasury" className="v-link">
          {subject.name}
        </Link>
      );
    case 'exchange':
      return (
        <Link to="/treasury" className="v-link">
          <Trans comment="What a proposal is about: the time that the exchange goes by">Clock of the exchange</Trans>
        </Link>
      );
    case 'person':
      return <span>{subject.name}</span>;
  }
}
