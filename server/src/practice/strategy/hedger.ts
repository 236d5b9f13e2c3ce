// Hedgers: hold a coin on spot and sell the same amount as a perpetual, so that its price does not matter to them and
// only funding does. From time to time they hold more or less of it.

import { MARKET_TYPE, POSITION_SIDE, SIDE } from '@vitrine/core/enum';
import { UNIT } from '../markets.ts';
import type { Act } from '../trader.ts';
import { affordable, coinTotal, open, positionOn, reduce, takingWay, valueOf } from './order.ts';

const SALT = { more: 1, way: 2, value: 3 } as const;
/** Value of the coin that may stay without its hedge, in orders of the trader's median value. */
const LOOSE = 0.5;
/** What it holds at most, in such orders. */
const MOST_ORDERS = 8;
/** How often it adds rather than leaves. */
const ADDS = 0.6;

export const hedge: Act = (turn) => {
  const { trader, observer, draw } = turn;
  const [spot, contract] = trader.markets;
  const price = spot === undefined ? undefined : observer.price(spot.instrument);
  if (spot === undefined || contract?.type !== MARKET_TYPE.linear || price === undefined) return [];
  const { cents } = price;
  const held = coinTotal(turn, spot, cents);
  const short = positionOn(turn, contract.market, POSITION_SIDE.short);
  const hedged = ((short?.lots ?? 0) * contract.lotWorth(cents)) / UNIT;
  const loose = held - hedged;
  if (loose > trader.size * LOOSE) {
    const lots = affordable(turn, contract, cents, SIDE.sell, loose);
    if (lots !== undefined) return [open(turn, contract, SIDE.sell, lots, takingWay(cents, SIDE.sell, draw(SALT.way)))];
  }
  if (loose < 0 - trader.size * LOOSE && short !== undefined && short.canClose > 0) {
    const lots = Math.min(short.canClose, Math.max(1, Math.round((0 - loose * UNIT) / contract.lotWorth(cents))));
    return [reduce(turn, short, lots, takingWay(cents, SIDE.buy, draw(SALT.way)))];
  }
  const more = held < trader.size * MOST_ORDERS && draw(SALT.more) < ADDS;
  const side = more ? SIDE.buy : SIDE.sell;
  const lots = affordable(turn, spot, cents, side, valueOf(turn, SALT.value));
  return lots === undefined ? [] : [open(turn, spot, side, lots, takingWay(cents, side, draw(SALT.way)))];
};
