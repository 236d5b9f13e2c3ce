// A bar with the liquidation price, the entry and the current price, and the distance to liquidation as text.

import { Trans } from '@lingui/react/macro';
import { printDecimal } from '@vitrine/core/number';
import { NumPercent } from '@vitrine/ui';
import style from '../contract.module.css';
import type { Shown } from '../figures.tsx';
import { distanceOf } from './risk.ts';

const PERCENT_DECIMALS = 4;
const WHOLE = 100;

export function PositionBar({ shown: { one, figures } }: { readonly shown: Shown }) {
  const { risk } = one;
  const { liquidation, average } = figures;
  const points = [
    { what: 'liquidation', cents: liquidation },
    { what: 'entry', cents: average },
    { what: 'mark', cents: risk },
  ].filter(({ cents }) => cents > 0);
  const least = Math.min(...points.map(({ cents }) => cents));
  const most = Math.max(...points.map(({ cents }) => cents));
  const distance = distanceOf(risk, liquidation);
  return (
    <div>
      <div className={style['line']} aria-hidden="true">
        {points.map(({ what, cents }) => (
          <span
            key={what}
            className={style['point']}
            data-what={what}
            style={{ left: `${most === least ? WHOLE / 2 : ((cents - least) / (most - least)) * WHOLE}%` }}
          />
        ))}
      </div>
      <p className="v-12 v-ink-2">
        {distance === undefined ? (
          <Trans>No price liquidates it at present.</Trans>
        ) : (
          <Trans>
            The index is <NumPercent value={printDecimal(distance, PERCENT_DECIMALS)} /> away from the liquidation
            price.
          </Trans>
        )}
      </p>
    </div>
  );
}
