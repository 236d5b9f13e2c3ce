// Orders, trades, fills, ledger lines, ticks and markets as rows of their tables.

import {
  type Bill,
  billKindNumber,
  causeKindNumber,
  type Fill,
  type Market,
  type Order,
  type Tick,
  type TradeFact,
} from '../../handlers/index.ts';
import type { RowOf } from '../tables/tables.ts';

/** A customer's order. `whole`, `fired`: for take-profit and stop-loss orders, see the table. */
export function orderRow(order: Order, whole: boolean, fired: boolean): RowOf<'orders'> {
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
    direction: order.direction,
    margin_mode: order.marginMode,
    leverage: order.leverage,
    stop_profit: order.stopProfit,
    stop_loss: order.stopLoss,
    position: order.position,
    guard: order.guard,
    whole,
    fired,
    created: order.created,
    updated: order.updated,
    seq: order.seq,
    last_seq: order.lastSeq,
    house: false,
  };
}

/** A market maker order at its first fill: the row holds the filled part. `wallet`: that of its market's type. */
export function houseRow(fill: Fill, wallet: number): RowOf<'orders'> {
  const { market, order, user, ownSide: side, price, lots, value, fee, time, seq } = fill;
  return {
    order_id: order,
    user_id: user,
    market,
    wallet,
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
    direction: 0,
    margin_mode: 0,
    leverage: 0,
    stop_profit: 0,
    stop_loss: 0,
    position: 0,
    guard: 0,
    whole: false,
    fired: false,
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

/** A trade with both sides. */
export function tradeRow(fact: TradeFact): RowOf<'trades'> {
  const { market, trade, price, lots, value, side, taker, maker, house, time, seq } = fact;
  return {
    ...{ market, trade, price, lots, value, side, taker, maker, house, time, seq },
    taker_order: fact.takerOrder,
    maker_order: fact.makerOrder,
    taker_fee: fact.takerFee,
    maker_fee: fact.makerFee,
  };
}

/** A customer's side of a trade. */
export function fillRow(fill: Fill, wallet: number): RowOf<'fills'> {
  const { market, trade, maker, direction, price, lots, value, fee, house, time, seq } = fill;
  return {
    ...{ market, trade, maker, direction, price, lots, value, fee, house, time, seq, wallet },
    order_id: fill.order,
    user_id: fill.user,
    side: fill.ownSide,
    fee_asset: fill.feeAsset,
  };
}

/** A ledger line; `line` numbers them; `came` is the total that the account's lines credited up to it. */
export function billRow(bill: Bill, line: number, came: bigint): RowOf<'bills'> {
  const { account, wallet, asset, market, amount, balance, time, seq } = bill;
  return {
    ...{ line, account, wallet, asset, market, amount, balance, came, time, seq },
    user_id: bill.user,
    kind: billKindNumber(bill.kind),
    cause_kind: causeKindNumber(bill.causeKind),
    cause_id: bill.causeId,
  };
}

/** An index tick with its sources in one text. */
export function tickRow({ sources, ...tick }: Tick): RowOf<'ticks'> {
  return { ...tick, sources: sources.map((one) => `${one.source},${one.offset},${one.age},${one.state}`).join(';') };
}
