// Grids: orders on fixed lines around the price, buys below and sells above. A filled line is set again once the price
// has left it, so a price that swings is sold high and bought low.

import { MARKET_TYPE, POSITION_SIDE, SIDE, type Side } from '@vitrine/core/enum';
import { cancelOrder } from '../commands.ts';
import { CENTS, UNIT } from '../markets.ts';
import type { Act } from '../trader.ts';
import { affordable, open, positionOn, reduce, stockUp, valueOf } from './order.ts';

const SALT = { value: 1 } as const;
/** Distance between lines, as a fraction of the price. */
const STEP = 0.001_2;
/** Lines per side, and how many further away an order is given up. */
const LINES = 6;
const GIVEN_UP = 12;
/** Least value of a partial close, USDT. */
const CLOSE_LEAST = 10;

/** Price in ticks of a line. Lines do not depend on where the price is. */
function linePrice(line: number): number {
  return Math.max(1, Math.round(Math.exp(line * STEP) / CENTS));
}

export const grid: Act = (turn) => {
  const { trader, observer } = turn;
  const one = trader.markets[0];
  const price = one === undefined ? undefined : observer.price(one.instrument);
  if (one === undefined || price === undefined) return [];
  const stock = stockUp(turn, one, price.cents);
  if (stock !== undefined) return [stock];
  const middle = Math.log(price.cents) / STEP;
  const mine = observer.orders(trader.user).filter((order) => order.price > 0);
  const far = mine.find((order) => Math.abs(Math.log(order.price * CENTS) / STEP - middle) > GIVEN_UP);
  if (far !== undefined) return [cancelOrder(trader.user, far.order)];
  const taken = new Set(mine.map((order) => order.price));
  for (let away = 1; away <= LINES; away += 1) {
    for (const side of [SIDE.buy, SIDE.sell] satisfies Side[]) {
      // The line next to the price stays free: it has just been filled, or is about to be.
      const line = side === SIDE.buy ? Math.floor(middle) - away : Math.ceil(middle) + away;
      const at = linePrice(line);
      if (taken.has(at)) continue;
      const way = { kind: 'rest', price: at } as const;
      const lots = affordable(turn, one, price.cents, side, valueOf(turn, SALT.value));
      if (one.type !== MARKET_TYPE.spot) {
        const opposite = positionOn(turn, one.market, side === SIDE.buy ? POSITION_SIDE.short : POSITION_SIDE.long);
        const least = Math.min(opposite?.canClose ?? 0, lots ?? Number.POSITIVE_INFINITY);
        if (opposite !== undefined && least > 0 && least * one.lotWorth(price.cents) >= CLOSE_LEAST * UNIT)
          return [reduce(turn, opposite, least, way)];
      }
      if (lots !== undefined) return [open(turn, one, side, lots, way)];
    }
  }
  return [];
};
