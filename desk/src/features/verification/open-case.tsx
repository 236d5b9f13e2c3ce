// One open submission: facts, pictures and earlier submissions, with its decision beside it.
import { Link } from '@tanstack/react-router';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { DeskKycCase, DeskKycRecord } from '@vitrine/contract';
import { Button, ErrorBlock, Note, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { CaseBody, CaseHead, Part } from '../../case/index.ts';
import { Waiting, kycFlagWords, kycStateText, useFaultText, wordOf } from '../../words/index.ts';
import { KycDecision } from './decision.tsx';
import { changedSince } from './draft.ts';
import { KycHistory } from './history.tsx';
import { MaskedFacts } from './masked.tsx';
import { Pictures } from './picture.tsx';
import style from './verification.module.css';

type CaseQuery = UseQueryResult<DeskKycCase>;

export function useCase(id: string | undefined): CaseQuery {
  return useQuery({ ...queryOf('desk.kyc.case', { id: id ?? '0' }, 'look'), enabled: id !== undefined });
}

export function OpenCase({ query, row }: { readonly query: CaseQuery; readonly row: DeskKycRecord | undefined }) {
  const faultText = useFaultText();
  if (query.isError)
    return (
      <ErrorBlock title={<Trans>Couldn’t load the case</Trans>} onRetry={() => void query.refetch()}>
        {faultText(query.error)}
      </ErrorBlock>
    );
  const kyc = query.data;
  if (kyc === undefined) return <SkeletonRows rows={8} />;
  const { customer } = kyc;
  return (
    <>
      {changedSince(row, kyc) && !query.isFetching ? (
        <div className={style['changed']} role="status">
          <Note tone="warn">
            <Trans>Someone decided this case since you opened it.</Trans>{' '}
            <Button size="small" onClick={() => void query.refetch()}>
              <Trans>Show it as it is now</Trans>
            </Button>
          </Note>
        </div>
      ) : null}
      <CaseHead
        about={`submission-${kyc.id}-stage-${kyc.stage}`}
        title={
          <Trans comment="id: number of a submission, stage: 1 or 2">
            Submission {{ id: kyc.id }}, stage {{ stage: kyc.stage }}
          </Trans>
        }
      >
        <Link to="/customers/$id" params={{ id: customer.id }} className="v-link">
          <Trans comment="Number of a customer">Customer No. {{ id: customer.id }}</Trans>
        </Link>
        <span>
          <Trans comment="When a case was sent">
            sent <Time at={kyc.sent} as="full" />, <Waiting since={kyc.sent} /> ago
          </Trans>
        </span>
        <Tag tone={kyc.state === 3 ? 'warn' : kyc.state === 2 ? 'accent' : 'plain'}>{kycStateText(kyc.state)}</Tag>
        {kyc.flags
          .filter((flag) => flag !== 'proposed')
          .map((flag) => (
            <Tag key={flag} tone="warn">
              {wordOf(kycFlagWords, flag)}
            </Tag>
          ))}
      </CaseHead>
      <CaseBody
        history={
          <Part title={<Trans>Earlier submissions</Trans>}>
            <KycHistory history={kyc.history} />
          </Part>
        }
      >
        <Part title={<Trans>Facts</Trans>}>
          <MaskedFacts key={kyc.id} kyc={kyc} />
        </Part>
        {kyc.documents.length === 0 ? null : (
          <Part title={<Trans>Pictures</Trans>}>
            <Pictures key={kyc.id} kyc={kyc} />
          </Part>
        )}
      </CaseBody>
    </>
  );
}

export function OpenDecision({ query, onDone }: { readonly query: CaseQuery; readonly onDone: () => void }) {
  if (query.data === undefined || query.isError) return null;
  return <KycDecision key={query.data.id} kyc={query.data} onDone={onDone} onChanged={() => void query.refetch()} />;
}
