// Stop and take-profit orders whose price came: they give their hold back and meet the book (money §2).

import { bin, crosses, opposite, ROW32, ROW64, isMarket } from '../book/index.ts';
import { tellTriggered } from '../floor/index.ts';
import { marketLimit } from '../formula/index.ts';
import { NO, USE } from '../price/index.ts';
import { DONE, REASON } from '../schema/index.ts';
import { inBand, refuseAtTrigger } from './place.ts';
import { bearsOrder } from './margin.ts';
import { type SpotRoom, SPOT_WALLET } from './room.ts';
import { estimate, holdOf, settleRest, take } from './take.ts';
import { clearWay } from './whole.ts';

const FOK = 3;
const POST_ONLY = 4;

/** The trigger of a waiting order came. */
export function fire(room: SpotRoom, slot: number): void {
  const { orders, triggers, ledger, markets, prices } = room;
  const market = orders.market(slot);
  const side = orders.side(slot);
  const type = orders.type(slot);
  const force = orders.timeInForce(slot);
  triggers.remove(slot, bin(orders.triggerBy(slot), side, type));
  tellTriggered(room, slot);
  const hold = holdOf(room, slot);
  orders.setWaiting(slot, false);
  ledger.post(orders.hold[slot * ROW32] as number, hold, -hold);
  const instrument = markets.rows.instrument[market] as number;
  const atMarket = isMarket(type);
  if (prices.allows(instrument, atMarket ? USE.spotMarket : USE.spotLimit) === NO)
    return refuseAtTrigger(room, slot, REASON.closed);
  const book = markets.book(market);
  let limit = orders.price[slot * ROW32] as number;
  if (atMarket) {
    const touch = book.best(opposite(side));
    if (touch === 0) return refuseAtTrigger(room, slot, REASON.gone);
    limit = marketLimit(side, touch, prices.cents(instrument));
  } else if (inBand(room, market, side, limit, false) !== DONE) return refuseAtTrigger(room, slot, REASON.band);
  const budget = atMarket && side === 1 ? hold : Infinity;
  if (force === FOK) {
    const byAmount = orders.lots[slot * ROW64] === 0;
    const lots = byAmount ? Infinity : (orders.rest[slot * ROW64] as number);
    estimate(room, market, side, limit, orders.user[slot * ROW32] as number, orders.selfTrade(slot), lots, budget);
    if (byAmount ? !room.spent : room.lots < lots) return refuseAtTrigger(room, slot, REASON.gone);
    const wallet = orders.wallet(slot);
    const user = orders.user[slot * ROW32] as number;
    if (wallet !== SPOT_WALLET && !bearsOrder(room, user, wallet, market, side, true, 0, 0))
      return refuseAtTrigger(room, slot, REASON.margin);
    if (!clearWay(room, slot, limit, budget)) return refuseAtTrigger(room, slot, REASON.gone);
  }
  if (force === POST_ONLY && crosses(book, side, limit)) return refuseAtTrigger(room, slot, REASON.gone);
  settleRest(room, slot, take(room, slot, limit, budget));
}
