// Links between the trading pages of a market: second contracts, spot, USDT perpetuals.
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Segmented } from '@vitrine/ui';
import type { TradeType } from './-search.ts';

export function TradeWays({
  shown,
  route,
  spot,
}: {
  readonly shown: TradeType;
  readonly route: string;
  readonly spot: boolean;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Segmented
      label={t({ message: 'Trading method', comment: 'Choice: second contracts, spot, USDT perpetuals' })}
      value={shown}
      choices={[
        { key: 'sec', label: <Trans>Second contracts</Trans> },
        ...(spot ? [{ key: 'spot' as const, label: <Trans>Spot</Trans> }] : []),
        { key: 'usta', label: <Trans>USDT perpetuals</Trans> },
      ]}
      onChange={(type) => void navigate({ to: '/trade/index', search: { type, symbol: route }, resetScroll: false })}
    />
  );
}
