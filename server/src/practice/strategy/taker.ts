// Takers: buy and sell at once what they feel like, majors most of the time; hold contracts for a while.

import { MARKET_TYPE, SIDE } from '@vitrine/core/enum';
import { closePosition } from '../commands.ts';
import { pick, type Act } from '../trader.ts';
import { affordable, open, takingWay, valueOf } from './order.ts';

const SALT = { market: 1, side: 2, way: 3, close: 4, which: 5, value: 6 } as const;
/** Most positions at a time, and how often a turn closes one instead of opening another. */
const MOST_POSITIONS = 4;
const CLOSES = 0.35;
/** How strongly a trend draws takers to its side: a trend of this much moves the odds to two to one. */
const STRONG_TREND = 0.002;

export const take: Act = (turn) => {
  const { trader, observer, draw, wish } = turn;
  const held = observer.positions(trader.user).filter(({ canClose }) => canClose > 0);
  if (wish === undefined && (held.length >= MOST_POSITIONS || (held.length > 0 && draw(SALT.close) < CLOSES))) {
    const chosen = held[Math.floor(draw(SALT.which) * held.length)];
    const of = trader.markets.find(({ market }) => market === chosen?.market);
    if (chosen !== undefined && of !== undefined && observer.price(of.instrument) !== undefined)
      return [closePosition(trader.user, chosen.position)];
  }
  const traded = trader.markets.filter(({ instrument }) => observer.price(instrument) !== undefined);
  if (traded.length === 0) return [];
  const one = wish ?? pick(traded, draw(SALT.market));
  const price = observer.price(one.instrument);
  if (price === undefined) return [];
  const pull = Math.max(-1, Math.min(1, price.trend / STRONG_TREND)) / 6;
  const wished = draw(SALT.side) < 0.5 + pull ? SIDE.buy : SIDE.sell;
  const sides = one.type === MARKET_TYPE.spot && wished === SIDE.sell ? [SIDE.sell, SIDE.buy] : [wished];
  for (const side of sides) {
    const lots = affordable(turn, one, price.cents, side, valueOf(turn, SALT.value));
    if (lots !== undefined) return [open(turn, one, side, lots, takingWay(price.cents, side, draw(SALT.way)))];
  }
  return [];
};
