// Decisions on a group: remove an account, or add another.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { mayDesk, type LinkGroup } from '@vitrine/contract';
import { Button, SelectField } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Step, hasReason } from '../../case/index.ts';
import { ProposalById, tellProposed } from '../../proposal/index.ts';
import { LinkStep } from './link-step.tsx';
import { groupId } from './rules.ts';

export function GroupDecision({ one, onDone }: { readonly one: LinkGroup; readonly onDone: () => void }) {
  const { roles } = useMe();
  const [open, setOpen] = useState(false);
  const standing = one.accounts.find(({ proposal }) => proposal !== null)?.proposal;
  if (standing !== undefined && standing !== null) return <ProposalById id={standing} onDone={onDone} />;
  if (!mayDesk('desk.links.unlink', roles)) return <LinkStep />;
  if (open) return <Unlink one={one} onLeave={() => setOpen(false)} />;
  return (
    <>
      <LinkStep joins={groupId(one)} />
      <Button wide data-testid="begin-unlink" onClick={() => setOpen(true)}>
        <Trans>Remove an account</Trans>
      </Button>
    </>
  );
}

function Unlink({ one, onLeave }: { readonly one: LinkGroup; readonly onLeave: () => void }) {
  const { t } = useLingui();
  const [id, setId] = useState(one.accounts[0]?.customer.id ?? '');
  const [reason, setReason] = useState('');
  const send = useSend();
  const sending = useMutation({
    mutationFn: async () => tellProposed(await send('desk.links.unlink', { id, reason: reason.trim() })),
    onSuccess: () => {
      onLeave();
      void refreshQueues();
    },
  });
  return (
    <Step
      title={<Trans>Propose to end a link</Trans>}
      reason={{ value: reason, onChange: setReason, hint: <Trans>What was found, for the second approver.</Trans> }}
      act={<Trans>Propose it</Trans>}
      why={<Trans>Another person must approve. Once approved, it ends at once and the customer is notified.</Trans>}
      {...(hasReason(reason) ? {} : { missing: <Trans>Not yet: a reason</Trans> })}
      busy={sending.isPending}
      error={sending.error}
      onSend={() => sending.mutate()}
      onLeave={onLeave}
    >
      <SelectField
        label={<Trans>Account</Trans>}
        name="account"
        value={id}
        onChange={setId}
        options={one.accounts.map(({ customer: { id } }) => ({
          key: id,
          label: t({ message: `Customer No. ${id}`, comment: 'Number of a customer' }),
        }))}
      />
    </Step>
  );
}
