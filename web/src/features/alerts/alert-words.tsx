// Texts of alerts.

import { Trans } from '@lingui/react/macro';
import type { Alert } from '@vitrine/contract';
import { NumExact, NumPercent } from '@vitrine/ui';
import { percentOf } from './alert-form.ts';

/** What an alert waits for, in one line. */
export function AlertLine({ alert }: { readonly alert: Pick<Alert, 'kind' | 'value' | 'symbolName'> }) {
  const { kind, value } = alert;
  const market = alert.symbolName;
  const price = <NumExact className="v-strong" value={value} />;
  const percent = <NumPercent className="v-strong" value={value === null ? null : percentOf(value)} decimals={4} />;
  switch (kind) {
    case 'above':
      return (
        <Trans comment="An alert: BTC/USDT rises to 120,000">
          {market} rises to {price}
        </Trans>
      );
    case 'below':
      return (
        <Trans comment="An alert: BTC/USDT falls to 100,000">
          {market} falls to {price}
        </Trans>
      );
    case 'fill':
      return market === null ? (
        <Trans comment="An alert">An order is filled, in any market</Trans>
      ) : (
        <Trans comment="An alert">An order is filled in {market}</Trans>
      );
    case 'funding':
      return (
        <Trans comment="An alert: the funding rate of a market is beyond a percentage">
          Funding of {market} beyond {percent}
        </Trans>
      );
    case 'liquidation':
      return (
        <Trans comment="An alert: the mark is nearer to the liquidation price than a percentage">
          {market} closer than {percent} to liquidation
        </Trans>
      );
  }
}
