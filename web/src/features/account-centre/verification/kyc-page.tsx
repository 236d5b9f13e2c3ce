// Verification: what each stage permits, its state, and the form of the next one.
import type { ReactNode } from 'react';
import { IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { KYC_STATE, type KycStage } from '@vitrine/contract';
import { ErrorBlock, Note, Pane, SkeletonRows, Tag, Time } from '@vitrine/ui';
import { useTitle } from '../../../page/index.ts';
import { useKyc } from '../data.ts';
import { stageOf } from './kyc-form.ts';
import { KycPerson, PersonFacts } from './kyc-person.tsx';
import { KycPhotos } from './kyc-photos.tsx';
import { PageHead, Steps } from '../parts.tsx';
import style from '../account-centre.module.css';

export function KycCentrePage() {
  const { t } = useLingui();
  useTitle(t`Identity verification`);
  return (
    <>
      <PageHead
        name="kyc"
        back="account"
        title={<Trans>Identity verification</Trans>}
        lead={<Trans>Trading and deposits work without it. It is required for withdrawals.</Trans>}
      />
      <KycPage />
    </>
  );
}

/** Both stages, or the given one, without a head. */
export function KycPage({ stage }: { readonly stage?: 1 | 2 | undefined }) {
  const kyc = useKyc();
  if (!kyc.data)
    return (
      <Pane>
        {kyc.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load your verification</Trans>} onRetry={() => void kyc.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Pane>
    );
  const first = stageOf(kyc.data.stages, 1);
  const second = stageOf(kyc.data.stages, 2);
  // Both stages may be under review at once; stage 2 is decided after stage 1.
  const sentFirst = first?.state === KYC_STATE.passed || first?.state === KYC_STATE.underReview;
  return (
    <div className={style['columns']}>
      <div className={style['stack']}>
        {stage === 2 ? null : (
          <StagePane title={<Trans>Stage 1: who you are</Trans>} found={first}>
            <First found={first} />
          </StagePane>
        )}
        {stage === 1 ? null : (
          <StagePane title={<Trans>Stage 2: your document</Trans>} found={second}>
            <Second found={second} open={sentFirst} documentType={first?.fields['documentType']} />
          </StagePane>
        )}
      </div>
      <Aside first={first} second={second} />
    </div>
  );
}

function StagePane({
  title,
  found,
  children,
}: {
  readonly title: ReactNode;
  readonly found: KycStage | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Pane title={title} aside={<StateTag state={found?.state} />} padded>
      {children}
    </Pane>
  );
}

function StateTag({ state }: { readonly state: number | undefined }) {
  switch (state) {
    case undefined:
    case KYC_STATE.none:
      return (
        <Tag state="none">
          <Trans comment="State of a stage of verification">not started</Trans>
        </Tag>
      );
    case KYC_STATE.underReview:
      return (
        <Tag state="under-review">
          <Trans comment="State of a stage of verification">under review</Trans>
        </Tag>
      );
    case KYC_STATE.passed:
      return (
        <Tag tone="accent" state="passed">
          <Trans comment="State of a stage of verification">passed</Trans>
        </Tag>
      );
    case KYC_STATE.failed:
      return (
        <Tag tone="warn" state="failed">
          <Trans comment="State of a stage of verification">failed</Trans>
        </Tag>
      );
    default:
      return '–';
  }
}

function First({ found }: { readonly found: KycStage | undefined }) {
  switch (found?.state) {
    case KYC_STATE.passed:
      return (
        <div className={style['stack']}>
          <Passed found={found} />
          <PersonFacts found={found} />
        </div>
      );
    case KYC_STATE.underReview:
      return (
        <div className={style['stack']}>
          <Waiting found={found} />
          <PersonFacts found={found} />
        </div>
      );
    default:
      return <KycPerson found={found} />;
  }
}

interface SecondProps {
  readonly found: KycStage | undefined;
  readonly open: boolean;
  readonly documentType: string | undefined;
}

function Second({ found, open, documentType }: SecondProps) {
  if (found?.state === KYC_STATE.passed) return <Passed found={found} />;
  if (found?.state === KYC_STATE.underReview) return <Waiting found={found} />;
  if (!open)
    return (
      <Note icon={<IconLock stroke={1.75} aria-hidden="true" />} testId="stage-closed">
        <Trans>Opens once stage 1 is sent.</Trans>
      </Note>
    );
  return <KycPhotos found={found} documentType={documentType} />;
}

function Passed({ found }: { readonly found: KycStage }) {
  return (
    <Note tone="done" icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />}>
      <Trans comment="A stage of verification passed; then the time">
        Passed <Time at={found.decided} as="full" />. Nothing more is needed here.
      </Trans>
    </Note>
  );
}

function Waiting({ found }: { readonly found: KycStage }) {
  return (
    <Note icon={<IconClock stroke={1.75} aria-hidden="true" />}>
      <Trans comment="A stage of verification is under review; the time it was sent">
        Sent <Time at={found.sent} as="full" />. Our staff reviews it; you are notified as soon as it is decided.
        Trading continues meanwhile.
      </Trans>
    </Note>
  );
}

function Aside({ first, second }: { readonly first: KycStage | undefined; readonly second: KycStage | undefined }) {
  const stepState = (found: KycStage | undefined, before: boolean) =>
    found?.state === KYC_STATE.passed ? ({ state: 'done' } as const) : before ? ({ state: 'here' } as const) : {};
  return (
    <div className={style['stack']}>
      <Pane title={<Trans comment="Head: what each stage of verification is needed for">What for</Trans>} padded>
        <Steps
          steps={[
            {
              key: '0',
              title: <Trans>Without verification</Trans>,
              text: <Trans>Deposits and trading are open. No withdrawal.</Trans>,
              state: 'done',
            },
            {
              key: '1',
              title: <Trans comment="Of identity verification">Stage 1</Trans>,
              text: <Trans>Opens withdrawals, up to the daily limit of stage 1.</Trans>,
              ...stepState(first, true),
            },
            {
              key: '2',
              title: <Trans comment="Of identity verification">Stage 2</Trans>,
              text: <Trans>Raises the daily limit to that of stage 2; VIP customers have a higher one.</Trans>,
              ...stepState(second, first?.state === KYC_STATE.passed || first?.state === KYC_STATE.underReview),
            },
          ]}
        />
      </Pane>
      <Note icon={<IconLock stroke={1.75} aria-hidden="true" />}>
        <Trans>
          Photos are re-encoded without their hidden data, stored encrypted, and open only to you and the staff who
          review them. Every view is recorded.
        </Trans>
      </Note>
    </div>
  );
}
