// The coin of a loan that a dialog borrows or repays.
import { Trans } from '@lingui/react/macro';
import { SelectField } from '@vitrine/ui';

export interface CoinFieldProps {
  readonly coin: string;
  readonly coins: readonly string[];
  readonly onChange: (coin: string) => void;
}

export function CoinField({ coin, coins, onChange }: CoinFieldProps) {
  return (
    <SelectField
      label={<Trans>Coin</Trans>}
      value={coin}
      options={coins.map((key) => ({ key, label: key }))}
      onChange={onChange}
    />
  );
}
