// The events that orders of every product share.

import { type Orders, ROW32, ROW64 } from '../book/index.ts';
import { MARKET_MAKER } from '../enum/index.ts';
import type { Markets } from '../market/index.ts';
import type { EventBuffer } from '../state/index.ts';
import { layoutOf, rowsOf } from '../schema/index.ts';

const CHANGED = layoutOf('order.changed');
const TRIGGERED = layoutOf('order.triggered');
const CLOSED = layoutOf('order.closed');
const QUOTE = layoutOf('quote');
const LEVEL = rowsOf('quote', 'levels');
const FILL = layoutOf('fill');

/** What writing an order's event needs. */
interface Emitter {
  readonly orders: Orders;
  readonly out: EventBuffer;
}

/** Begins a `quote` of so many levels and returns its offset; `putLevel` then writes each. */
export function openQuote(out: EventBuffer, market: number, levels: number): number {
  const at = out.open(QUOTE.head, levels * LEVEL.words);
  out.words[at + QUOTE.market] = market;
  out.words[at + QUOTE.levels] = levels;
  return at;
}

/** Writes a level of the `quote` at `event`, the first one at place 0. */
export function putLevel(
  out: EventBuffer,
  event: number,
  place: number,
  side: number,
  price: number,
  lots: number,
): void {
  const at = event + QUOTE.head.length + place * LEVEL.words;
  const w = out.words;
  w[at + LEVEL.side] = side;
  w[at + LEVEL.price] = price;
  w[at + LEVEL.lots] = lots;
}

/** Emits a `quote` for one removed level of the market maker. */
export function emitNoLevel(context: Emitter, slot: number): void {
  const { orders, out } = context;
  const event = openQuote(out, orders.market(slot), 1);
  putLevel(out, event, 0, orders.side(slot), orders.price[slot * ROW32] as number, 0);
}

/** Emits `order.changed` with the order's present state. `resting`: lots in the book. */
export function emitChanged(context: Emitter, slot: number, dealt: number, resting: number, status: number): void {
  const { orders, out } = context;
  const at = out.open(CHANGED.head);
  const w = out.words;
  w[at + CHANGED.order] = orders.id(slot);
  w[at + CHANGED.price] = orders.price[slot * ROW32] as number;
  w[at + CHANGED.lots] = orders.lots[slot * ROW64] as number;
  w[at + CHANGED.dealtLots] = dealt;
  w[at + CHANGED.dealtValue] = orders.value[slot * ROW64] as number;
  w[at + CHANGED.fee] = orders.fee[slot * ROW64] as number;
  w[at + CHANGED.resting] = resting;
  w[at + CHANGED.status] = status;
}

export function emitTriggered(context: Emitter, slot: number): void {
  const at = context.out.open(TRIGGERED.head);
  const w = context.out.words;
  w[at + TRIGGERED.order] = context.orders.id(slot);
}

export function emitClosed(context: Emitter, slot: number, status: number, reason: number): void {
  const at = context.out.open(CLOSED.head);
  const w = context.out.words;
  w[at + CLOSED.order] = context.orders.id(slot);
  w[at + CLOSED.status] = status;
  w[at + CLOSED.reason] = reason;
}

/** What counting a trade needs as well. */
interface TradeContext extends Emitter {
  readonly markets: Markets;
}

/**
 * Counts a trade of the market and emits its `fill`: `lots` of a taker against a resting order at its price.
 * `takerOrder`: the taker's id, which the safety fund takes without an order. Returns the trade's number.
 */
export function emitFill(
  context: TradeContext,
  market: number,
  takerOrder: number,
  taker: number,
  takerSide: number,
  maker: number,
  lots: number,
  value: number,
  takerFee: number,
  makerFee: number,
): number {
  const { orders, out, markets } = context;
  const price = orders.price[maker * ROW32] as number;
  const trade = (markets.rows.trades[market] as number) + 1;
  markets.rows.trades[market] = trade;
  markets.rows.last[market] = price;
  const makerUser = orders.user[maker * ROW32] as number;
  const at = out.open(FILL.head);
  const w = out.words;
  w[at + FILL.market] = market;
  w[at + FILL.trade] = trade;
  w[at + FILL.takerOrder] = takerOrder;
  w[at + FILL.makerOrder] = orders.id(maker);
  w[at + FILL.taker] = taker;
  w[at + FILL.maker] = makerUser;
  w[at + FILL.takerSide] = takerSide;
  w[at + FILL.price] = price;
  w[at + FILL.lots] = lots;
  w[at + FILL.value] = value;
  w[at + FILL.takerFee] = takerFee;
  w[at + FILL.makerFee] = makerFee;
  w[at + FILL.house] = taker === MARKET_MAKER || makerUser === MARKET_MAKER ? 1 : 0;
  return trade;
}

/** The same for a taker with an order. */
export function emitTrade(
  context: TradeContext,
  market: number,
  taker: number,
  maker: number,
  lots: number,
  value: number,
  takerFee: number,
  makerFee: number,
): number {
  const { orders } = context;
  const user = orders.user[taker * ROW32] as number;
  return emitFill(context, market, orders.id(taker), user, orders.side(taker), maker, lots, value, takerFee, makerFee);
}
