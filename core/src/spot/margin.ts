// What an order in a margin wallet has to bear: nobody trades his way under what he owes (money §4, §12, 15).

import { BUY, ROW32, type Side } from '../book/index.ts';
import { feeOf, wholeFee } from '../formula/index.ts';
import type { SpotRoom } from './room.ts';

/**
 * Whether the wallet bears an order that was just decided, dealt in full at its limit (at the market: as estimated into
 * `room.lots`, `room.value`).
 */
export function bearsOrder(
  room: SpotRoom,
  user: number,
  wallet: number,
  market: number,
  side: Side,
  atMarket: boolean,
  lots: number,
  price: number,
): boolean {
  const { gate, users, markets } = room;
  if (gate === undefined) return true;
  const m = markets.rows;
  const dealt = atMarket ? room.lots : lots;
  const value = atMarket ? room.value : lots * price * (m.atomsPerTickLot[market] as number);
  const goods = dealt * (m.baseAtomsPerLot[market] as number);
  const base = m.base[market] as number;
  const quote = m.quote[market] as number;
  const rate = users.tiers.taker(users.rows.tier[user] as number);
  return side === BUY
    ? gate.bears(user, wallet, market, quote, value, base, goods - wholeFee(goods, rate))
    : gate.bears(user, wallet, market, base, goods, quote, value - wholeFee(value, rate));
}

/** Whether the wallet of an order bears a fill of `lots` at the maker's price, after its fee. */
export function bearsFill(room: SpotRoom, slot: number, maker: number, lots: number, taking: boolean): boolean {
  const { gate, orders, markets } = room;
  if (gate === undefined) return true;
  const market = orders.market(slot);
  const m = markets.rows;
  const value = lots * (orders.price[maker * ROW32] as number) * (m.atomsPerTickLot[market] as number);
  const goods = lots * (m.baseAtomsPerLot[market] as number);
  const buys = orders.side(slot) === BUY;
  const gets = buys ? goods : value;
  const rate = (taking ? orders.takerRate : orders.makerRate)[slot * ROW32] as number;
  const net = gets - feeOf(gets, rate, orders.excess[slot * ROW32] as number);
  const base = m.base[market] as number;
  const quote = m.quote[market] as number;
  const user = orders.user[slot * ROW32] as number;
  const wallet = orders.wallet(slot);
  return buys
    ? gate.bears(user, wallet, market, quote, value, base, net)
    : gate.bears(user, wallet, market, base, goods, quote, net);
}
