// Notices of deposits and withdrawals for steps that their user did not trigger.

import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { FundsNews, RechargeStage, WithdrawalStage } from '@vitrine/contract';
import { NumMoney, toast, type Toast } from '@vitrine/ui';
import type { ReactNode } from 'react';

type Words = Pick<Toast, 'kind'> & { readonly title: ReactNode };

/** Number of records whose last step is remembered: more confirmations are not a new step. */
const REMEMBERED = 200;
const shown = new Map<string, string>();

/** Shows each step once, in one notice per record. */
export function showFunds({ recharges, withdrawals }: FundsNews): void {
  for (const row of recharges)
    show(
      row,
      `recharge-${row.id}`,
      depositWords(row.stage),
      <Link to="/account/wallet/history-deposit" className="v-link">
        <Trans>To your deposits</Trans>
      </Link>,
    );
  for (const row of withdrawals)
    show(
      row,
      `withdrawal-${row.id}`,
      withdrawalWords(row.stage),
      <Link to="/account/wallet/history-withdrawal" className="v-link">
        <Trans>To your withdrawals</Trans>
      </Link>,
    );
}

function show(
  row: { readonly stage: string; readonly amount: string; readonly coin: string },
  id: string,
  words: Words | undefined,
  link: ReactNode,
): void {
  if (words === undefined || shown.get(id) === row.stage) return;
  shown.delete(id);
  shown.set(id, row.stage);
  for (const oldest of shown.keys()) {
    if (shown.size <= REMEMBERED) break;
    shown.delete(oldest);
  }
  const text = <NumMoney value={row.amount} asset={row.coin} showAsset />;
  toast({ ...words, id, group: 'order', state: row.stage, text, link });
}

function depositWords(stage: RechargeStage): Words | undefined {
  switch (stage) {
    case 'credited':
      return { kind: 'done', title: <Trans comment="Notice">Deposit credited</Trans> };
    case 'belowMinimum':
    case 'refused':
      return { kind: 'warn', title: <Trans comment="Notice">Deposit not credited</Trans> };
    case 'reversed':
      return { kind: 'warn', title: <Trans comment="Notice: the chain took a deposit back">Deposit reversed</Trans> };
    case 'seen':
    case 'confirming':
    case 'review':
    case 'doubted':
      return undefined;
  }
}

function withdrawalWords(stage: WithdrawalStage): Words | undefined {
  switch (stage) {
    case 'broadcast':
      return { kind: 'waiting', title: <Trans comment="Notice: it is on its chain">Withdrawal sent</Trans> };
    case 'confirmed':
      return { kind: 'done', title: <Trans comment="Notice">Withdrawal arrived</Trans> };
    case 'refused':
    case 'failed':
      return { kind: 'warn', title: <Trans comment="Notice: its money is back">Withdrawal not paid</Trans> };
    case 'review':
    case 'approved':
    case 'signed':
    case 'cancelled':
      return undefined;
  }
}
