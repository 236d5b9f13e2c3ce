// Linked accounts: open appeals, groups, and the proposals about both. Every decision needs two approvals.
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { LINK_APPEAL_STATE, type DeskAppeal, type LinkGroup, type Page } from '@vitrine/contract';
import { Segmented, Tag, Time } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import {
  CaseBody,
  CaseHead,
  CaseList,
  Facts,
  ListedCase,
  NoCase,
  Part,
  ProposedTag,
  QueueFrame,
  useQueue,
  type QueueSearch,
} from '../../case/index.ts';
import { CaseOrigin, FrozenTag, customerCells, customerFacts, customerHeads } from '../../customer/index.ts';
import { useTitle } from '../../page/index.ts';
import { appealStateWords, wordOf } from '../../words/index.ts';
import { AppealDecision } from './appeal-decision.tsx';
import { GroupDecision } from './group-decision.tsx';
import { LinkStep } from './link-step.tsx';
import { groupId, viewOf, type View } from './rules.ts';
import style from './linked.module.css';

const path = '/linked';
const pageSize = 50;

export function LinkedPage({ search }: { readonly search: QueueSearch }) {
  const view = viewOf(search.state);
  return view === 'groups' ? <Groups search={search} /> : <Appeals search={search} state={view} />;
}

function Choice({ view }: { readonly view: View }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Segmented
      label={t`What is shown`}
      value={view}
      onChange={(to) => void navigate({ to: path, search: to === 'open' ? {} : { state: to } })}
      choices={[
        ...LINK_APPEAL_STATE.map((one) => ({ key: one, label: wordOf(appealStateWords, one) })),
        { key: 'groups' as const, label: t({ message: 'Groups', comment: 'Groups of linked accounts' }) },
      ]}
    />
  );
}

function Appeals({ search, state }: { readonly search: QueueSearch; readonly state: Exclude<View, 'groups'> }) {
  const { t } = useLingui();
  const page = search.page ?? 1;
  const list = useQuery(queryOf('desk.appeals.list', { state, current: page, size: pageSize }, 'queue'));
  const kept = { ...(state === 'open' ? {} : { state }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const found = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`Linked accounts`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Linked accounts</Trans>}
      choice={<Choice view={state} />}
      list={
        <CaseList<DeskAppeal>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={customerHeads(state === 'open')}
          cells={customerCells}
          empty={state === 'open' ? <Trans>No pending appeals</Trans> : <Trans>No such case</Trans>}
          emptyWords={<Trans>Customers whose accounts are linked appeal on their account page.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        <ListedCase
          list={list.data}
          chosen={search.case}
          choose={<Trans>Choose a case, or press J for the first.</Trans>}
          gone={<Trans>This case is no longer in this list: it was decided or cancelled.</Trans>}
        >
          {found && <Appeal one={found} />}
        </ListedCase>
      }
      decision={
        found === undefined ? null : <AppealDecision key={found.id} one={found} onDone={() => queue.next(found.id)} />
      }
    />
  );
}

function Appeal({ one }: { readonly one: DeskAppeal }) {
  return (
    <>
      <CaseHead
        about={`appeal-${one.id}`}
        title={<Trans comment="id: number of an appeal">Appeal {{ id: one.id }}</Trans>}
      >
        <CaseOrigin one={one} />
        <Tag tone={one.state === 'refused' ? 'warn' : one.state === 'granted' ? 'accent' : 'plain'}>
          {wordOf(appealStateWords, one.state)}
        </Tag>
        <FrozenTag frozen={one.customer.frozen} />
      </CaseHead>
      <CaseBody>
        <Part title={<Trans>What the customer says</Trans>}>
          <p className={style['text']} data-testid="appeal-text">
            {one.text}
          </p>
        </Part>
        {one.answer === null ? null : (
          <Part title={<Trans>What we answered</Trans>}>
            <p className={style['text']}>{one.answer}</p>
          </Part>
        )}
        <Part title={<Trans>The customer</Trans>}>
          <Facts facts={customerFacts(one.customer)} />
        </Part>
        {one.linked.length === 0 ? null : (
          <Part title={<Trans>Linked with</Trans>}>
            <ul className={style['accounts']}>
              {one.linked.map((id) => (
                <li key={id}>
                  <Link to="/customers/$id" params={{ id }} className="v-link">
                    <Trans comment="Number of a customer">Customer No. {id}</Trans>
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </CaseBody>
    </>
  );
}

function Groups({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const page = search.page ?? 1;
  const list = useQuery({
    ...queryOf('desk.links.list', { current: page, size: pageSize }, 'queue'),
    select: ({ records, ...rest }: Page<LinkGroup>) => ({
      ...rest,
      records: records.map((one) => ({ ...one, id: groupId(one) })),
    }),
  });
  const kept = { state: 'groups', ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const found = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`Linked accounts`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Linked accounts</Trans>}
      choice={<Choice view="groups" />}
      list={
        <CaseList<LinkGroup & { readonly id: string }>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={[
            <Trans key="from" comment="Column head: from when a link counts">
              Since
            </Trans>,
            <Trans key="accounts">Accounts</Trans>,
            <Trans key="flags">Flags</Trans>,
          ]}
          cells={(one) => [
            <Time key="from" at={Math.max(...one.accounts.map(({ since }) => since))} />,
            <span key="accounts">{one.accounts.map(({ customer }) => customer.id).join(', ')}</span>,
            one.accounts.some(({ proposal }) => proposal !== null) ? <ProposedTag key="flags" /> : null,
          ]}
          empty={<Trans>No accounts are linked</Trans>}
          emptyWords={<Trans>Two people link accounts of one person, with a reason.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        found === undefined ? (
          <NoCase>
            <Trans>Choose a group, or propose to link two accounts.</Trans>
          </NoCase>
        ) : (
          <Group one={found} />
        )
      }
      decision={
        found === undefined ? (
          <LinkStep />
        ) : (
          <GroupDecision key={found.id} one={found} onDone={() => void list.refetch()} />
        )
      }
    />
  );
}

function Group({ one }: { readonly one: LinkGroup }) {
  const count = one.accounts.length;
  return (
    <>
      <CaseHead
        about={`group-${groupId(one)}`}
        title={<Trans comment="count: accounts of one person">{count} accounts of one person</Trans>}
      />
      <CaseBody>
        <Part title={<Trans>Accounts</Trans>}>
          <ul className={style['accounts']}>
            {one.accounts.map(({ customer, since, from }) => (
              <li key={customer.id}>
                <Link to="/customers/$id" params={{ id: customer.id }} className="v-link">
                  <Trans comment="Number of a customer">Customer No. {{ id: customer.id }}</Trans>
                </Link>
                <span className="v-ink-2">{customer.loginName ?? customer.email ?? customer.phone}</span>
                <FrozenTag frozen={customer.frozen} />
                <span className="v-end v-ink-2">
                  <Trans comment="since: when two people linked the account; from: when the link counts">
                    linked <Time at={since} as="full" />, counts from <Time at={from} as="full" />
                  </Trans>
                </span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={<Trans>What a link does</Trans>}>
          <ul className={style['list']}>
            <li>
              <Trans>New contract positions count what all of them hold on that side of the market.</Trans>
            </li>
            <li>
              <Trans>Withdrawals share one allowance and one place in the queue.</Trans>
            </li>
            <li>
              <Trans>It takes effect 24 hours after approval. Positions and orders open by then stay.</Trans>
            </li>
          </ul>
        </Part>
      </CaseBody>
    </>
  );
}
