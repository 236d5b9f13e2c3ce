// Makers: rest on both sides of one book, inside the market maker's quotes: a small order a tick or a few from the
// index, larger ones further away. What the market maker or others take is put back. They take only to balance what
// they can buy and sell with: an order of theirs that would trade at once is refused by the exchange.

import type { Command } from '@vitrine/core';
import { CONTRACT_DIRECTION, MARKET_TYPE, POSITION_SIDE, SIDE, type Side } from '@vitrine/core/enum';
import { amendOrder, cancelOrder } from '../commands.ts';
import { CENTS, type CrowdMarket, lotsFor } from '../markets.ts';
import type { OwnOrder } from '../observer.ts';
import type { Act, Turn } from '../trader.ts';
import { affordable, open, positionOn, reduce, stockDown, stockUp, valueOf } from './order.ts';

/** Purposes of draws; from 10 on: + side. */
const SALT = { drop: 1, best: 10, further: 20, value: 30 } as const;
/** Orders per side. */
const LEVELS = 5;
/** Most ticks between the best order of a side and the index or the other side; the spread that is left as it is. */
const BEST_TICKS = 3;
const NEAR_TICKS = 6;
/**
 * The second order of a side lies about this part of the price from the best, each further one twice as far as the one
 * before: all within the market maker's half spread.
 */
const FURTHER = 0.000_01;
/**
 * Value of a best order, in the trader's usual ones; each further one is twice as large. The best are taken whenever the
 * index moves by the market maker's half spread, every few seconds, and each costs a fee.
 */
const BEST_VALUE = 0.15;
const GROWTH = 2;

/** A drawn number of ticks between an order and what it stands next to; `level` 0: the best of its side. */
function ticksAway(turn: Turn, side: Side, cents: number, level: number): number {
  if (level === 0) return 1 + Math.floor(turn.draw(SALT.best + side) * BEST_TICKS);
  const usual = (cents / CENTS) * FURTHER * GROWTH ** (level - 1);
  return BEST_TICKS + Math.ceil(usual * (0.5 + turn.draw(SALT.further + side)));
}

/** Value of an order of a side at a level, USDT. */
function valueAt(turn: Turn, side: Side, level: number): number {
  return valueOf(turn, SALT.value + side) * BEST_VALUE * GROWTH ** level;
}

/** A new order of a side: one that closes an opposite position if there is one, else one that opens. */
function added(
  turn: Turn,
  one: CrowdMarket,
  cents: number,
  side: Side,
  price: number,
  level: number,
): Command | undefined {
  const way = { kind: 'rest', price } as const;
  const value = valueAt(turn, side, level);
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
  const value = valueAt(turn, side, 0);
  const more = affordable(turn, one, cents, side, value) ?? 0;
  return lots - resting + Math.min(lotsFor(one, cents, value), resting + more);
}

/** Makes the best order of a side at a price: its furthest one is moved there, or one is added while there are few. */
function putBest(
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
  const command = added(turn, one, cents, side, price, 0);
  return command === undefined ? [] : [command];
}

/** A maker's orders of its book, best first. */
function ownBook({ observer, trader }: Turn) {
  const mine = observer.orders(trader.user).filter(({ price }) => price > 0);
  const bids = mine.filter(({ side }) => side === SIDE.buy).toSorted((a, b) => b.price - a.price);
  const asks = mine.filter(({ side }) => side === SIDE.sell).toSorted((a, b) => a.price - b.price);
  const bid = bids[0]?.price ?? 0;
  const ask = asks[0]?.price ?? Number.POSITIVE_INFINITY;
  return { bids, asks, bid, ask, isWide: ask - bid > NEAR_TICKS };
}

/** Closes a maker's own spread where it is wide: what it does at once after a sweep, without waiting for its turn. */
export const narrow: Act = (turn) => {
  const { trader, observer } = turn;
  const one = trader.markets[0];
  const price = one === undefined ? undefined : observer.price(one.instrument);
  if (one === undefined || price === undefined) return [];
  const { bids, asks, bid, ask, isWide } = ownBook(turn);
  if (!isWide) return [];
  const { cents } = price;
  const index = cents / CENTS;
  const buyAt = (from: number) => Math.max(1, Math.ceil(from - ticksAway(turn, SIDE.buy, cents, 0)));
  const sellAt = (from: number) => Math.floor(from + ticksAway(turn, SIDE.sell, cents, 0));
  // Orders that the index has passed stay: the spread is as narrow there, until the market maker takes them. Then the
  // gap is closed from the side that the index is on.
  if (index >= ask) return putBest(turn, one, cents, SIDE.buy, bids, buyAt(ask));
  if (index <= bid) return putBest(turn, one, cents, SIDE.sell, asks, sellAt(bid));
  // An order that is near already stays, or a maker that cannot pay for one side would move the other for ever.
  return [
    ...(index - bid > BEST_TICKS + 1 ? putBest(turn, one, cents, SIDE.buy, bids, Math.min(buyAt(index), ask - 1)) : []),
    ...(ask - index > BEST_TICKS + 1
      ? putBest(turn, one, cents, SIDE.sell, asks, Math.max(sellAt(index), bid + 1))
      : []),
  ];
};

export const make: Act = (turn) => {
  const { trader, observer, draw } = turn;
  const one = trader.markets[0];
  if (one === undefined) return [];
  const price = observer.price(one.instrument);
  const { bids, asks, bid, ask, isWide } = ownBook(turn);
  // Without a price nothing can be quoted: what rests leaves, one order a turn.
  if (price === undefined) {
    const first = bids[0] ?? asks[0];
    return first === undefined || draw(SALT.drop) < 0.5 ? [] : [cancelOrder(trader.user, first.order)];
  }
  const { cents } = price;
  const balancing = stockUp(turn, one, cents) ?? stockDown(turn, one, cents);
  if (balancing !== undefined) return [balancing];
  if (isWide) return narrow(turn);
  // Further orders behind the best, one a side and turn.
  const further = (side: Side, orders: readonly OwnOrder[], best: number): Command[] => {
    const level = orders.length;
    if (level >= LEVELS) return [];
    const away = ticksAway(turn, side, cents, level);
    const command = added(turn, one, cents, side, Math.max(1, side === SIDE.buy ? best - away : best + away), level);
    return command === undefined ? [] : [command];
  };
  return [...further(SIDE.buy, bids, bid), ...further(SIDE.sell, asks, ask)];
};
