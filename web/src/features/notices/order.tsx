// Notices of liquidations, and of orders that filled or closed without a click of the user.

import { Trans } from '@lingui/react/macro';
import type { Fill, Order } from '@vitrine/contract';
import { ORDER_STATUS, SIDE } from '@vitrine/core/enum';
import { NumAmount, NumExact, NumPrice, toast } from '@vitrine/ui';
import type { Settlement } from '../../live/index.ts';
import { DirectionWord, ReasonWord, SideWords } from '../../order/index.ts';
import type { NoticeMarket } from './market.ts';

/** Reasons without a notice: the user cancelled it, or its position closed, which has its own notice. */
const OWN: readonly unknown[] = ['user', 'all', 'ended'];

/** Shows an order's fills in one notice, or why it closed. */
export function showOrder(order: Order, fills: readonly Fill[], market: NoticeMarket | undefined): void {
  if (fills.length > 0) showFilled(order, market);
  else if (
    order.status === ORDER_STATUS.refused ||
    (order.status === ORDER_STATUS.cancelled && !OWN.includes(order.cancelReason))
  )
    toast({
      id: `order-${order.id}`,
      group: 'order',
      kind: 'warn',
      title: <Trans>Order ended</Trans>,
      text: (
        <>
          <SideWords order={order} /> {order.symbolName}: <ReasonWord reason={order.cancelReason} />
        </>
      ),
    });
}

function showFilled(order: Order, market: NoticeMarket | undefined): void {
  const amount = market ? (
    <NumAmount value={order.dealtQuantity} decimals={market.lotDecimals} unit={market.base} />
  ) : (
    <NumExact value={order.dealtQuantity} unit={order.symbolName} />
  );
  const price = market ? (
    <NumPrice value={order.dealAveragePrice} decimals={market.tickDecimals} />
  ) : (
    <NumExact value={order.dealAveragePrice} />
  );
  const fee = <NumExact value={order.serviceCharge} unit={order.serviceChargeCoin} />;
  const word = <DirectionWord direction={order.direction} contract />;
  toast({
    // Fills of one order share a notice with their sum.
    id: `order-${order.id}`,
    group: 'order',
    kind: 'done',
    state: 'filled',
    title:
      order.contractType !== null ? (
        <Trans comment="Notice: Open long: 0.01000 BTC filled">
          {word}: {amount} filled
        </Trans>
      ) : order.direction === SIDE.buy ? (
        <Trans comment="Notice: Bought 0.01000 BTC">Bought {amount}</Trans>
      ) : (
        <Trans comment="Notice: Sold 0.01000 BTC">Sold {amount}</Trans>
      ),
    text: (
      <Trans comment="Notice: average price and fee of a filled order">
        at {price}, fee {fee}
      </Trans>
    ),
  });
}

/** Shows that a position was liquidated. */
export function showLiquidation({ id, symbolName }: Settlement): void {
  toast({
    id: `liquidation-${id}`,
    group: 'order',
    kind: 'warn',
    title: <Trans>Liquidation in {symbolName}</Trans>,
    text: <Trans>“What happened”, beside the position or in the list of closed ones, explains it step by step.</Trans>,
  });
}

/** Shows that a position was reduced before its market closes. */
export function showReduction({ id, symbolName }: Settlement): void {
  toast({
    id: `reduction-${id}`,
    group: 'order',
    kind: 'warn',
    state: 'reduced',
    title: <Trans>Position in {symbolName} reduced</Trans>,
    text: (
      <Trans>
        The market closes in ten minutes, and margin and profit did not cover all of it. The excess was closed at the
        index, without a fee.
      </Trans>
    ),
  });
}
