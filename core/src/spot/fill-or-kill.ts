// A fill-or-kill order that would match orders of margin wallets still fills completely or not at all (money §2, §12,
// 15).

import { NONE, opposite, ROW32, ROW64 } from '../book/index.ts';
import { CLOSE_REASON, ORDER_STATUS, SELF_TRADE, SIDE, WALLET } from '../enum/index.ts';
import { mostMet } from '../order/index.ts';
import { feeOf } from '../formula/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { type SpotContext } from './context.ts';
import { closeOut, estimate, meetingOf } from './take.ts';

/** Most orders of margin wallets that one order checks since rules `workInSteps`. Each costs a check of its wallet. */
const MAX_WEIGHED = 200;
/** The same since rules `wholeSweep`. */
const FEWER_WEIGHED = 50;

/** Most orders of margin wallets that a fill-or-kill order checks under the present rules. */
export function mostWeighed(context: SpotContext): number {
  const { rules } = context.clock;
  if (rules >= RULE.wholeSweep) return FEWER_WEIGHED;
  return rules >= RULE.workInSteps ? MAX_WEIGHED : Infinity;
}

/** What the resting orders of one margin wallet would give and get. */
interface Met {
  readonly orderAccount: number;
  paid: number;
  got: number;
}

/**
 * Prepares the book for a fill-or-kill order: removes resting orders that their wallets could not bear (reason margin).
 * Returns whether the order can then fill completely. Since rules `killChangesNothing` it removes them only if so.
 * Since rules `workInSteps` it matches at most `MAX_WEIGHED` orders of margin wallets; since rules `wholeSweep` fewer,
 * and no more orders of others than one order may match.
 */
export function clearWay(context: SpotContext, slot: number, limit: number, budget: number): boolean {
  const { orders, markets } = context;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const book = markets.book(market);
  const user = orders.user[slot * ROW32] as number;
  const k = markets.rows.atomsPerTickLot[market] as number;
  const byAmount = orders.lots[slot * ROW64] === 0;
  let wanted = byAmount ? Infinity : (orders.rest[slot * ROW64] as number);
  let left = budget;
  const killed = context.clock.rules >= RULE.killChangesNothing;
  const unable: number[] = [];
  let out = false;
  let spent = false;
  const met: Met[] = [];
  let next = NONE;
  let weighed = 0;
  const most = mostWeighed(context);
  const sweep = context.clock.rules >= RULE.wholeSweep ? mostMet(context.orderBooks) : Infinity;
  let meets = 0;
  // Bounded by the orders of one side, since rules `wholeSweep` by what one order may meet and the taker's own; of margin wallets by `most`.
  for (let maker: number = book.front(opposite(side)); maker !== NONE && wanted > 0 && left > 0; maker = next) {
    next = book.after(maker);
    const price = orders.price[maker * ROW32] as number;
    if (side === SIDE.buy ? price > limit : price < limit) break;
    if (orders.user[maker * ROW32] === user) {
      if (orders.selfTrade(slot) === SELF_TRADE.maker) continue;
      break;
    }
    let lots = orders.rest[maker * ROW64] as number;
    if (lots > wanted) lots = wanted;
    const affordable = left === Infinity ? lots : quotient(left, price * k);
    const short = affordable < lots;
    if (short) lots = affordable;
    const weighs = lots > 0 && orders.wallet(maker) !== WALLET.spot;
    if (weighs && weighed === most) return false;
    if (weighs) weighed += 1;
    if (weighs && !bearsAll(context, maker, lots, met)) {
      if (killed) unable.push(maker);
      else takeOut(context, maker);
      out = true;
      continue;
    }
    meets += meetingOf(context, maker);
    if (meets > sweep) return false;
    wanted -= lots;
    left -= lots * price * k;
    spent = short || left === 0;
    if (lots === 0 || (killed && spent)) break;
  }
  if (!out) return true;
  if (killed) {
    if (byAmount ? !spent : wanted > 0) return false;
    for (const maker of unable) takeOut(context, maker);
    return true;
  }
  const lots = byAmount ? Infinity : (orders.rest[slot * ROW64] as number);
  estimate(context, market, side, limit, user, orders.selfTrade(slot), lots, budget);
  return byAmount ? context.spent : context.lots >= lots;
}

/** Removes a resting order whose wallet cannot bear the fill. */
function takeOut(context: SpotContext, maker: number): void {
  context.markets.book(context.orders.market(maker)).remove(maker);
  closeOut(context, maker, ORDER_STATUS.cancelled, CLOSE_REASON.margin);
}

/** Whether a wallet bears a fill of one more of its resting orders, together with those already counted. */
function bearsAll(context: SpotContext, maker: number, lots: number, met: Met[]): boolean {
  const { gate, orders, markets } = context;
  if (gate === undefined) return true;
  const market = orders.market(maker);
  const m = markets.rows;
  const price = orders.price[maker * ROW32] as number;
  const value = lots * price * (m.atomsPerTickLot[market] as number);
  const goods = lots * (m.baseAtomsPerLot[market] as number);
  const side = orders.side(maker);
  const buys = side === SIDE.buy;
  const gets = buys ? goods : value;
  const net = gets - feeOf(gets, orders.makerRate[maker * ROW32] as number, orders.excess[maker * ROW32] as number);
  const orderAccount = orders.orderAccount[maker * ROW32] as number;
  const before = met.find((one) => one.orderAccount === orderAccount);
  const paid = (before?.paid ?? 0) + (buys ? value : goods);
  const got = (before?.got ?? 0) + net;
  const user = orders.user[maker * ROW32] as number;
  if (!gate.bears(user, orders.wallet(maker), market, side, price, paid, got)) return false;
  if (before === undefined) met.push({ orderAccount, paid, got });
  else {
    before.paid = paid;
    before.got = got;
  }
  return true;
}
