// An address for whoever tries a withdrawal: nobody has a wallet on a chain that exists only in this exchange.
import { Trans } from '@lingui/react/macro';
import { useGuideTexts } from '../../../guide-texts/index.ts';
import type { WithdrawStepProps } from './withdraw-facts.ts';

/**
 * The wallet outside of every practice exchange. Not in the contract, which the first page loads; a test of the server
 * compares it.
 */
const OUTSIDE_ADDRESS = 'vtp184629hhj3g4gc3cmleuz0xjh9dd70ml9dwugj9';

export function PracticeAddress({ act }: Pick<WithdrawStepProps, 'act'>) {
  if (!useGuideTexts()) return null;
  return (
    <p className="v-13 v-ink-2">
      <Trans comment="Withdrawal on the practice chain, for somebody who has no wallet there. A button follows">
        No wallet of your own on the practice chain? Coins sent to the practice address are gone.
      </Trans>{' '}
      <button
        type="button"
        className="v-link"
        data-testid="practice-address"
        onClick={() => act({ set: 'address', text: OUTSIDE_ADDRESS })}
      >
        <Trans comment="Button: fills an address outside of the exchange into the form">Use the practice address</Trans>
      </button>
    </p>
  );
}
