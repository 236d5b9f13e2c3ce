// What an order in a margin wallet must satisfy: a user may not trade below what they owe (money §4, §12, 15).

import { ROW32, type Side } from '../book/index.ts';
import { SIDE, WALLET } from '../enum/index.ts';
import { feeOf, wholeFee } from '../formula/index.ts';
import { type SpotContext } from './context.ts';

/**
 * Whether the wallet bears the order just decided if it fills completely at its limit (market orders: as estimated into
 * `context.lots`, `context.value`).
 */
export function bearsOrder(
  context: SpotContext,
  user: number,
  wallet: number,
  market: number,
  side: Side,
  atMarket: boolean,
  lots: number,
  price: number,
): boolean {
  const { gate, users, markets } = context;
  if (gate === undefined) return true;
  const m = markets.rows;
  const dealt = atMarket ? context.lots : lots;
  const value = atMarket ? context.value : lots * price * (m.atomsPerTickLot[market] as number);
  const goods = dealt * (m.baseAtomsPerLot[market] as number);
  const rate = users.tiers.taker(users.rows.tier[user] as number);
  const [paid, gets] = side === SIDE.buy ? [value, goods] : [goods, value];
  return gate.bears(user, wallet, market, side, atMarket ? context.worst : price, paid, gets - wholeFee(gets, rate));
}

/** Whether stale prices restrict the wallet of an order in its market (money §11). */
export function isBound(context: SpotContext, slot: number): boolean {
  const { gate, orders } = context;
  const wallet = orders.wallet(slot);
  if (gate === undefined || wallet === WALLET.spot) return false;
  return gate.bound(orders.user[slot * ROW32] as number, wallet, orders.market(slot));
}

/** Whether the wallet of an order bears a fill of `lots` at the maker's price, after its fee. */
export function bearsFill(context: SpotContext, slot: number, maker: number, lots: number, taking: boolean): boolean {
  const { gate, orders, markets } = context;
  if (gate === undefined) return true;
  const market = orders.market(slot);
  const m = markets.rows;
  const price = orders.price[maker * ROW32] as number;
  const value = lots * price * (m.atomsPerTickLot[market] as number);
  const goods = lots * (m.baseAtomsPerLot[market] as number);
  const side = orders.side(slot);
  const [paid, gets] = side === SIDE.buy ? [value, goods] : [goods, value];
  const rate = (taking ? orders.takerRate : orders.makerRate)[slot * ROW32] as number;
  const net = gets - feeOf(gets, rate, orders.excess[slot * ROW32] as number);
  return gate.bears(orders.user[slot * ROW32] as number, orders.wallet(slot), market, side, price, paid, net);
}
