// Texts of deposits and withdrawals: networks, stages, reasons, faults of addresses, locks.
import { Trans, useLingui } from '@lingui/react/macro';
import type { FundsReason, RechargeStage, WithdrawalLockKind, WithdrawalStage } from '@vitrine/contract';
import { Tag, type TagTone, Time } from '@vitrine/ui';
import type { ReactNode } from 'react';

/** Names of networks; unknown ones of a newer server are shown as they are. */
export function useNetworkName(): (network: string) => string {
  const { t } = useLingui();
  return (network) => {
    switch (network) {
      case 'practice':
        return t({ message: 'Practice chain', comment: 'Network of a coin: a chain simulated by this exchange' });
      case 'ethereum':
        return t({ message: 'Ethereum', comment: 'Network of a coin' });
      case 'bitcoin':
        return t({ message: 'Bitcoin', comment: 'Network of a coin' });
      case 'bank':
        return t({ message: 'Bank or cash', comment: 'How dollars come and go' });
      default:
        return network;
    }
  };
}

const depositTones: Readonly<Record<RechargeStage, TagTone>> = {
  seen: 'plain',
  confirming: 'plain',
  review: 'plain',
  credited: 'accent',
  belowMinimum: 'warn',
  doubted: 'warn',
  refused: 'warn',
  reversed: 'warn',
};

/** The stage of a deposit. */
export function DepositStageTag({ stage }: { readonly stage: RechargeStage }) {
  return (
    <Tag tone={depositTones[stage]} state={stage}>
      <DepositStageWord stage={stage} />
    </Tag>
  );
}

export function DepositStageWord({ stage }: { readonly stage: RechargeStage }) {
  switch (stage) {
    case 'seen':
      return <Trans comment="State of a deposit: sent, in no block yet">Seen</Trans>;
    case 'confirming':
      return <Trans comment="State of a deposit: its blocks are being counted">Confirming</Trans>;
    case 'review':
      return <Trans comment="State of a deposit or withdrawal: a person looks at it">Under review</Trans>;
    case 'credited':
      return <Trans comment="State of a deposit: the money is there">Credited</Trans>;
    case 'belowMinimum':
      return <Trans comment="State of a deposit: too small to be credited">Below the minimum</Trans>;
    case 'doubted':
      return <Trans comment="State of a deposit: its block was replaced, the chain is watched">In doubt</Trans>;
    case 'refused':
      return <Trans comment="State of a deposit or withdrawal">Review failed</Trans>;
    case 'reversed':
      return <Trans comment="State of a deposit: the chain took it back">Reversed</Trans>;
  }
}

/** An explanation of a deposit's stage for the user; undefined if its name says enough. */
export function DepositStageText({ stage }: { readonly stage: RechargeStage }) {
  switch (stage) {
    case 'seen':
      return <Trans>Sent, but not in a block yet, so no confirmations yet.</Trans>;
    case 'review':
      return <Trans>Two staff members compare it with the bank. You are notified here.</Trans>;
    case 'belowMinimum':
      return <Trans>Smaller than the minimum: not credited and not sent back.</Trans>;
    case 'doubted':
      return (
        <Trans>
          The chain replaced its block. Withdrawals are paused until this is resolved; nothing is reversed yet.
        </Trans>
      );
    case 'reversed':
      return <Trans>The chain reversed the payment permanently. The credited amount is now owed.</Trans>;
    case 'confirming':
    case 'credited':
    case 'refused':
      return null;
  }
}

const withdrawalTones: Readonly<Record<WithdrawalStage, TagTone>> = {
  review: 'plain',
  approved: 'plain',
  signed: 'plain',
  broadcast: 'plain',
  confirmed: 'accent',
  refused: 'warn',
  failed: 'warn',
  cancelled: 'plain',
};

export function WithdrawalStageTag({ stage }: { readonly stage: WithdrawalStage }) {
  return (
    <Tag tone={withdrawalTones[stage]} state={stage}>
      <WithdrawalStageWord stage={stage} />
    </Tag>
  );
}

