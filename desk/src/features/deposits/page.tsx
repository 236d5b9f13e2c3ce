// The queue of deposits: those under review with a screenshot first; every other stage for viewing.
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { RECHARGE_STAGE, type DeskDeposit } from '@vitrine/contract';
import { Tag } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { ProposedTag, type QueueSearch } from '../../case/index.ts';
import { FrozenTag } from '../../customer/index.ts';
import { FundsQueue, numbered, placeOf } from '../../funds/index.ts';
import { useTitle } from '../../page/index.ts';
import { depositStageWords } from '../../words/index.ts';
import { DepositDecision } from './decision.tsx';
import { OpenDeposit, useDeposit } from './open-case.tsx';

export function DepositsPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const place = placeOf(RECHARGE_STAGE, search);
  const list = useQuery({ ...queryOf('desk.deposits.list', place.asked, 'queue'), select: numbered<DeskDeposit> });
  const open = useDeposit(search.case);
  useTitle(t`Deposits`);
  return (
    <FundsQueue
      path="/deposits"
      search={search}
      place={place}
      query={list}
      title={<Trans>Deposits</Trans>}
      stages={RECHARGE_STAGE}
      words={depositStageWords}
      flags={(one) => <Flags one={one} />}
      empty={{
        review: <Trans>No deposits to review</Trans>,
        other: <Trans>No such deposit</Trans>,
        words: <Trans>Deposits that customers report with a screenshot appear here, the oldest first.</Trans>,
      }}
      choose={<Trans>Choose a deposit, or press J for the first.</Trans>}
      detail={(row) => <OpenDeposit query={open} row={row} />}
      decision={(onDone) =>
        open.data === undefined || open.isError ? null : (
          <DepositDecision
            key={open.data.record.id}
            one={open.data}
            onDone={onDone}
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
      {one.proposal?.state === 'open' ? <ProposedTag /> : null}
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
