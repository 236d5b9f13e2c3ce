// The system clock jumped ahead and orders are refused: shows both clocks. Accepting the system clock needs two
// approvals.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { type DeskAnswerOf, MAX_DESK_REASON, mayDesk } from '@vitrine/contract';
import { Button, Pane, TextField, Time } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { Fault, hasReason } from '../../case/index.ts';
import { ProposalDecision, tellProposed } from '../../proposal/index.ts';
import style from './treasury.module.css';

type Stepped = NonNullable<DeskAnswerOf<'desk.treasury.get'>['leap']>;

export function SteppedClock({ leap }: { readonly leap: Stepped }) {
  const { roles } = useMe();
  const [reason, setReason] = useState('');
  const send = useSend();
  const proposing = useMutation({
    mutationFn: () => send('desk.clock.confirm', { reason: reason.trim() }),
    onSuccess: (made) => {
      tellProposed(made);
      setReason('');
      void refreshQueues();
    },
  });
  const ready = hasReason(reason) && !proposing.isPending;
  return (
    <Pane title={<Trans>New orders are rejected: the clock jumped ahead</Trans>} padded>
      <div className={style['tool']} data-testid="stepped-clock">
        <p className="v-13">
          <Trans comment="Two times follow: machine's and exchange's">
            The machine shows <Time at={leap.machine} as="full" />. By elapsed time it is{' '}
            <Time at={leap.ours} as="full" />.
          </Trans>
        </p>
        <p className="v-13 v-ink-2">
          <Trans>
            First set the clock of the machine right. If it is wrong and goes back, orders are accepted again
            automatically. Confirm it only after comparing it with another clock.
          </Trans>
        </p>
        {leap.proposal?.state === 'open' ? (
          <ProposalDecision proposal={leap.proposal} onDone={() => void refreshQueues()} />
        ) : mayDesk('desk.clock.confirm', roles) ? (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (ready) proposing.mutate();
            }}
          >
            <TextField
              label={<Trans>Reason</Trans>}
              name="reason"
              value={reason}
              maxLength={MAX_DESK_REASON}
              autoComplete="off"
              onChange={setReason}
            />
            <Fault error={proposing.error} />
            <Button type="submit" tone="main" busy={proposing.isPending} aria-disabled={!ready}>
              <Trans>Propose to accept the clock</Trans>
            </Button>
          </form>
        ) : null}
      </div>
    </Pane>
  );
}
