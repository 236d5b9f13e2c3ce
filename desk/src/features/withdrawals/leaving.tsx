import { Trans } from '@lingui/react/macro';
import type { DeskWithdrawal } from '@vitrine/contract';
import { NumMoney, ValueChange } from '@vitrine/ui';

/** The amounts that leave, shown before the buttons. */
export function Leaving({ one: { record } }: { readonly one: DeskWithdrawal }) {
  return (
    <ValueChange
      rows={[
        {
          key: 'amount',
          label: <Trans>Amount sent out</Trans>,
          only: <NumMoney value={record.amount} asset={record.coin} showAsset />,
        },
        {
          key: 'fee',
          label: <Trans>Fee, from the customer</Trans>,
          only: <NumMoney value={record.fee} asset={record.coin} showAsset />,
        },
      ]}
    />
  );
}
