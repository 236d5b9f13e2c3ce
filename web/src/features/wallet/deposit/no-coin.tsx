// Shown for an unknown coin in the address. Never shows another coin's deposit address.
import { Trans, useLingui } from '@lingui/react/macro';
import type { RechargeCurrency } from '@vitrine/contract';
import { ComboField, Empty } from '@vitrine/ui';
import style from '../funds.module.css';

export interface NoCoinProps {
  /** As in the address. */
  readonly name: string;
  /** The coins to choose from instead. */
  readonly currencies: readonly RechargeCurrency[];
  readonly onCoin: (coin: string) => void;
}

export function NoCoin({ name, currencies, onCoin }: NoCoinProps) {
  const { t } = useLingui();
  return (
    <div className={`${style['block']} ${style['form']}`} data-testid="no-coin">
      <Empty title={<Trans comment="name: a coin of the address, e.g. FOO">There is no coin {name} here</Trans>} />
      <ComboField
        label={<Trans comment="Choice of a coin">Coin</Trans>}
        value=""
        options={currencies.map((one) => ({ key: one.coin, label: one.coin, aside: one.name }))}
        placeholder={t`Find a coin`}
        onChange={onCoin}
      />
    </div>
  );
}
