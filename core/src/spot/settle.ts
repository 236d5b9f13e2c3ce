// Settles one fill: value and goods, fees, the shares of safety fund and referrers (money §2, §10).

import { ROW32, ROW64 } from '../book/index.ts';
import { SIDE, WALLET } from '../enum/index.ts';
import { emitTrade, splitFee } from '../order/index.ts';
import { excessAfter, feeOf } from '../formula/index.ts';
import { type SpotContext } from './context.ts';

/** Reports a fill in a margin wallet. Margin checks the wallet after the command. */
function emitMoved(context: SpotContext, slot: number, market: number): void {
  const wallet = context.orders.wallet(slot);
  if (wallet !== WALLET.spot) context.gate?.moved(context.orders.user[slot * ROW32] as number, wallet, market);
}

/**
 * Settles `lots` of a taker against a resting order at its price. The taker pays from the available balance, the maker
 * from its hold. Writes values, fees and excess of both orders; the caller updates their `rest`. Returns the value.
 */
export function settle(context: SpotContext, market: number, taker: number, maker: number, lots: number): number {
  const { orders, ledger, markets, users } = context;
  const m = markets.rows;
  const price = orders.price[maker * ROW32] as number;
  const value = lots * price * (m.atomsPerTickLot[market] as number);
  const goods = lots * (m.baseAtomsPerLot[market] as number);
  const takerBuys = ((orders.place[taker * ROW32] as number) & 1) === SIDE.buy - 1;
  const takerGets = takerBuys ? goods : value;
  const makerGets = takerBuys ? value : goods;
  const takerFee = charge(context, taker, takerGets, orders.takerRate[taker * ROW32] as number);
  const makerFee = charge(context, maker, makerGets, orders.makerRate[maker * ROW32] as number);
  orders.value[taker * ROW64] = (orders.value[taker * ROW64] as number) + value;
  orders.value[maker * ROW64] = (orders.value[maker * ROW64] as number) + value;
  const takerUser = orders.user[taker * ROW32] as number;
  const makerUser = orders.user[maker * ROW32] as number;
  const trade = emitTrade(context, market, taker, maker, lots, value, takerFee, makerFee);

  ledger.post(orders.hold[taker * ROW32] as number, -makerGets, 0);
  ledger.post(orders.receive[taker * ROW32] as number, takerGets - takerFee, 0);
  ledger.post(orders.hold[maker * ROW32] as number, 0, -takerGets);
  ledger.post(orders.receive[maker * ROW32] as number, makerGets - makerFee, 0);
  const base = m.base[market] as number;
  const quote = m.quote[market] as number;
  splitFee(context, market, trade, takerUser, takerBuys ? base : quote, takerFee);
  splitFee(context, market, trade, makerUser, takerBuys ? quote : base, makerFee);

  const unit = markets.assets.unit[quote] as number;
  users.trade(takerUser, value, unit);
  users.trade(makerUser, value, unit);
  context.orderBooks.traded(market);
  emitMoved(context, taker, market);
  emitMoved(context, maker, market);
  return value;
}

/** The fee of one receipt of an order, cumulative over the order. Stores fee and excess. */
function charge(context: SpotContext, slot: number, received: number, rate: number): number {
  const { orders } = context;
  const before = orders.excess[slot * ROW32] as number;
  const fee = feeOf(received, rate, before);
  orders.excess[slot * ROW32] = excessAfter(received, rate, before);
  orders.fee[slot * ROW64] = (orders.fee[slot * ROW64] as number) + fee;
  return fee;
}
