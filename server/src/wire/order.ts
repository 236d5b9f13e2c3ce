// Orders and fills in the words of the contract.

import {
  ACCOUNT,
  CANCEL_REASON,
  type Decimal,
  type Fill as WireFill,
  type Order as WireOrder,
  TIME_IN_FORCE,
  TRIGGER_BY,
} from '@vitrine/contract';
import type { Fill, Market, Order } from '../fold/index.ts';
import { type Live, printAveragePrice } from '../live/index.ts';
import { asText, decimalText, ratio } from './decimal.ts';

const BUY = 1;

/** The pair as `BTC/USDT`; empty for a market this fold does not know. */
export function pairOf(live: Live, market: Market | undefined): string {
  const base = market && live.asset(market.base);
  const quote = market && live.asset(market.quote);
  return base && quote ? `${base.code}/${quote.code}` : '';
}

function accountOf(wallet: number): WireOrder['account'] {
  return ACCOUNT[wallet === 4 ? 1 : wallet === 5 ? 2 : 0];
}

function valueOf(order: Order, market: Market, quoteScale: number): Decimal | null {
  if (order.amount > 0) return decimalText(order.amount, quoteScale);
  if (order.price > 0)
    return decimalText(ratio(BigInt(order.price) * BigInt(order.lots), market.atomsPerTickLot, 1), quoteScale);
  return order.dealtLots > 0 ? decimalText(order.dealtValue, quoteScale) : null;
}

/** An order as the contract tells it; undefined when its market is unknown. */
export function orderOf(live: Live, order: Order): WireOrder | undefined {
  const market = live.market(order.market);
  const base = market && live.asset(market.base);
  const quote = market && live.asset(market.quote);
  if (!market || !base || !quote) return undefined;
  const receives = order.side === BUY ? base : quote;
  return {
    id: String(order.order),
    orderNo: String(order.seq),
    symbolName: `${base.code}/${quote.code}`,
    account: accountOf(order.wallet),
    direction: order.side,
    type: order.type,
    timeInForce: TIME_IN_FORCE[order.timeInForce - 1] ?? 'GTC',
    entrustPrice: order.price > 0 ? decimalText(order.price, market.tickDecimals) : null,
    entrustQuantity: order.lots > 0 ? decimalText(order.lots, market.lotDecimals) : null,
    entrustValue: valueOf(order, market, quote.scale),
    triggerPrice: order.trigger > 0 ? decimalText(order.trigger, market.tickDecimals) : null,
    triggerBy: order.trigger > 0 ? (TRIGGER_BY[order.triggerBy - 1] ?? null) : null,
    status: order.status,
    dealAveragePrice: asText(printAveragePrice(order, market)),
    dealtQuantity: decimalText(order.dealtLots, market.lotDecimals),
    dealtValue: decimalText(order.dealtValue, quote.scale),
    serviceCharge: decimalText(order.fee, receives.scale),
    serviceChargeCoin: receives.code,
    leverageRadio: null,
    marginMode: null,
    cancelReason: order.reason > 0 ? (CANCEL_REASON[order.reason - 1] ?? null) : null,
    createTime: order.created,
    updateTime: order.updated,
  };
}

/** One side of a trade as its owner sees it; undefined when its market is unknown. */
export function fillOf(live: Live, fill: Fill): WireFill | undefined {
  const market = live.market(fill.market);
  const quote = market && live.asset(market.quote);
  const feeAsset = live.asset(fill.feeAsset);
  if (!market || !quote || !feeAsset) return undefined;
  return {
    id: `${fill.market}-${fill.trade}-${fill.ownSide}`,
    orderId: String(fill.order),
    symbolName: pairOf(live, market),
    direction: fill.ownSide,
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
