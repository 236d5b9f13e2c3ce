// The shared queue of deposits and withdrawals: those under review first, every other stage for viewing.
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskDeposit, DeskWithdrawal, Page } from '@vitrine/contract';
import { NumMoney, SelectField } from '@vitrine/ui';
import { CaseList, NoCase, QueueFrame, useQueue, type QueueSearch } from '../case/index.ts';
import { Waiting, wordOf } from '../words/index.ts';
import style from './funds.module.css';

type Money = DeskDeposit | DeskWithdrawal;
/** A row for lists, with the record's number as its id. */
type Numbered<One extends Money> = One & { readonly id: string };

const pageSize = 50;
/** The stage that waits for a decision; the address omits it. */
const first = 'review';

export interface FundsPlace<Stage extends string> {
  readonly stage: Stage;
  /** Input of the list call. */
  readonly asked: { readonly stage: Stage; readonly current: number; readonly size: number };
  /** The search parameters kept from case to case. */
  readonly kept: Readonly<Record<string, string | number>>;
}

/** The stage and page of an address; invalid values mean the waiting stage. */
export function placeOf<Stage extends string>(
  stages: readonly (Stage | typeof first)[],
  search: QueueSearch,
): FundsPlace<Stage | typeof first> {
  const stage = stages.find((one) => one === search.state) ?? first;
  const page = search.page ?? 1;
  return {
    stage,
    asked: { stage, current: page, size: pageSize },
    kept: { ...(stage === first ? {} : { state: stage }), ...(page > 1 ? { page } : {}) },
  };
}

/** A page of records as list rows. */
export function numbered<One extends Money>(page: Page<One>): Page<Numbered<One>> {
  return { ...page, records: page.records.map((one) => ({ ...one, id: one.record.id })) };
}

export interface FundsQueueProps<One extends Money, Stage extends string> {
  readonly path: string;
  readonly search: QueueSearch;
  readonly place: FundsPlace<Stage>;
  readonly query: UseQueryResult<Page<Numbered<One>>>;
  readonly title: ReactNode;
  readonly stages: readonly Stage[];
  readonly words: Readonly<Record<Stage, MessageDescriptor>>;
  readonly flags: (one: One) => ReactNode;
  readonly empty: { readonly review: ReactNode; readonly other: ReactNode; readonly words: ReactNode };
  /** Shown in the middle while there are cases and none is open. */
  readonly choose: ReactNode;
  /** The open case; `row`: its current row in the list. */
  readonly detail: (row: One | undefined) => ReactNode;
  /** Its decision; `onDone` opens the next case. */
  readonly decision: (onDone: () => void) => ReactNode;
}

export function FundsQueue<One extends Money, Stage extends string>({
  path,
  search,
  place: { stage, kept },
  query,
  title,
  stages,
  words,
  flags,
  empty,
  choose,
  detail,
  decision,
}: FundsQueueProps<One, Stage>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const rows = query.data?.records ?? [];
  const ids = rows.map((one) => one.id);
  const queue = useQueue(path, kept, ids, search.case);
  const review = stage === first;
  const id = search.case;
  return (
    <QueueFrame
      path={path}
      open={id !== undefined}
      said={queue.said}
      title={title}
      choice={
        <SelectField
          label={<Trans>Stage</Trans>}
          value={stage}
          onChange={(to) => void navigate({ to: path, search: to === first ? {} : { state: to } })}
          options={stages
            .toSorted((a, b) => Number(b === first) - Number(a === first))
            .map((one) => ({ key: one, label: wordOf(words, one) }))}
        />
      }
      list={
        <CaseList<Numbered<One>>
          query={query}
          current={id}
          path={path}
          search={kept}
          heads={[
            <Trans key="age" comment="Column head: how long a case waits">
              {{ word: review ? t`Waits` : t`Age` }}
            </Trans>,
            <Trans key="amount">Amount, customer</Trans>,
            <Trans key="flags">Flags</Trans>,
          ]}
          cells={(one) => [
            <Waiting key="age" since={one.record.time} />,
            <span key="amount">
              <NumMoney value={one.record.amount} asset={one.record.coin} showAsset />{' '}
              <span className={style['customer']}>
                <Trans comment="Number of a customer">No. {{ id: one.customer.id }}</Trans>
              </span>
            </span>,
            flags(one),
          ]}
          empty={review ? empty.review : empty.other}
          emptyWords={empty.words}
          onPage={queue.page}
        />
      }
      detail={
        id === undefined ? (
          <NoCase>{ids.length === 0 ? null : choose}</NoCase>
        ) : (
          detail(rows.find((one) => one.id === id))
        )
      }
      decision={id === undefined ? null : decision(() => queue.next(id))}
    />
  );
}
