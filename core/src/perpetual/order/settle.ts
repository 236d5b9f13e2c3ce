// What one contract fill moves: positions, realised profit through the market's clearing, margin, fees (money §3).

import { ROW32, ROW64 } from '../../book/index.ts';
import { MARGIN_MODE, MARKET_TYPE } from '../../enum/index.ts';
import { emitTrade, splitFee } from '../../order/index.ts';
import { excessAfter, fillValue } from '../../formula/index.ts';
import { type Leg, opens } from './fill-side.ts';
import { FORCED, type PerpetualContext } from '../context.ts';
import { gone, shed, trim } from './order-lifecycle.ts';
import { emitPosition } from '../events.ts';

/** Value of a fill, settle atoms: the same for both sides; inverse: rounded once, against the taker. */
export function valueOf(
  context: PerpetualContext,
  market: number,
  lots: number,
  price: number,
  takerBuys: boolean,
): number {
  const c = context.contracts.rows;
  return fillValue(c.type[market] as number, c.perLot[market] as number, lots, price, takerBuys);
}

/**
 * Settles `lots` of a taker with a resting order after both legs are weighed. Writes values, fees and excess of both
 * orders and both positions; the caller updates their `rest`.
 */
export function settle(
  context: PerpetualContext,
  market: number,
  taker: number,
  maker: number,
  lots: number,
  value: number,
  takerLeg: Leg,
  makerLeg: Leg,
): void {
  const { orders, markets, users, ledger } = context;
  const c = context.contracts.rows;
  const takerUser = orders.user[taker * ROW32] as number;
  const makerUser = orders.user[maker * ROW32] as number;
  const trade = emitTrade(context, market, taker, maker, lots, value, takerLeg.fee, makerLeg.fee);
  charge(context, taker, value, orders.takerRate[taker * ROW32] as number, takerLeg);
  charge(context, maker, value, orders.makerRate[maker * ROW32] as number, makerLeg);
  shed(context, taker, lots);
  shed(context, maker, lots);
  if (opens(takerLeg.direction) && opens(makerLeg.direction))
    c.interest[market] = (c.interest[market] as number) + lots;
  else if (!opens(takerLeg.direction) && !opens(makerLeg.direction))
    c.interest[market] = (c.interest[market] as number) - lots;
  const takerPosition = apply(context, taker, lots, value, takerLeg);
  const makerPosition = apply(context, maker, lots, value, makerLeg);
  ledger.post(c.clearing[market] as number, 0 - takerLeg.profit - makerLeg.profit, 0);
  const settled = c.settle[market] as number;
  splitFee(context, market, trade, takerUser, settled, takerLeg.fee);
  splitFee(context, market, trade, makerUser, settled, makerLeg.fee);
  ledger.post(c.insurance[market] as number, takerLeg.insurance + makerLeg.insurance, 0);

  const linear = c.type[market] === MARKET_TYPE.linear;
  const volume = linear ? value : lots * (c.face[market] as number);
  const unit = linear ? (markets.assets.unit[settled] as number) : 1;
  users.trade(takerUser, volume, unit);
  users.trade(makerUser, volume, unit);
  done(context, takerPosition, takerLeg.wallet);
  done(context, makerPosition, makerLeg.wallet);
  context.orderBooks.traded(market);
}

/** Charges the fee of one fill, and stores it with its rounding excess. */
export function charge(context: PerpetualContext, slot: number, value: number, rate: number, leg: Leg): void {
  const { orders } = context;
  orders.value[slot * ROW64] = (orders.value[slot * ROW64] as number) + value;
  if (context.terms.forced[slot] !== FORCED.none) return;
  orders.excess[slot * ROW32] = excessAfter(value, rate, orders.excess[slot * ROW32] as number);
  orders.fee[slot * ROW64] = (orders.fee[slot * ROW64] as number) + leg.fee;
}

/** Writes one leg: the position's lots, cost and totals, the wallet, the margin. Returns the position's slot. */
export function apply(context: PerpetualContext, order: number, lots: number, value: number, leg: Leg): number {
  const { positions, ledger, terms } = context;
  const slot =
    leg.position === 0
      ? positions.open(leg.holding, leg.side, leg.mode, terms.leverage[order] as number)
      : leg.position;
  const p = positions.rows;
  if (leg.position === 0) context.kept.changed(leg.holding);
  if (opens(leg.direction)) {
    p.lots[slot] = (p.lots[slot] as number) + lots;
    p.cost[slot] = (p.cost[slot] as number) + value;
  } else {
    p.lots[slot] = (p.lots[slot] as number) - lots;
    p.cost[slot] = (p.cost[slot] as number) - leg.released;
  }
  p.priceProfit[slot] = (p.priceProfit[slot] as number) + leg.profit;
  p.feeProfit[slot] = (p.feeProfit[slot] as number) - leg.fee;
  ledger.post(positions.contractWallets.account[leg.contractWallet] as number, leg.wallet, 0);
  if (leg.margin !== 0) ledger.post(p.margin[slot] as number, leg.margin, 0);
  return slot;
}

/**
 * Finishes a change of a position: notifies the watch, emits it, and removes it when it has no lots, with its orders.
 * `toWallet`: settle atoms that the change moved to the wallet of an isolated position.
 */
export function done(context: PerpetualContext, slot: number, toWallet = 0): void {
  const p = context.positions.rows;
  const contractWallet = p.contractWallet[slot] as number;
  trim(context, slot);
  context.watch.position(slot, p.mode[slot] === MARGIN_MODE.isolated && toWallet > 0 ? toWallet : 0);
  emitPosition(context, slot);
  if (p.lots[slot] === 0) {
    gone(context, slot);
    const holding = p.holding[slot] as number;
    context.positions.close(slot);
    context.kept.changed(holding);
  }
  context.watch.contractWallet(contractWallet);
}