export function WithdrawalStageWord({ stage }: { readonly stage: WithdrawalStage }) {
  switch (stage) {
    case 'review':
      return <Trans comment="State of a deposit or withdrawal: a person looks at it">Under review</Trans>;
    case 'approved':
      return <Trans comment="State of a withdrawal: reviewed, not yet signed">Review passed</Trans>;
    case 'signed':
      return <Trans comment="State of a withdrawal: its transaction is signed">Signed</Trans>;
    case 'broadcast':
      return <Trans comment="State of a withdrawal: its transaction is on the chain">On the chain</Trans>;
    case 'confirmed':
      return <Trans comment="State of a withdrawal: the money is there">Arrived</Trans>;
    case 'refused':
      return <Trans comment="State of a deposit or withdrawal">Review failed</Trans>;
    case 'failed':
      return <Trans comment="State of a withdrawal: it could not be sent">Failed</Trans>;
    case 'cancelled':
      return (
        <Trans context="request" comment="State of a withdrawal: its owner took it back">
          Cancelled
        </Trans>
      );
  }
}

/** Why a deposit or withdrawal was refused. */
export function useReasonWord(): (reason: FundsReason) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case 'unreadable':
        return t({ message: 'The screenshot cannot be read', comment: 'Why a deposit was refused' });
      case 'amount':
        return t({ message: 'The amount differs from what the bank shows', comment: 'Why a deposit was refused' });
      case 'notArrived':
        return t({ message: 'The money has not arrived', comment: 'Why a deposit was refused' });
      case 'known':
        return t({ message: 'This payment was already reported', comment: 'Why a deposit was refused' });
      case 'name':
        return t({ message: 'The account is in another name', comment: 'Why a deposit or withdrawal was refused' });
      case 'risk':
        return t({ message: 'It did not pass our checks', comment: 'Why a withdrawal was refused' });
      case 'halted':
        return t({ message: 'Withdrawals of this coin were paused', comment: 'Why a withdrawal was refused' });
      case 'other':
        return t({
          message: 'For another reason',
          comment: 'Why a deposit or withdrawal was refused; a note says why',
        });
    }
  };
}

/** The reason and the reviewer's note. */
export function ReasonLine({
  reason,
  note,
}: {
  readonly reason: FundsReason | null;
  readonly note: string | null;
}): ReactNode {
  const word = useReasonWord();
  if (reason === null && note === null) return null;
  return (
    <span data-reason={reason ?? undefined}>
      {reason === null ? null : word(reason)}
      {reason !== null && note !== null ? ': ' : null}
      {note === null ? null : `“${note}”`}
    </span>
  );
}

/** Why withdrawals are locked, and until when. */
export function LockWords({ lock, until }: { readonly lock: WithdrawalLockKind; readonly until: number | null }) {
  return (
    <span data-lock={lock}>
      <LockReason lock={lock} unset={until === null} />{' '}
      {until === null ? null : (
        <Trans comment="Withdrawals are locked">
          Open again from <Time at={until} as="full" />.
        </Trans>
      )}
    </span>
  );
}

function LockReason({ lock, unset }: { readonly lock: WithdrawalLockKind; readonly unset: boolean }) {
  switch (lock) {
    case 'frozen':
      return <Trans>The account is frozen. Contact customer service to unfreeze it.</Trans>;
    case 'credential':
      return <Trans>Withdrawals are locked for 24 hours, because a password or a second factor was changed.</Trans>;
    case 'reversal':
      return <Trans>A deposit was taken back by its chain. What is owed has to come back first.</Trans>;
    case 'doubt':
      return (
        <Trans>
          One of your deposits is in doubt: its chain replaced the block. Withdrawals are paused until this is resolved.
        </Trans>
      );
    case 'loan':
      return <Trans>A loan is overdue. Repay it first.</Trans>;
    case 'fundPassword':
      return unset ? (
        <Trans>No fund password is set yet. Every withdrawal asks for it.</Trans>
      ) : (
        <Trans>Withdrawals are locked after too many wrong fund passwords.</Trans>
      );
  }
}
