// Makers: rest on both sides of one book, inside the market maker's quotes, the best a tick or a few from the index.
// When the index moves they move what stands on its wrong side, and bring one order forward on the other. They never
// take: an order that would is refused by the exchange.

import type { Command } from '@vitrine/core';
import { CONTRACT_DIRECTION, MARKET_TYPE, POSITION_SIDE, SIDE, type Side } from '@vitrine/core/enum';
import { amendOrder, cancelOrder } from '../commands.ts';
import { CENTS, type CrowdMarket, lotsFor } from '../markets.ts';
import type { OwnOrder } from '../observer.ts';
import type { Act, Turn } from '../trader.ts';
import { affordable, open, positionOn, reduce, stockUp, valueOf } from './order.ts';

const SALT = { drop: 1, level: 10, value: 20 } as const;
/** Draws of a side and purpose. */
const SIDES = 2;
/** Orders per side. */
const LEVELS = 2;
/** The best order of a side: most ticks from the index, and how far off it may be before it is moved. */
const BEST_TICKS = 3;
const NEAR_TICKS = 5;
/** The others lie within this part of the price. */
const FURTHER = 0.000_12;

/** Where a side stands: how far an order is from the index on its own side, in ticks; negative: beyond the index. */
function distance(order: OwnOrder, cents: number): number {
  const ticks = cents / CENTS;
  return order.side === SIDE.buy ? ticks - order.price : order.price - ticks;
}

/** Price of a side's best order, or of one further away. */
function priceOf(turn: Turn, cents: number, side: Side, level: number): number {
  const drawn = turn.draw(SALT.level + level * SIDES + side);
  const most = Math.max(BEST_TICKS + LEVELS, (cents * FURTHER) / CENTS);
  const away = level === 0 ? 1 + drawn * BEST_TICKS : NEAR_TICKS + drawn * most;
  const ticks = cents / CENTS;
  return Math.max(1, side === SIDE.buy ? Math.ceil(ticks - away) : Math.floor(ticks + away));
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
function sizeOf(turn: Turn, one: CrowdMarket, cents: number, order: OwnOrder, level: number): number {
  const { side, lots, resting } = order;
  if (order.direction >= CONTRACT_DIRECTION.closeLong) return lots;
  const value = valueOf(turn, SALT.value + level * SIDES + side);
  const more = affordable(turn, one, cents, side, value) ?? 0;
  return lots - resting + Math.min(lotsFor(one, cents, value), resting + more);
}

/** What a side needs: its orders beyond the index moved, one brought next to it, one added. */
function changesOf(turn: Turn, one: CrowdMarket, cents: number, side: Side, mine: readonly OwnOrder[]): Command[] {
  const { user } = turn.trader;
  const orders = mine.toSorted((a, b) => distance(a, cents) - distance(b, cents));
  const beyond = orders.filter((order) => distance(order, cents) < 1);
  const behind = orders.slice(beyond.length);
  const isNear = behind.some((order) => distance(order, cents) <= NEAR_TICKS);
  const moved = (order: OwnOrder, level: number): Command =>
    amendOrder(user, order.order, priceOf(turn, cents, side, level), sizeOf(turn, one, cents, order, level));
  const commands = beyond.map((order, at) => moved(order, isNear ? at + 1 : at));
  if (isNear || beyond.length > 0) {
    if (orders.length >= LEVELS) return commands;
    const command = added(turn, one, cents, side, priceOf(turn, cents, side, orders.length));
    return command === undefined ? commands : [...commands, command];
  }
  const far = orders.length < LEVELS ? undefined : behind.at(-1);
  if (far !== undefined) return [moved(far, 0)];
  const command = added(turn, one, cents, side, priceOf(turn, cents, side, 0));
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
  const sides = [SIDE.buy, SIDE.sell].map((side) => ({ side, orders: mine.filter((order) => order.side === side) }));
  // The side with orders beyond the index goes first: the other's would cross them.
  const first = sides.toSorted((a, b) => worst(a.orders, cents) - worst(b.orders, cents));
  return first.flatMap(({ side, orders }) => changesOf(turn, one, cents, side, orders));
};

/** How far the order that is furthest beyond the index stands from it. */
function worst(orders: readonly OwnOrder[], cents: number): number {
  return Math.min(0, ...orders.map((order) => distance(order, cents)));
}
