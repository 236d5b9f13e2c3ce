// Orders, fills and markets of the folds as rows of their tables.

import type { Fill, Market, Order } from '../fold/index.ts';
import type { RowOf } from './tables.ts';

/** A customer's order. */
export function orderRow(order: Order): RowOf<'orders'> {
  return {
    order_id: order.order,
    user_id: order.user,
    market: order.market,
    wallet: order.wallet,
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    price: order.price,
    lots: order.lots,
    amount: order.amount,
    trigger: order.trigger,
    trigger_by: order.triggerBy,
    status: order.status,
    reason: order.reason,
    dealt_lots: order.dealtLots,
    dealt_value: order.dealtValue,
    fee: order.fee,
    resting: order.resting,
    maker_rate: order.makerRate,
    taker_rate: order.takerRate,
    created: order.created,
    updated: order.updated,
    seq: order.seq,
    last_seq: order.lastSeq,
    house: false,
  };
}

/** A house order as of its first fill: the row says what was dealt of it. */
export function houseRow(fill: Fill): RowOf<'orders'> {
  const { market, order, user, ownSide: side, price, lots, value, fee, time, seq } = fill;
  return {
    order_id: order,
    user_id: user,
    market,
    wallet: 1,
    side,
    type: 1,
    time_in_force: 1,
    price,
    lots,
    amount: 0,
    trigger: 0,
    trigger_by: 0,
    status: 1,
    reason: 0,
    dealt_lots: lots,
    dealt_value: value,
    fee,
    resting: 0,
    maker_rate: 0,
    taker_rate: 0,
    created: time,
    updated: time,
    seq,
    last_seq: seq,
    house: true,
  };
}

/** A listed market. */
export function marketRow(market: Market): RowOf<'markets'> {
  return {
    market: market.market,
    type: market.type,
    instrument: market.instrument,
    base: market.base,
    quote: market.quote,
    tick_decimals: market.tickDecimals,
    lot_decimals: market.lotDecimals,
    atoms_per_tick_lot: market.atomsPerTickLot,
    base_atoms_per_lot: market.baseAtomsPerLot,
    min_value: market.minValue,
    max_value: market.maxValue,
    state: market.state,
  };
}
