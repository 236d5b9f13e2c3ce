// Proposes that two accounts belong to one person: both numbers and a reason. A second staff member decides.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { mayDesk } from '@vitrine/contract';
import { Button, Note, TextField } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Step } from '../../case/index.ts';
import { tellProposed } from '../../proposal/index.ts';
import { linkLack, numberOf } from './rules.ts';
import style from './linked.module.css';

export function LinkStep({ joins }: { readonly joins?: string }) {
  const { roles } = useMe();
  const [open, setOpen] = useState(false);
  const [one, setOne] = useState('');
  const [other, setOther] = useState(joins ?? '');
  const [reason, setReason] = useState('');
  const send = useSend();
  const sending = useMutation({
    mutationFn: async (): Promise<void> => {
      const input = { id: numberOf(one) ?? '', other: numberOf(other) ?? '', reason: reason.trim() };
      tellProposed(await send('desk.links.link', input));
    },
    onSuccess: () => {
      setOpen(false);
      setOne('');
      setReason('');
      void refreshQueues();
    },
  });
  if (!mayDesk('desk.links.link', roles))
    return (
      <Note>
        <Trans>Your roles can read this but not decide it.</Trans>
      </Note>
    );
  if (!open)
    return (
      <>
        <h2 className={style['title']}>
          <Trans>Accounts of one person</Trans>
        </h2>
        <Button
          wide
          data-testid="begin-link"
          onClick={() => {
            sending.reset();
            setOpen(true);
          }}
        >
          {joins === undefined ? <Trans>Link two accounts</Trans> : <Trans>Link another account with these</Trans>}
        </Button>
        <p className="v-12 v-ink-2">
          <Trans>
            A link requires two people. Both customers are notified that it takes effect a day later, and can appeal.
          </Trans>
        </p>
      </>
    );
  const lack = linkLack(one, other, reason);
  return (
    <Step
      title={<Trans>Propose a link</Trans>}
      reason={{
        value: reason,
        onChange: setReason,
        hint: <Trans>How you know that one person owns both. Customers do not see it.</Trans>,
      }}
      act={<Trans>Propose it</Trans>}
      why={<Trans>Another person must approve. Nothing changes for the customers until then.</Trans>}
      {...(lack === undefined
        ? {}
        : {
            lack,
            missing:
              lack === 'number' ? (
                <Trans>Not yet: the numbers of both customers</Trans>
              ) : lack === 'same' ? (
                <Trans>Not yet: two different customers</Trans>
              ) : (
                <Trans>Not yet: a reason</Trans>
              ),
          })}
      busy={sending.isPending}
      error={sending.error}
      onSend={() => sending.mutate()}
      onLeave={() => setOpen(false)}
    >
      <TextField
        label={<Trans>Number of the customer to link</Trans>}
        name="one"
        value={one}
        onChange={setOne}
        inputMode="numeric"
        autoComplete="off"
        hint={<Trans>An account that is not linked with any yet.</Trans>}
        required
      />
      <TextField
        label={<Trans>Number of another account of the same person</Trans>}
        name="other"
        value={other}
        onChange={setOther}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </Step>
  );
}
