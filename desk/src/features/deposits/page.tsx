// The queue of deposits: with a screenshot under review first; every other stage to look at.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { RECHARGE_STAGE, type DeskDeposit, type Page } from '@vitrine/contract';
import { NumMoney, SelectField, Tag } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { CaseList, NoCase, QueueFrame, useQueue, type QueueSearch } from '../../case/index.ts';
import { FrozenTag } from '../../customer/index.ts';
import { useTitle } from '../../page/index.ts';
import { Waiting, depositStageWords, wordOf } from '../../words/index.ts';
import { DepositDecision } from './decision.tsx';
import { OpenDeposit, useDeposit } from './open-case.tsx';

const path = '/deposits';
const pageSize = 50;

/** A row as lists want it: under the deposit's number. */
type Row = DeskDeposit & { readonly id: string };

function rowsOf(page: Page<DeskDeposit>): Page<Row> {
  return { ...page, records: page.records.map((one) => ({ ...one, id: one.record.id })) };
}

export function DepositsPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const stage = RECHARGE_STAGE.find((one) => one === search.state) ?? 'review';
  const review = stage === 'review';
  const page = search.page ?? 1;
  const list = useQuery({
    ...queryOf('desk.deposits.list', { stage, current: page, size: pageSize }, 'queue'),
    select: rowsOf,
  });
  const kept = { ...(review ? {} : { state: stage }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const open = useDeposit(search.case);
  const row = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`Deposits`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Deposits</Trans>}
      choice={
        <SelectField
          label={<Trans>Stage</Trans>}
          value={stage}
          onChange={(to) => void navigate({ to: path, search: to === 'review' ? {} : { state: to } })}
          options={RECHARGE_STAGE.toSorted((a, b) => Number(b === 'review') - Number(a === 'review')).map((one) => ({
            key: one,
            label: wordOf(depositStageWords, one),
          }))}
        />
      }
      list={
        <CaseList<Row>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={[
            <Trans key="age" comment="Column head: how long a case waits">
              {review ? t`Waits` : t`Age`}
            </Trans>,
            <Trans key="amount">Amount, customer</Trans>,
            <Trans key="flags">Flags</Trans>,
          ]}
          cells={(one) => [
            <Waiting key="age" since={one.record.time} />,
            <span key="amount">
              <NumMoney value={one.record.amount} asset={one.record.coin} showAsset />
              <span className="v-ink-3">
                {' '}
                <Trans comment="Number of a customer">No. {one.customer.id}</Trans>
              </span>
            </span>,
            <Flags key="flags" one={one} />,
          ]}
          empty={review ? <Trans>No deposit to review</Trans> : <Trans>No such deposit</Trans>}
          emptyWords={<Trans>Deposits that customers tell with a screenshot appear here, the oldest first.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        search.case === undefined ? (
          <NoCase>{ids.length === 0 ? null : <Trans>Choose a deposit, or press J for the first.</Trans>}</NoCase>
        ) : (
          <OpenDeposit query={open} row={row} />
        )
      }
      decision={
        search.case === undefined || open.data === undefined || open.isError ? null : (
          <DepositDecision
            key={open.data.record.id}
            one={open.data}
            onDone={() => queue.next(search.case ?? '')}
            onChanged={() => void open.refetch()}
          />
        )
      }
    />
  );
}

function Flags({ one }: { readonly one: DeskDeposit }) {
  return (
    <>
      {one.proposal?.state === 'open' ? (
        <Tag tone="accent">
          <Trans comment="Flag: waits for the second person">Second person</Trans>
        </Tag>
      ) : null}
      <KnownTag known={one.known} />
      <FrozenTag frozen={one.customer.frozen} />
    </>
  );
}

function KnownTag({ known }: { readonly known: boolean }) {
  return known ? (
    <Tag tone="warn">
      <Trans comment="Flag of a deposit: the same screenshot was sent before">Known picture</Trans>
    </Tag>
  ) : null;
}
