// The footer of the book while a row is pointed at: the average price of an order that fills up to it.

import { Trans } from '@lingui/react/macro';
import { formatAmount, formatPrice, formatVolume, useFormat } from '@vitrine/ui';
import { toText } from '../../ticket/index.ts';
import style from './book.module.css';
import type { BookMarket } from './order-book.tsx';
import { AVERAGE_DIGITS, type Reach } from './reach.ts';

export function ReachLine({ market, reach }: { readonly market: BookMarket; readonly reach: Reach }) {
  const { tag } = useFormat();
  const { tickDecimals, lotDecimals } = market;
  const digits = tickDecimals + AVERAGE_DIGITS;
  const average = formatPrice(toText(reach.average, digits), digits, { tag });
  const amount = formatAmount(toText(reach.lots, lotDecimals), lotDecimals, { tag });
  const value =
    reach.value === undefined ? undefined : formatVolume(toText(reach.value, tickDecimals + lotDecimals), { tag });
  return (
    <div className={style['reach']} data-testid="reach">
      <span>
        <Trans comment="Foot of the order book: average price of all rows down to the pointed one">
          on average <b>{average}</b>
        </Trans>
      </span>
      <span>{value === undefined ? `${amount} ${market.base}` : `${value} ${market.quote}`}</span>
    </div>
  );
}
