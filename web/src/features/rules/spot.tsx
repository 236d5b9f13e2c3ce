// The rules of spot trading.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Rules } from '@vitrine/contract';
import { NumCount, NumExact, NumMoney, NumRate, Table } from '@vitrine/ui';
import { Facts, RuleSection } from './parts.tsx';

const QUOTE = 'USDT';

export function SpotRules({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  const { spot, fees } = rules;
  return (
    <>
      <RuleSection id="book" title={<Trans>How orders are matched</Trans>}>
        <p>
          <Trans>
            The best price first, at one price the earlier order first. The market maker quotes by the same rules and is
            marked in the order book. The fee is taken from what you receive, at the rate your order was placed with.
          </Trans>
        </p>
        <p>
          <Trans>
            Your own orders never trade with each other: the newer one is cancelled, unless you chose otherwise on the
            order.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="limits" title={<Trans>What is rejected</Trans>}>
        <Facts
          rows={[
            {
              key: 'band',
              label: <Trans>A buy that far above the index, a sell that far below</Trans>,
              value: <NumRate value={spot.band} />,
            },
            {
              key: 'protection',
              label: <Trans>A market order fills no further than this from the first price it meets</Trans>,
              value: <NumRate value={spot.protection} />,
            },
            {
              key: 'open',
              label: <Trans>Open orders you may have in one market</Trans>,
              value: <NumCount value={spot.openOrders} />,
            },
            ...(spot.openOrdersInAll ?? []).map((most, stage) => ({
              key: `all${String(stage)}`,
              label: (
                <Trans comment="Open orders of a customer by stage of verification; stage 0: not verified">
                  Open orders in all markets, verification stage <NumCount value={stage} />
                </Trans>
              ),
              value: <NumCount value={most} />,
            })),
            {
              key: 'safety',
              label: <Trans>Share of every fee that goes to the safety fund</Trans>,
              value: <NumRate value={fees.safetyShare} />,
            },
          ]}
        />
        {spot.openOrdersInAll === null ? null : (
          <p>
            <Trans comment="How many open orders a customer may have in all markets">
              The fuller the exchange’s table of orders is, the fewer open orders you can have in all markets: the
              number shrinks with the square of the free part. Open orders stay. A verified customer can place one while
              there is space.
            </Trans>
          </p>
        )}
        <p>
          <Trans comment="Fill or kill: an order type. Margin wallets: those that borrow">
            A fill-or-kill order is refused if it needs more than <NumCount value={spot.killOrders} /> orders of margin
            wallets, or more than that of anyone’s in contracts.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="markets" title={<Trans>Markets</Trans>}>
        <Table
          label={t`Markets`}
          rows={spot.markets}
          rowKey={({ symbolName }) => symbolName}
          empty={<Trans>No markets are listed.</Trans>}
          columns={[
            { key: 'name', head: <Trans>Market</Trans>, phone: 'keep', cell: ({ symbolName }) => symbolName },
            {
              key: 'tick',
              head: <Trans comment="Column: the smallest step of a price">Price step</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ tick }) => <NumExact value={tick} />,
            },
            {
              key: 'lot',
              head: <Trans comment="Column: the smallest step of a quantity">Amount step</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ lot }) => <NumExact value={lot} />,
            },
            {
              key: 'min',
              head: <Trans comment="Column: the least value of an order">Minimum order</Trans>,
              right: true,
              cell: ({ minValue }) => <NumMoney value={minValue} asset={QUOTE} showAsset />,
            },
            {
              key: 'max',
              head: <Trans comment="Column: the maximum value of an order">Maximum order</Trans>,
              right: true,
              cell: ({ maxValue }) => <NumMoney value={maxValue} asset={QUOTE} showAsset />,
            },
          ]}
        />
      </RuleSection>
    </>
  );
}
