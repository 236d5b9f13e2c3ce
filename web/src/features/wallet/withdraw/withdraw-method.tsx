// The steps of a withdrawal before it is requested, in order, with their durations.
import { Trans } from '@lingui/react/macro';
import type { CoinNetwork } from '@vitrine/contract';
import { NumMoney } from '@vitrine/ui';
import { Duration, type WayStep } from '../funds-parts.tsx';
import type { WithdrawSummary } from './withdraw-form.ts';

export function useWithdrawSteps(
  network: CoinNetwork | undefined,
  summary: WithdrawSummary | undefined,
  coin: string,
): readonly WayStep[] {
  const manual = network?.rail === 'manual';
  const count = network?.confirmations ?? 12;
  const held: WayStep = {
    key: 'held',
    title: <Trans comment="Step of a withdrawal: money reserved">In use</Trans>,
    when: <Trans comment="When it happens">at once</Trans>,
    text: summary ? (
      <Trans>
        <NumMoney value={summary.total} asset={coin} showAsset /> reserved. You can still cancel it.
      </Trans>
    ) : (
      <Trans>Amount and fee are reserved. You can still cancel.</Trans>
    ),
  };
  const review: WayStep = {
    key: 'review',
    title: <Trans comment="Step of a deposit or withdrawal">Review</Trans>,
    when:
      summary?.review === 'rules' ? (
        <Trans comment="How long a review takes">a minute</Trans>
      ) : manual ? (
        <Trans>1 to 3 business days</Trans>
      ) : summary?.review === undefined ? undefined : (
        <Trans>within 24 hours</Trans>
      ),
    text:
      summary?.review === 'persons' ? (
        <Trans>Reviewed by two staff members.</Trans>
      ) : summary?.review === 'person' ? (
        <Trans>Reviewed automatically; at this amount also by a person.</Trans>
      ) : (
        <Trans>Reviewed automatically; by a person only if a check asks for it.</Trans>
      ),
  };
  if (manual)
    return [
      held,
      review,
      {
        key: 'paid',
        title: <Trans comment="Step of a withdrawal to a bank card">Paid</Trans>,
        when: <Trans comment="Under a step of a withdrawal: from here on it cannot be cancelled">irreversible</Trans>,
        text: <Trans>To your own card. The payment is checked by two staff members.</Trans>,
      },
      {
        key: 'arrived',
        title: <Trans comment="State of a withdrawal: the money is there">Arrived</Trans>,
        text: <Trans>When your bank has booked it.</Trans>,
      },
    ];
  return [
    held,
    review,
    {
      key: 'signed',
      title: <Trans comment="Step of a withdrawal">Signed once</Trans>,
      when: <Trans>irreversible</Trans>,
      text: <Trans>The transaction number appears in your records.</Trans>,
    },
    {
      key: 'chain',
      title: <Trans comment="State of a withdrawal: its transaction is on the chain">On the chain</Trans>,
      when:
        network === undefined || network.blockTime === null ? undefined : (
          <Trans comment="About how long it takes">
            about <Duration ms={network.blockTime * count} />
          </Trans>
        ),
      text: <Trans>{count} confirmations, counted as they arrive.</Trans>,
    },
    {
      key: 'arrived',
      title: <Trans comment="State of a withdrawal: the money is there">Arrived</Trans>,
      text: <Trans>Every time and the fee stay in your records.</Trans>,
    },
  ];
}
