// Orders and fills of spot, margin and contracts in the API's format.

import {
  ACCOUNT,
  CANCEL_REASON,
  CONTRACT_TYPE,
  type ContractType,
  type Decimal,
  type Fill as WireFill,
  MARGIN_MODE,
  type Order as WireOrder,
  TIME_IN_FORCE,
  TRIGGER_BY,
} from '@vitrine/contract';
import { averagePrice, inverseValue, linearValue } from '@vitrine/core';
import { CLOSE_REASON, MARKET_TYPE, ORDER_STATUS, SIDE } from '@vitrine/core/enum';
import type { Asset, Fill, Market, Order } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { decimalText, ratio } from './decimal.ts';
import { pairOf } from './symbol.ts';

/** Decimals of an average price below the market's tick. */
const CENTS = 2;

/** The contract kind of a market's type; null: not a contract. */
export function contractTypeOf(type: number): ContractType | null {
  return CONTRACT_TYPE[type - MARKET_TYPE.linear] ?? null;
}

function accountOf(wallet: number): WireOrder['account'] {
  return ACCOUNT[wallet === 4 ? 1 : wallet === 5 ? 2 : 0];
}

/**
 * Value of an order's lots at its price: quote atoms, for a contract settle atoms (inverse rounded against its owner).
 */
function entrustedValue(order: Order, market: Market): bigint | number {
  if (market.type === MARKET_TYPE.inverse)
    return inverseValue(order.lots, order.price, market.atomsPerTickLot, order.side === SIDE.buy);
  if (market.type === MARKET_TYPE.linear) return linearValue(order.lots, order.price, market.atomsPerTickLot);
  return ratio(BigInt(order.price) * BigInt(order.lots), market.atomsPerTickLot, 1);
}

function valueOf(order: Order, market: Market, { scale }: Asset): Decimal | null {
  if (order.amount > 0) return decimalText(order.amount, scale);
  if (order.price > 0) return decimalText(entrustedValue(order, market), scale);
  return order.dealtLots > 0 ? decimalText(order.dealtValue, scale) : null;
}

/** The average fill price, to a hundredth of a tick, rounded against its owner; null before the first fill. */
function dealtAverage(order: Order, market: Market): Decimal | null {
  const type = market.type === MARKET_TYPE.inverse ? MARKET_TYPE.inverse : MARKET_TYPE.linear;
  const cents = averagePrice(type, market.atomsPerTickLot, order.side, order.dealtLots, order.dealtValue);
  return order.dealtLots === 0 ? null : decimalText(cents, market.tickDecimals + CENTS);
}

/**
 * Why an order was closed. The core uses one number for a market order without further liquidity and for the dead man's
 * switch. A resting order or one waiting for its trigger can only have met the switch, which leaves a position's
 * take-profit and stop-loss orders.
 */
export function reasonOf(order: Pick<Order, 'reason' | 'status' | 'guard' | 'price' | 'trigger' | 'dealtLots'>) {
  const waited = order.price > 0 || (order.trigger > 0 && order.dealtLots === 0);
  const shown =
    order.reason === CLOSE_REASON.gone && (order.status !== ORDER_STATUS.cancelled || order.guard > 0 || !waited)
      ? CLOSE_REASON.expired
      : order.reason;
  return shown > 0 ? (CANCEL_REASON[shown - 1] ?? null) : null;
}

/** An order in the API's format; undefined if its market is unknown. */
export function orderOf(live: Live, order: Order): WireOrder | undefined {
  const market = live.market(order.market);
  const base = market && live.asset(market.base);
  const quote = market && live.asset(market.quote);
  if (!market || !base || !quote) return undefined;
  // A contract's settle asset is both base and quote.
  const receives = order.side === SIDE.buy ? base : quote;
  const price = (ticks: number): Decimal | null => (ticks > 0 ? decimalText(ticks, market.tickDecimals) : null);
  const spot = market.type === MARKET_TYPE.spot;
  return {
    id: String(order.order),
    orderNo: String(order.seq),
    symbolName: pairOf(live, market),
    account: spot ? accountOf(order.wallet) : null,
    contractType: contractTypeOf(market.type),
    direction: spot ? order.side : order.direction,
    type: order.type,
    timeInForce: TIME_IN_FORCE[order.timeInForce - 1] ?? 'GTC',
    entrustPrice: price(order.price),
    entrustQuantity: order.lots > 0 ? decimalText(order.lots, market.lotDecimals) : null,
    entrustValue: valueOf(order, market, quote),
    triggerPrice: price(order.trigger),
    triggerBy: order.trigger > 0 ? (TRIGGER_BY[order.triggerBy - 1] ?? null) : null,
    status: order.status,
    dealAveragePrice: dealtAverage(order, market),
    dealtQuantity: decimalText(order.dealtLots, market.lotDecimals),
    dealtValue: decimalText(order.dealtValue, quote.scale),
    serviceCharge: decimalText(order.fee, receives.scale),
    serviceChargeCoin: receives.code,
    leverageRadio: order.leverage > 0 ? order.leverage : null,
    marginMode: MARGIN_MODE[order.marginMode - 1] ?? null,
    stopProfitPrice: price(order.stopProfit),
    stopLossPrice: price(order.stopLoss),
    positionId: order.position > 0 ? String(order.position) : null,
    cancelReason: reasonOf(order),
    createTime: order.created,
    updateTime: order.updated,
  };
}

/** One side of a trade as its owner sees it; undefined if its market is unknown. */
export function fillOf(live: Live, fill: Fill): WireFill | undefined {
  const market = live.market(fill.market);
  const quote = market && live.asset(market.quote);
  const feeAsset = live.asset(fill.feeAsset);
  if (!market || !quote || !feeAsset) return undefined;
  return {
    id: `${fill.market}-${fill.trade}-${fill.ownSide}`,
    orderId: String(fill.order),
    symbolName: pairOf(live, market),
    direction: fill.direction > 0 ? fill.direction : fill.ownSide,
    price: decimalText(fill.price, market.tickDecimals),
    quantity: decimalText(fill.lots, market.lotDecimals),
    amount: decimalText(fill.value, quote.scale),
    fee: decimalText(fill.fee, feeAsset.scale),
    feeCoin: feeAsset.code,
    maker: fill.maker,
    house: fill.house,
    time: fill.time,
    seq: fill.seq,
  };
}
