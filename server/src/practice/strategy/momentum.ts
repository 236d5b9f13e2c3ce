// Momentum: follow a trend with a leveraged position that has a take-profit and a stop-loss, long or short; leave when
// the trend turns.

import { POSITION_SIDE, SIDE } from '@vitrine/core/enum';
import { closePosition } from '../commands.ts';
import { pick, type Act } from '../trader.ts';
import { affordable, open, ticksAt, valueOf } from './order.ts';

const SALT = { market: 1, value: 2 } as const;
const MOST_POSITIONS = 3;
/** A trend counts from this many standard deviations of its own length. */
const CLEAR = 0.5;
/** The length of a trend: a year has that many. */
const TRENDS_A_YEAR = (365 * 86_400) / 120;
/** Take-profit and stop-loss, in standard deviations of an hour; the least is a fraction of the price. */
const PROFIT = 1.5;
const LOSS = 1;
const HOURS_A_YEAR = 8_760;
const LEAST_ENDS = 0.002;

export const ride: Act = (turn) => {
  const { trader, observer, draw } = turn;
  const held = observer.positions(trader.user);
  const strengthOf = (instrument: number): number => {
    const price = observer.price(instrument);
    if (price === undefined || price.volatility === 0) return 0;
    return price.trend / (price.volatility / Math.sqrt(TRENDS_A_YEAR));
  };
  for (const position of held) {
    const one = trader.markets.find(({ market }) => market === position.market);
    if (one === undefined || position.canClose === 0) continue;
    const with_ = position.side === POSITION_SIDE.long ? 1 : -1;
    if (strengthOf(one.instrument) * with_ < 0 - CLEAR) return [closePosition(trader.user, position.position)];
  }
  if (held.length >= MOST_POSITIONS) return [];
  const clear = trader.markets.filter(
    ({ market, instrument }) =>
      Math.abs(strengthOf(instrument)) > CLEAR && !held.some((position) => position.market === market),
  );
  if (clear.length === 0) return [];
  const one = pick(clear, draw(SALT.market));
  const price = observer.price(one.instrument);
  if (price === undefined) return [];
  const up = price.trend > 0;
  const side = up ? SIDE.buy : SIDE.sell;
  const lots = affordable(turn, one, price.cents, side, valueOf(turn, SALT.value));
  if (lots === undefined) return [];
  const hour = Math.max(LEAST_ENDS, price.volatility / Math.sqrt(HOURS_A_YEAR));
  const away = up ? 1 : -1;
  const ends = {
    profit: ticksAt(price.cents * (1 + away * PROFIT * hour), SIDE.sell),
    loss: ticksAt(price.cents * (1 - away * LOSS * hour), SIDE.buy),
  };
  return [open(turn, one, side, lots, { kind: 'market' }, ends)];
};
