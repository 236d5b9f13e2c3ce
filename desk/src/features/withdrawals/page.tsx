// The queue of withdrawals: those under review first; every other stage for viewing.
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { WITHDRAWAL_STAGE, type DeskWithdrawal } from '@vitrine/contract';
import { queryOf } from '../../api/index.ts';
import type { QueueSearch } from '../../case/index.ts';
import { FundsQueue, numbered, placeOf } from '../../funds/index.ts';
import { useTitle } from '../../page/index.ts';
import { withdrawalStageWords } from '../../words/index.ts';
import { WithdrawalDecision } from './decision.tsx';
import { OpenWithdrawal, RowFlags, useWithdrawal } from './open-case.tsx';

export function WithdrawalsPage({ search }: { readonly search: QueueSearch }) {
  const { t } = useLingui();
  const place = placeOf(WITHDRAWAL_STAGE, search);
  const list = useQuery({
    ...queryOf('desk.withdrawals.list', place.asked, 'queue'),
    select: numbered<DeskWithdrawal>,
  });
  const open = useWithdrawal(search.case);
  useTitle(t`Withdrawals`);
  return (
    <FundsQueue
      path="/withdrawals"
      search={search}
      place={place}
      query={list}
      title={<Trans>Withdrawals</Trans>}
      stages={WITHDRAWAL_STAGE}
      words={withdrawalStageWords}
      flags={(one) => <RowFlags one={one} />}
      empty={{
        review: <Trans>No withdrawals to review</Trans>,
        other: <Trans>No such withdrawal</Trans>,
        words: <Trans>What needs manual review appears here, the oldest first.</Trans>,
      }}
      choose={<Trans>Choose a withdrawal, or press J for the first.</Trans>}
      detail={(row) => <OpenWithdrawal query={open} row={row} />}
      decision={(onDone) =>
        open.data === undefined || open.isError ? null : (
          <WithdrawalDecision
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
