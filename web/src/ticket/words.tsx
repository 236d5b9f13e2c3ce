// Names of order types and times in force, as tickets show them.

import { Trans } from '@lingui/react/macro';
import type { OrderKind, TimeInForce } from './kinds.ts';

export function TimeInForceWord({ value }: { readonly value: TimeInForce }) {
  switch (value) {
    case 'GTC':
      return <Trans comment="Time in force">Good till cancelled</Trans>;
    case 'IOC':
      return <Trans comment="Time in force">Immediate or cancel</Trans>;
    case 'FOK':
      return <Trans comment="Time in force">Fill or kill (FOK)</Trans>;
  }
}

export function KindWord({ kind }: { readonly kind: OrderKind }) {
  switch (kind) {
    case 'limit':
      return <Trans comment="Tab of the order form: order type">Limit</Trans>;
    case 'market':
      return (
        <Trans context="order type" comment="Tab of the order form: order type">
          Market
        </Trans>
      );
    case 'stopLimit':
      return <Trans>Stop limit</Trans>;
    case 'stopMarket':
      return <Trans>Stop market</Trans>;
    case 'takeProfitLimit':
      return <Trans>Take profit limit</Trans>;
    case 'takeProfitMarket':
      return <Trans>Take profit market</Trans>;
  }
}
