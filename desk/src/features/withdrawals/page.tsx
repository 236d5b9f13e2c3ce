// The queue of withdrawals: under review first; every other stage to look at.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { WITHDRAWAL_STAGE, type DeskWithdrawal, type Page } from '@vitrine/contract';
import { NumMoney, SelectField } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { CaseList, NoCase, QueueFrame, useQueue, type QueueSearch } from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { Waiting, withdrawalStageWords, wordOf } from '../../words/index.ts';
import { WithdrawalDecision } from './decision.tsx';
import { Flags, OpenWithdrawal, useWithdrawal } from './open-case.tsx';

const path = '/withdrawals';
const pageSize = 50;
/** Flags shown in a row at most; the case shows all. */
const flagsMost = 1;

/** A row as lists want it: under the withdrawal's number. */
type Row = DeskWithdrawal & { readonly id: string };

function rowsOf(page: Page<DeskWithdrawal>): Page<Row> {
  return { ...page, records: page.records.map((one) => ({ ...one, id: one.record.id })) };
}

export function WithdrawalsPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const stage = WITHDRAWAL_STAGE.find((one) => one === search.state) ?? 'review';
  const review = stage === 'review';
  const page = search.page ?? 1;
  const list = useQuery({
    ...queryOf('desk.withdrawals.list', { stage, current: page, size: pageSize }, 'queue'),
    select: rowsOf,
  });
  const kept = { ...(review ? {} : { state: stage }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((one) => one.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const open = useWithdrawal(search.case);
  const row = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`Withdrawals`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans>Withdrawals</Trans>}
      choice={
        <SelectField
          label={<Trans>Stage</Trans>}
          value={stage}
          onChange={(to) => void navigate({ to: path, search: to === 'review' ? {} : { state: to } })}
          options={WITHDRAWAL_STAGE.map((one) => ({ key: one, label: wordOf(withdrawalStageWords, one) }))}
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
            <Flags key="flags" flags={one.flags} most={flagsMost} />,
          ]}
          empty={review ? <Trans>No withdrawal to review</Trans> : <Trans>No such withdrawal</Trans>}
          emptyWords={<Trans>What the rules do not pass by themselves appears here, the oldest first.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        search.case === undefined ? (
          <NoCase>{ids.length === 0 ? null : <Trans>Choose a withdrawal, or press J for the first.</Trans>}</NoCase>
        ) : (
          <OpenWithdrawal query={open} row={row} />
        )
      }
      decision={
        search.case === undefined || open.data === undefined || open.isError ? null : (
          <WithdrawalDecision
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
