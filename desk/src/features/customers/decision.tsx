// Freezes an account: one staff member, immediately, with a reason. Unfreezing needs two approvals.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { mayDesk, type DeskCustomer } from '@vitrine/contract';
import { Button, Note, ValueChange, toast } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Step, hasReason } from '../../case/index.ts';
import { ProposalById, tellProposed } from '../../proposal/index.ts';
import style from './customers.module.css';

export interface CustomerDecisionProps {
  readonly customer: DeskCustomer;
  readonly onChanged: () => void;
}

export function CustomerDecision({ customer, onChanged }: CustomerDecisionProps) {
  const { roles } = useMe();
  if (customer.proposal !== null && mayDesk('desk.proposals.get', roles))
    return <ProposalById id={customer.proposal} onDone={onChanged} />;
  if (!mayDesk('desk.customers.freeze', roles))
    return (
      <Note>
        <Trans>Your roles can view customers but not freeze them.</Trans>
      </Note>
    );
  return <Decide customer={customer} onChanged={onChanged} />;
}

function Decide({ customer, onChanged }: CustomerDecisionProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  // The desk unfreezes what it froze; a freeze by the user is lifted in the same way, with two approvals.
  const frozen = customer.line.frozen;
  const input = { id: customer.line.id, reason: reason.trim() };
  const send = useSend();
  const sending = useMutation({
    mutationFn: async (): Promise<void> => {
      if (frozen) {
        tellProposed(await send('desk.customers.unfreeze', input));
        return;
      }
      await send('desk.customers.freeze', input);
      toast({
        id: 'decision',
        kind: 'done',
        state: 'frozen',
        title: <Trans>The account is frozen</Trans>,
        text: (
          <Trans>Sessions are ended; orders, withdrawals and keys are locked. Unfreezing requires two people.</Trans>
        ),
      });
    },
    onSuccess: () => {
      setOpen(false);
      setReason('');
      onChanged();
      void refreshQueues();
    },
  });
  if (!open)
    return (
      <>
        <h2 className={style['title']} data-testid="account" data-state={frozen ? 'frozen' : 'free'}>
          {frozen ? <Trans>This account is frozen</Trans> : <Trans>This account is active</Trans>}
        </h2>
        <p className="v-13 v-ink-2">
          {frozen ? (
            <Trans>
              The customer can cancel orders, repay, add margin, set stops, and close positions after confirming their
              identity. Nothing else can be ordered or withdrawn, and keys do not work. Two people can lift the freeze.
            </Trans>
          ) : (
            <Trans>
              Freezing ends all sessions, cancels open orders that do not close a position, and blocks new orders,
              withdrawals and keys, at once. One person can freeze; unfreezing requires two.
            </Trans>
          )}
        </p>
        <Button
          wide
          data-testid={frozen ? 'unfreeze' : 'freeze'}
          onClick={() => {
            sending.reset();
            setOpen(true);
          }}
        >
          {frozen ? <Trans>Propose to unfreeze</Trans> : <Trans>Freeze the account</Trans>}
        </Button>
      </>
    );
  return (
    <Step
      title={frozen ? <Trans>Propose to unfreeze?</Trans> : <Trans>Freeze this account now?</Trans>}
      reason={{
        value: reason,
        onChange: setReason,
        hint: <Trans>For the audit log. The customer does not see it.</Trans>,
      }}
      act={frozen ? <Trans>Propose to unfreeze</Trans> : <Trans>Freeze now</Trans>}
      why={
        frozen ? (
          <Trans>Another person must approve. The account stays frozen until then.</Trans>
        ) : (
          <Trans>At once. The customer is notified.</Trans>
        )
      }
      {...(hasReason(reason) ? {} : { missing: <Trans>Not yet: a reason</Trans> })}
      busy={sending.isPending}
      error={sending.error}
      onSend={() => sending.mutate()}
      onLeave={() => setOpen(false)}
    >
      <ValueChange
        rows={[
          {
            key: 'account',
            label: <Trans comment="What changes: frozen or free">Account</Trans>,
            now: frozen ? <Trans>frozen</Trans> : <Trans comment="An account that is not frozen">free</Trans>,
            after: frozen ? <Trans comment="An account that is not frozen">free</Trans> : <Trans>frozen</Trans>,
          },
        ]}
      />
    </Step>
  );
}
