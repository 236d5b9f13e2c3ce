// Parts shared by table and card of a position: stops, margin ratio, and the menu of other actions.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { Button, Menu, NumPercent, NumPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { figureTexts, type Shown } from '../figures.tsx';

export interface PositionActions {
  readonly onGuards: (shown: Shown) => void;
  readonly onMargin: (shown: Shown) => void;
  readonly onShare: (shown: Shown) => void;
  readonly onStory: (shown: Shown) => void;
  readonly onSimulator: (shown: Shown) => void;
  readonly onClose: (id: string) => void;
  /** The position that is being closed. */
  readonly closing: string | undefined;
}

/** Triggers of take profit and stop loss. */
export function Stops({ shown: { one } }: { readonly shown: Shown }) {
  const price = (value: string | null) => <NumPrice value={value} decimals={one.terms.tickDecimals} />;
  return (
    <span className="v-num">
      <span data-field="stopProfitPrice">{price(one.position.stopProfitPrice)}</span>
      {' / '}
      <span data-field="stopLossPrice">{price(one.position.stopLossPrice)}</span>
    </span>
  );
}

/** The other actions, in a menu. */
export function MoreMenu({
  shown,
  isolated,
  actions,
  target,
}: {
  readonly shown: Shown;
  readonly isolated: boolean;
  readonly actions: PositionActions;
  readonly target?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`More`}
      target={
        <Button size="small" tone="quiet" data-testid="more" aria-label={t`More`}>
          {target ?? <IconDots className="v-i-14" stroke={1.75} aria-hidden="true" />}
        </Button>
      }
      items={[
        ...(isolated
          ? [{ key: 'margin', label: <Trans>Add or reduce margin</Trans>, onClick: () => actions.onMargin(shown) }]
          : []),
        {
          key: 'simulator',
          label: <Trans comment="Opens the liquidation simulator">What if?</Trans>,
          onClick: () => actions.onSimulator(shown),
        },
        { key: 'story', label: <Trans>What happened</Trans>, onClick: () => actions.onStory(shown) },
        {
          key: 'share',
          label: <Trans comment="Shares the result of a position">Share</Trans>,
          onClick: () => actions.onShare(shown),
        },
      ]}
    />
  );
}

/** Maintenance ÷ equity in percent: at 100 it is liquidated. */
export function Ratio({ shown }: { readonly shown: Shown }) {
  const { collateralRatio } = figureTexts(shown);
  return collateralRatio === null ? <>–</> : <NumPercent value={percentOf(collateralRatio)} />;
}

/** Prints a fraction with six decimals as percent with four. */
function percentOf(fraction: string): string {
  const [units = '0', digits = ''] = fraction.split('.');
  const all = `${units}${digits.padEnd(6, '0')}`.replace(/^0+(?=\d{5})/, '');
  return `${all.slice(0, -4)}.${all.slice(-4)}`;
}
