// Claims on merchants' bonds: open or past claims, the merchant's answer, and the decision with two approvals.
import type { ReactNode } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { mayDesk, type CustomerLine, type DeskBondClaim } from '@vitrine/contract';
import { Note, NumMoney, Segmented, Tag, Time } from '@vitrine/ui';
import { queryOf, useMe } from '../../api/index.ts';
import {
  CaseBody,
  CaseHead,
  CaseList,
  Facts,
  ListedCase,
  Part,
  QueueFrame,
  useQueue,
  type QueueSearch,
} from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { ProposalById } from '../../proposal/index.ts';
import { bondStateWords, wordOf } from '../../words/index.ts';
import { Propose } from './propose.tsx';
import style from './bonds.module.css';

const path = '/otc-claims';
const pageSize = 50;

export function BondsPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { roles } = useMe();
  const state = search.state === 'past' ? 'past' : 'open';
  const page = search.page ?? 1;
  const list = useQuery(queryOf('desk.bonds.list', { open: state === 'open', current: page, size: pageSize }, 'queue'));
  const kept = { ...(state === 'open' ? {} : { state }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const found = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`OTC claims`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Claims on merchants’ bonds</Trans>}
      choice={
        <Segmented
          label={t`State of the claims`}
          value={state}
          onChange={(to) => void navigate({ to: path, search: to === 'open' ? {} : { state: to } })}
          choices={[
            { key: 'open', label: t({ message: 'Open', comment: 'Claims that are not decided' }) },
            { key: 'past', label: t({ message: 'Past', comment: 'Claims that are decided or lapsed' }) },
          ]}
        />
      }
      list={
        <CaseList<DeskBondClaim>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={[
            <Trans key="order">Order</Trans>,
            <Trans key="state">State</Trans>,
            <Trans key="amount">Amount</Trans>,
          ]}
          cells={(one) => [
            <span key="order" className="v-num">
              {one.orderId}
            </span>,
            <State key="state" one={one} />,
            <NumMoney key="amount" value={one.amount} asset={one.coin} showAsset />,
          ]}
          empty={state === 'open' ? <Trans>No open claims</Trans> : <Trans>No past claim</Trans>}
          emptyWords={<Trans>A claim pays the party that an OTC order harmed, out of the merchant’s bond.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        <ListedCase
          list={list.data}
          chosen={search.case}
          choose={<Trans>Choose a claim, or press J for the first.</Trans>}
          gone={<Trans>This claim is no longer in this list: it was decided.</Trans>}
        >
          {found && <Detail one={found} />}
        </ListedCase>
      }
      decision={
        found !== undefined ? (
          <Decision key={found.id} one={found} onDone={() => queue.next(found.id)} />
        ) : mayDesk('desk.bonds.claim', roles) ? (
          <Propose />
        ) : null
      }
    />
  );
}

function State({ one }: { readonly one: DeskBondClaim }) {
  return (
    <>
      <Tag tone={one.state === 'paid' ? 'accent' : 'plain'} state={one.state}>
        {wordOf(bondStateWords, one.state)}
      </Tag>
      {one.answer === null ? null : (
        <Tag tone="plain" state="answered">
          <Trans comment="Flag: the merchant answered">Answered</Trans>
        </Tag>
      )}
    </>
  );
}

function CustomerLink({ customer }: { readonly customer: CustomerLine }) {
  return (
    <Link to="/customers/$id" params={{ id: customer.id }} className="v-link">
      <Trans comment="Number of a customer">Customer No. {{ id: customer.id }}</Trans>
    </Link>
  );
}

function Detail({ one }: { readonly one: DeskBondClaim }) {
  return (
    <>
      <CaseHead title={<Trans comment="id: number of an OTC order">Claim for order {{ order: one.orderId }}</Trans>}>
        <State one={one} />
      </CaseHead>
      <CaseBody>
        <Part title={<Trans>The claim</Trans>}>
          <Facts
            facts={[
              { key: 'merchant', label: <Trans>Merchant</Trans>, value: <CustomerLink customer={one.merchant} /> },
              { key: 'harmed', label: <Trans>Harmed party</Trans>, value: <CustomerLink customer={one.harmed} /> },
              {
                key: 'amount',
                label: <Trans>Amount</Trans>,
                value: <NumMoney value={one.amount} asset={one.coin} showAsset />,
              },
              {
                key: 'value',
                label: <Trans>Value of the order</Trans>,
                value: <NumMoney value={one.value} asset={one.coin} showAsset />,
              },
              {
                key: 'notice',
                label: <Trans>The merchant can answer until</Trans>,
                value: <Time at={one.noticeUntil} as="full" />,
              },
              { key: 'until', label: <Trans>Expires</Trans>, value: <Time at={one.until} as="full" /> },
            ]}
          />
        </Part>
        <Part title={<Trans>The merchant’s answer</Trans>}>
          <Answer one={one} />
        </Part>
      </CaseBody>
    </>
  );
}

function Answer({ one }: { readonly one: DeskBondClaim }): ReactNode {
  if (one.answer === null)
    return (
      <p className={style['answer']} data-testid="answer" data-state="none">
        <Trans>No answer yet</Trans>
      </p>
    );
  return (
    <>
      <p className={style['answer']} data-testid="answer" data-state="given">
        {one.answer}
      </p>
      <p className="v-12 v-ink-2">
        <Time at={one.answered} as="full" />
      </p>
    </>
  );
}

function Decision({ one, onDone }: { readonly one: DeskBondClaim; readonly onDone: () => void }) {
  if (one.proposal === null)
    return (
      <Note>
        <Trans>The proposal of this claim is not known here.</Trans>
      </Note>
    );
  return <ProposalById id={one.proposal.id} onDone={onDone} />;
}
