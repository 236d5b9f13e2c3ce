// Take profit and stop loss: three linked fields each, by price, percent of the margin or profit.

import { Trans, useLingui } from '@lingui/react/macro';
import { NumberField } from '@vitrine/ui';
import type { ReactNode } from 'react';
import style from '../contract.module.css';
import type { TpslField, GuardKind, TpslText } from './tpsl.ts';
import type { ContractTerms } from '../terms.ts';

export interface TpslFieldsProps {
  readonly kind: GuardKind;
  readonly guard: TpslText;
  readonly terms: ContractTerms;
  readonly error: ReactNode;
  readonly onChange: (field: TpslField, text: string) => void;
}

export function TpslFields({ kind, guard, terms, error, onChange }: TpslFieldsProps) {
  const { t } = useLingui();
  const profit = kind === 'profit';
  const name = profit ? t`Take profit` : t`Stop loss`;
  return (
    <fieldset className={style['guard']}>
      <legend className="v-hidden">{name}</legend>
      <NumberField
        variant="ticket"
        label={profit ? <Trans>Take profit</Trans> : <Trans>Stop loss</Trans>}
        name={`${kind}-price`}
        value={guard.price}
        onChange={(text) => onChange('price', text)}
        decimals={terms.tickDecimals}
        unit={terms.quote}
        error={error}
      />
      <div className={style['pair']}>
        <NumberField
          variant="ticket"
          label={
            profit ? (
              <Trans comment="Take profit in percent of the margin">% of margin</Trans>
            ) : (
              <Trans comment="Stop loss in percent of the margin">% of margin</Trans>
            )
          }
          name={`${kind}-percent`}
          value={guard.percent}
          onChange={(text) => onChange('percent', text)}
          decimals={2}
          unit="%"
        />
        <NumberField
          variant="ticket"
          label={
            profit ? (
              <Trans comment="Take profit as an amount">Profit</Trans>
            ) : (
              <Trans comment="Stop-loss as money">Loss</Trans>
            )
          }
          name={`${kind}-result`}
          value={guard.result}
          onChange={(text) => onChange('result', text)}
          decimals={terms.settleScale}
          unit={terms.settle}
        />
      </div>
    </fieldset>
  );
}
