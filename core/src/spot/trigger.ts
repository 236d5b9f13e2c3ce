// Stop and take-profit orders whose price came: they give their hold back and meet the book (money §2).

import {
  bin,
  crosses,
  INDEX_FALLING,
  INDEX_RISING,
  LAST_FALLING,
  LAST_RISING,
  opposite,
  ROW32,
  ROW64,
} from '../book/index.ts';
import { marketLimit } from '../formula/index.ts';
import { CLOSED, STALE } from '../price/index.ts';
import { DONE, REASON } from '../schema/index.ts';
import { inBand, refuseAtTrigger } from './place.ts';
import type { SpotRoom } from './room.ts';
import { estimate, holdOf, isMarket, settleRest, take } from './take.ts';
import { tellTriggered } from './tell.ts';

const FOK = 3;
const POST_ONLY = 4;
const CENTS = 100;

/** Fires what the prices of stirred markets hit, at most `steps` orders; gives the steps left. */
export function runTriggers(room: SpotRoom, steps: number): number {
  let left = steps;
  const m = room.markets.rows;
  while (room.stirred() && left > 0)
    for (let market = 1; market <= m.top && left > 0; market += 1) {
      if (m.stirred[market] === 0) continue;
      const slot = waiting(room, market);
      if (slot === 0) {
        room.calm(market);
        continue;
      }
      fire(room, slot);
      left -= 1;
      market -= 1;
    }
  return left;
}

/** The next order a market's index or last price hits: by index before by last, rising before falling; 0 none. */
function waiting(room: SpotRoom, market: number): number {
  const { triggers, markets, prices } = room;
  const instrument = markets.rows.instrument[market] as number;
  const state = prices.state(instrument);
  const cents = prices.cents(instrument);
  if (state !== CLOSED && state !== STALE && cents > 0) {
    const rising = triggers.first(market, INDEX_RISING, cents);
    if (rising !== 0) return rising;
    const falling = triggers.first(market, INDEX_FALLING, cents);
    if (falling !== 0) return falling;
  }
  const last = (markets.rows.last[market] as number) * CENTS;
  if (last === 0) return 0;
  const rising = triggers.first(market, LAST_RISING, last);
  return rising !== 0 ? rising : triggers.first(market, LAST_FALLING, last);
}

function fire(room: SpotRoom, slot: number): void {
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
  const state = prices.state(instrument);
  const atMarket = isMarket(type);
  if (state === CLOSED || (atMarket && state === STALE)) return refuseAtTrigger(room, slot, REASON.closed);
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
  }
  if (force === POST_ONLY && crosses(book, side, limit)) return refuseAtTrigger(room, slot, REASON.gone);
  settleRest(room, slot, take(room, slot, limit, budget));
}
