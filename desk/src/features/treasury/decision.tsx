// Decisions on one coin on one network: halt (one staff member, immediately), resume (two approvals), top up from the
// cold wallet.
import { useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import type { DeskReserve } from '@vitrine/contract';
import { Button, Note, ValueChange, toast } from '@vitrine/ui';
import { refreshQueues, useMe, useSend } from '../../api/index.ts';
import { DecisionButtons, Step, hasReason } from '../../case/index.ts';
import { useCommands } from '../../keys/index.ts';
import { ProposalDecision, tellProposed } from '../../proposal/index.ts';
import { actsOf } from './rules.ts';
import { TopUp } from './top-up.tsx';
import style from './treasury.module.css';

export function RailDecision({ one }: { readonly one: DeskReserve }): ReactNode {
  const [toppingUp, setToppingUp] = useState(false);
  const { roles } = useMe();
  const proposal = one.halted?.proposal;
  const acts = actsOf(one, roles);
  if (toppingUp) return <TopUp one={one} onLeave={() => setToppingUp(false)} />;
  const topUp = acts.topUp ? (
    <Button wide onClick={() => setToppingUp(true)}>
      <Trans>Prepare a top-up from cold</Trans>
    </Button>
  ) : null;
  if (proposal?.state === 'open')
    return (
      <>
        <ProposalDecision proposal={proposal} onDone={() => void refreshQueues()} />
        {topUp}
      </>
    );
  if (!acts.halt && !acts.resume && topUp === null)
    return (
      <Note>
        <Trans>Your roles can read this but not decide it.</Trans>
      </Note>
    );
  return (
    <>
      {acts.halt || acts.resume ? (
        <HaltOrResume key={acts.halt ? 'halt' : 'resume'} one={one} halting={acts.halt} />
      ) : null}
      {topUp}
    </>
  );
}

function HaltOrResume({ one, halting }: { readonly one: DeskReserve; readonly halting: boolean }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const input = { coin: one.coin, network: one.network, reason: reason.trim() };
  const send = useSend();
  const sending = useMutation({
    mutationFn: async (): Promise<void> => {
      if (halting) {
        await send('desk.treasury.halt', input);
        toast({ id: 'decision', kind: 'done', title: <Trans>Halted. Nothing more is sent.</Trans> });
      } else tellProposed(await send('desk.treasury.resume', input));
    },
    onSuccess: () => {
      setOpen(false);
      setReason('');
      void refreshQueues();
    },
  });
  const begin = (): void => {
    sending.reset();
    setOpen(true);
  };
  useCommands({
    refuse: halting && !open ? begin : undefined,
    approve: !halting && !open ? begin : undefined,
  });
  if (!open)
    return (
      <>
        <h2 className={style['title']}>
          <Trans>Decision</Trans>
        </h2>
        <DecisionButtons
          choices={
            halting
              ? [{ key: 'r', label: <Trans>Halt withdrawals</Trans>, onClick: begin }]
              : [{ key: 'a', label: <Trans>Open withdrawals again</Trans>, onClick: begin, main: true }]
          }
        />
        <p className="v-12 v-ink-2">
          {halting ? (
            <Trans>One person can halt, at once. Reopening requires two.</Trans>
          ) : (
            <Trans>Reopening requires two people. First make sure the cause is understood.</Trans>
          )}
        </p>
      </>
    );
  return (
    <Step
      title={halting ? <Trans>Halt withdrawals now?</Trans> : <Trans>Propose to reopen withdrawals</Trans>}
      reason={{
        value: reason,
        onChange: setReason,
        hint: halting ? (
          <Trans>Customers see that withdrawals are paused; the reason is shown here.</Trans>
        ) : (
          <Trans>What was found, for the second approver.</Trans>
        ),
      }}
      act={halting ? <Trans>Halt withdrawals</Trans> : <Trans>Propose to reopen them</Trans>}
      why={
        halting ? (
          <Trans>Nothing more is signed. What is already signed still arrives.</Trans>
        ) : (
          <Trans>Another person must approve. Withdrawals stay halted until then.</Trans>
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
            key: 'withdrawals',
            label: <Trans>Withdrawals</Trans>,
            now: <Withdrawals open={halting} />,
            after: <Withdrawals open={!halting} />,
          },
        ]}
      />
    </Step>
  );
}

function Withdrawals({ open }: { readonly open: boolean }) {
  return open ? (
    <Trans comment="Withdrawals of a coin on a network are open">open</Trans>
  ) : (
    <Trans comment="Withdrawals of a coin on a network rest">halted</Trans>
  );
}
