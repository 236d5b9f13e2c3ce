// The queue of one stage of verification.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { KYC_STATE, type DeskKycRecord } from '@vitrine/contract';
import { Segmented, Tag } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { CaseList, NoCase, QueueFrame, useQueue, type QueueSearch } from '../../case/index.ts';
import { useTitle } from '../../page/index.ts';
import { Waiting, kycFlagWords, kycStateText, useCountry, wordOf } from '../../words/index.ts';
import { OpenCase, OpenDecision, useCase } from './open-case.tsx';

/** Rows of one page of the queue. */
const pageSize = 50;

export interface VerificationPageProps {
  readonly stage: 1 | 2;
  readonly search: QueueSearch;
}

const states = [KYC_STATE.underReview, KYC_STATE.passed, KYC_STATE.failed] as const;

export function VerificationPage({ stage, search }: VerificationPageProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const country = useCountry();
  const path = `/verification/${stage}`;
  const state = states.find((one) => String(one) === search.state) ?? KYC_STATE.underReview;
  const page = search.page ?? 1;
  const list = useQuery(queryOf('desk.kyc.list', { stage, state, current: page, size: pageSize }, 'queue'));
  const kept = { ...(state === KYC_STATE.underReview ? {} : { state: String(state) }), ...(page > 1 ? { page } : {}) };
  const ids = list.data?.records.map((row) => row.id) ?? [];
  const queue = useQueue(path, kept, ids, search.case);
  const open = useCase(search.case);
  const row = list.data?.records.find((one) => one.id === search.case);
  useTitle(t`Verification, stage ${stage}`);
  return (
    <QueueFrame
      path={path}
      open={search.case !== undefined}
      said={queue.said}
      title={<Trans comment="stage: 1 or 2">Verification, stage {stage}</Trans>}
      choice={
        <Segmented
          label={t`State of the cases`}
          value={String(state)}
          onChange={(to) => void navigate({ to: path, search: to === '1' ? {} : { state: to } })}
          choices={states.map((one) => ({ key: String(one), label: kycStateText(one) }))}
        />
      }
      list={
        <CaseList<DeskKycRecord>
          query={list}
          current={search.case}
          path={path}
          search={kept}
          heads={[
            <Trans key="age" comment="Column head: how long a case waits">
              {{ word: state === KYC_STATE.underReview ? t`Waits` : t`Sent` }}
            </Trans>,
            <Trans key="customer">Customer</Trans>,
            <Trans key="flags">Flags</Trans>,
          ]}
          cells={(one) => [
            <Waiting key="age" since={one.sent} />,
            <span key="customer">
              <Trans comment="Number of a customer">No. {{ id: one.userId }}</Trans>
              <span className="v-ink-3"> {country(one.country)}</span>
            </span>,
            <Flags key="flags" row={one} />,
          ]}
          empty={state === KYC_STATE.underReview ? <Trans>Nothing to review</Trans> : <Trans>No such case</Trans>}
          emptyWords={<Trans>What customers send for this stage appears here, the oldest first.</Trans>}
          onPage={queue.page}
        />
      }
      detail={
        search.case === undefined ? (
          <NoCase>{ids.length === 0 ? null : <Trans>Choose a case, or press J for the first.</Trans>}</NoCase>
        ) : (
          <OpenCase query={open} row={row} />
        )
      }
      decision={
        search.case === undefined ? null : (
          <OpenDecision query={open} onDone={() => search.case !== undefined && queue.next(search.case)} />
        )
      }
    />
  );
}

function Flags({ row }: { readonly row: DeskKycRecord }) {
  return row.flags.map((flag) => (
    <Tag key={flag} state={flag} tone={flag === 'proposed' ? 'accent' : 'warn'}>
      {wordOf(kycFlagWords, flag)}
    </Tag>
  ));
}
