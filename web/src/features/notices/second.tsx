// The notice of a second contract that ended.

import { Trans } from '@lingui/react/macro';
import { SECOND_RESULT, type Second } from '@vitrine/contract';
import { NumMoney, toast } from '@vitrine/ui';
import { SecondSide } from '../../order/index.ts';

/** Shows one notice for each contract when it ends. */
export function showSecond(row: Second, onReceipt: () => void): void {
  const decided = row.result === SECOND_RESULT.won || row.result === SECOND_RESULT.lost;
  toast({
    id: `second-${row.id}`,
    group: 'order',
    kind: 'done',
    state: row.result === SECOND_RESULT.won ? 'won' : row.result === SECOND_RESULT.lost ? 'lost' : 'returned',
    title:
      row.result === SECOND_RESULT.won ? (
        <Trans>Second contract won</Trans>
      ) : row.result === SECOND_RESULT.lost ? (
        <Trans>Second contract lost</Trans>
      ) : (
        <Trans>Stake returned</Trans>
      ),
    text: (
      <>
        {row.symbolName} <SecondSide direction={row.direction} /> ·{' '}
        <NumMoney value={decided ? row.profit : row.amount} asset={row.coin} showAsset directed={decided} />
      </>
    ),
    link: (
      <button type="button" className="v-link" data-testid="open-receipt" onClick={onReceipt}>
        <Trans comment="Of a second contract">Receipt</Trans>
      </button>
    ),
  });
}
