// The step that records a bounced card payment, or one the bank never accepted. Needs two approvals.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { DeskWithdrawal } from '@vitrine/contract';
import { refreshQueues, useSend } from '../../api/index.ts';
import { cardReasons, RefusalStep, type RefusalStepProps } from '../../funds/index.ts';
import { tellProposed } from '../../proposal/index.ts';

export interface CameBackProps {
  readonly one: DeskWithdrawal;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

export function CameBack({ one: { record }, onDone, onLeave }: CameBackProps) {
  const [reason, setReason] = useState('');
  const send = useSend();
  const sending = useMutation({
    mutationFn: (input: Parameters<RefusalStepProps['onSend']>[0]) =>
      send('desk.withdrawals.returned', { ...input, reason: reason.trim() }),
    onSuccess: (made) => {
      tellProposed(made);
      onDone();
      void refreshQueues();
    },
  });
  return (
    <RefusalStep
      id={record.id}
      title={<Trans>Propose that it was returned</Trans>}
      act={<Trans>Propose that it was returned</Trans>}
      why={<Trans>Another person checks with the bank. Then amount and fee are returned to the customer.</Trans>}
      reasons={cardReasons}
      reason={{
        value: reason,
        onChange: setReason,
        hint: <Trans>What the bank shows, for the second approver.</Trans>,
      }}
      busy={sending.isPending}
      error={sending.error}
      onSend={(input) => sending.mutate(input)}
      onLeave={onLeave}
    />
  );
}
