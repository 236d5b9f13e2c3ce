// A signed withdrawal whose chain proves that it will never be paid: the proof, and the two possible decisions. Each
// needs two approvals.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskWithdrawal } from '@vitrine/contract';
import { Note, NumCount } from '@vitrine/ui';
import { refreshQueues, useSend } from '../../api/index.ts';
import { DecisionButtons, Facts, hasReason, Step } from '../../case/index.ts';
import { Copied } from '../../copy/index.ts';
import { RefusalStep, stuckReasons, type RefusalStepProps } from '../../funds/index.ts';
import { useCommands } from '../../keys/index.ts';
import { tellProposed } from '../../proposal/index.ts';
import { deadKindWords, wordOf } from '../../words/index.ts';
import { Leaving } from './leaving.tsx';
import { isBuried } from './rules.ts';
import style from './withdrawals.module.css';

type Proof = NonNullable<DeskWithdrawal['proof']>;

/** The current state by the node and by our own record of blocks. */
function ProofFacts({ proof }: { readonly proof: Proof }) {
  return (
    <Facts
      facts={[
        {
          key: 'kind',
          label: <Trans comment="Fact: why a payment never comes">What happened</Trans>,
          value: wordOf(deadKindWords, proof.kind),
        },
        {
          key: 'proof',
          label: <Trans comment="Fact: transaction that proves that a payment never comes">Proven by</Trans>,
          value: <Copied text={proof.txid} />,
        },
        {
          key: 'block',
          label: <Trans comment="Height of a block">Block</Trans>,
          value: <NumCount value={proof.height} />,
        },
        {
          key: 'depth',
          label: <Trans comment="Fact: how deep a proof is in its chain">Blocks on it</Trans>,
          value: (
            <Trans comment="Blocks on a proof, of those needed">
              <NumCount value={proof.depth} /> of <NumCount value={proof.needed} />
            </Trans>
          ),
        },
      ]}
    />
  );
}

export interface StuckProps {
  readonly one: DeskWithdrawal;
  readonly proof: Proof;
  /** Whether the staff member's roles may propose. */
  readonly decides: boolean;
  readonly onDone: () => void;
}

export function Stuck({ one, proof, decides, onDone }: StuckProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<'replan' | 'fail'>();
  const [reason, setReason] = useState('');
  const { record } = one;
  const proposed = (made: Parameters<typeof tellProposed>[0]): void => {
    tellProposed(made);
    onDone();
    void refreshQueues();
  };
  const send = useSend();
  const again = useMutation({
    mutationFn: () => send('desk.withdrawals.replan', { id: record.id, reason: reason.trim() }),
    onSuccess: proposed,
  });
  const failing = useMutation({
    mutationFn: (input: Parameters<RefusalStepProps['onSend']>[0]) =>
      send('desk.withdrawals.failProven', { ...input, reason: reason.trim() }),
    onSuccess: proposed,
  });
  const ready = decides && isBuried(proof);
  const begin = (to: 'replan' | 'fail') => (): void => setStep(to);
  const idle = step === undefined && ready;
  useCommands({ approve: idle ? begin('replan') : undefined, refuse: idle ? begin('fail') : undefined });
  const asked = { value: reason, onChange: setReason };
  const leave = (): void => setStep(undefined);
  if (step === 'fail')
    return (
      <RefusalStep
        id={record.id}
        title={<Trans>Propose that it fails</Trans>}
        act={<Trans>Propose that it fails</Trans>}
        why={<Trans>Another person checks the proof. Then amount and fee are returned to the customer.</Trans>}
        reasons={stuckReasons}
        reason={{ ...asked, hint: <Trans>What you checked, for the second approver.</Trans> }}
        busy={failing.isPending}
        error={failing.error}
        onSend={(input) => failing.mutate(input)}
        onLeave={leave}
      />
    );
  if (step === 'replan')
    return (
      <Step
        title={<Trans>Propose to pay it again</Trans>}
        reason={{ ...asked, hint: <Trans>Why it will arrive this time, for the second approver.</Trans> }}
        act={<Trans>Propose to pay it again</Trans>}
        why={<Trans>Another person checks the proof. Then it is approved again and paid by another transaction.</Trans>}
        {...(hasReason(reason) ? {} : { missing: <Trans>Not yet: a reason</Trans> })}
        busy={again.isPending}
        error={again.error}
        onSend={() => again.mutate()}
        onLeave={leave}
      >
        <Leaving one={one} />
      </Step>
    );
  return (
    <section data-testid="stuck" aria-label={t`The payment never comes`}>
      <h2 className={style['title']}>
        <Trans>The payment never comes</Trans>
      </h2>
      <ProofFacts proof={proof} />
      <Leaving one={one} />
      {proof.kind === 'foreign' && (
        <Note tone="warn">
          <Trans>
            Our key signed this transaction and custody did not make it. Find out who did before you decide: if somebody
            else has the key, rotate it first. Check what it paid, and to whom.
          </Trans>
        </Note>
      )}
      {!isBuried(proof) ? (
        <Note tone="warn">
          <Trans comment="needed: how many blocks">
            The chain may still replace these blocks. Decide once <NumCount value={proof.needed} /> blocks are on it.
          </Trans>
        </Note>
      ) : decides ? (
        <>
          <DecisionButtons
            choices={[
              { key: 'a', label: <Trans>Pay it again</Trans>, onClick: begin('replan'), main: true },
              { key: 'r', label: <Trans>Let it fail</Trans>, onClick: begin('fail') },
            ]}
          />
          <p className="v-12 v-ink-2">
            <Trans>Both require two people. The exchange checks the proof again first.</Trans>
          </p>
        </>
      ) : (
        <Note>
          <Trans>Your roles can read this withdrawal but not decide it now.</Trans>
        </Note>
      )}
    </section>
  );
}
