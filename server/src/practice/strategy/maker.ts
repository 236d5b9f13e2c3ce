// Makers: rest on both sides of one book, inside the market maker's quotes, the best a tick or a few from the index.
// What the market maker or others take is put back. They never take: an order that would is refused by the exchange.

import type { Command } from '@vitrine/core';
import { CONTRACT_DIRECTION, MARKET_TYPE, POSITION_SIDE, SIDE, type Side } from '@vitrine/core/enum';
import { amendOrder, cancelOrder } from '../commands.ts';
import { CENTS, type CrowdMarket, lotsFor } from '../markets.ts';
import type { OwnOrder } from '../observer.ts';
import type { Act, Turn } from '../trader.ts';
import { affordable, open, positionOn, reduce, stockUp, valueOf } from './order.ts';

/** Purposes of draws; from 10 on: + side. */
const SALT = { drop: 1, best: 10, further: 20, value: 30 } as const;
/** Orders per side. */
const LEVELS = 4;
/** Most ticks between the best order of a side and the index or the other side; the spread that is left as it is. */
const BEST_TICKS = 3;
const NEAR_TICKS = 6;
/** The others lie within this part of the price from the one before. */
const FURTHER = 0.000_04;

/** A drawn number of ticks between an order and what it stands next to. */
function ticksAway(turn: Turn, side: Side, cents: number, isBest: boolean): number {
  const drawn = turn.draw((isBest ? SALT.best : SALT.further) + side);
  return isBest ? 1 + Math.floor(drawn * BEST_TICKS) : NEAR_TICKS + Math.floor((drawn * cents * FURTHER) / CENTS);
}

/** A new order of a side: one that closes an opposite position if there is one, else one that opens. */
function added(turn: Turn, one: CrowdMarket, cents: number, side: Side, price: number): Command | undefined {
  const way = { kind: 'rest', price } as const;
  const value = valueOf(turn, SALT.value + side);
  if (one.type !== MARKET_TYPE.spot) {
    const opposite = positionOn(turn, one.market, side === SIDE.buy ? POSITION_SIDE.short : POSITION_SIDE.long);
    const lots = lotsFor(one, cents, value);
    if (opposite !== undefined && opposite.canClose >= lots) return reduce(turn, opposite, lots, way);
  }
  const lots = affordable(turn, one, cents, side, value);
  return lots === undefined ? undefined : open(turn, one, side, lots, way);
}

/**
 * Total lots of an order that is moved. Filled lots count towards it; what is left is filled up to a drawn size, as far
 * as the trader can pay. An order that closes keeps its size.
 */
function sizeOf(turn: Turn, one: CrowdMarket, cents: number, order: OwnOrder): number {
  const { side, lots, resting } = order;
  if (order.direction >= CONTRACT_DIRECTION.closeLong) return lots;
  const value = valueOf(turn, SALT.value + side);
  const more = affordable(turn, one, cents, side, value) ?? 0;
  return lots - resting + Math.min(lotsFor(one, cents, value), resting + more);
}

/** Puts an order of a side at a price: its furthest one is moved there, or one is added while there are few. */
function put(
  turn: Turn,
  one: CrowdMarket,
  cents: number,
  side: Side,
  orders: readonly OwnOrder[],
  price: number,
): Command[] {
  const furthest = orders.length < LEVELS ? undefined : orders.at(-1);
  if (furthest !== undefined)
    return [amendOrder(turn.trader.user, furthest.order, price, sizeOf(turn, one, cents, furthest))];
  const command = added(turn, one, cents, side, price);
  return command === undefined ? [] : [command];
}

export const make: Act = (turn) => {
  const { trader, observer, draw } = turn;
  const one = trader.markets[0];
  if (one === undefined) return [];
  const mine = observer.orders(trader.user).filter(({ price }) => price > 0);
  const price = observer.price(one.instrument);
  // Without a price nothing can be quoted: what rests leaves, one order a turn.
  if (price === undefined) {
    const oldest = mine[0];
    return oldest === undefined || draw(SALT.drop) < 0.5 ? [] : [cancelOrder(trader.user, oldest.order)];
  }
  const { cents } = price;
  const stock = stockUp(turn, one, cents);
  if (stock !== undefined) return [stock];
  const bids = mine.filter(({ side }) => side === SIDE.buy).toSorted((a, b) => b.price - a.price);
  const asks = mine.filter(({ side }) => side === SIDE.sell).toSorted((a, b) => a.price - b.price);
  const bid = bids[0]?.price ?? 0;
  const ask = asks[0]?.price ?? Number.POSITIVE_INFINITY;
  const index = cents / CENTS;
  const isWide = ask - bid > NEAR_TICKS;
  const buyAt = (from: number) => Math.max(1, Math.ceil(from - ticksAway(turn, SIDE.buy, cents, isWide)));
  const sellAt = (from: number) => Math.floor(from + ticksAway(turn, SIDE.sell, cents, isWide));
  // Orders that the index has passed stay: the spread is as narrow there, until the market maker takes them. Then the
  // gap is closed from the side that the index is on.
  if (isWide && index >= ask) return put(turn, one, cents, SIDE.buy, bids, buyAt(ask));
  if (isWide && index <= bid) return put(turn, one, cents, SIDE.sell, asks, sellAt(bid));
  if (isWide)
    return [
      ...put(turn, one, cents, SIDE.buy, bids, Math.min(buyAt(index), ask - 1)),
      ...put(turn, one, cents, SIDE.sell, asks, Math.max(sellAt(index), bid + 1)),
    ];
  // Further orders behind the best, one a side and turn.
  return [
    ...(bids.length < LEVELS ? put(turn, one, cents, SIDE.buy, bids, buyAt(bid)) : []),
    ...(asks.length < LEVELS ? put(turn, one, cents, SIDE.sell, asks, sellAt(ask)) : []),
  ];
};
