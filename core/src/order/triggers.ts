// Runs triggered stop and take-profit orders of every product (money §2, §3).

import { INDEX_FALLING, INDEX_RISING, LAST_FALLING, LAST_RISING, opposite, type Side } from '../book/index.ts';
import { SIDE } from '../enum/index.ts';
import { lastCounts, stopLimit } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import type { OrderBooks } from './order-books.ts';
import { stepsMet } from './sweep-budget.ts';

const CENTS = 100;

/** Triggers orders in stirred markets, at most `steps`. Returns the steps left. */
export function runTriggers(orderBooks: OrderBooks, steps: number): number {
  let left = steps;
  const m = orderBooks.markets.rows;
  const near = orderBooks.clock.rules >= RULE.stops;
  while (orderBooks.stirred() && left > 0)
    for (let market = 1; market <= m.top && left > 0; market += 1) {
      if (m.stirred[market] === 0) continue;
      const slot = near ? waitingNear(orderBooks, market) : waiting(orderBooks, market);
      if (slot === 0) {
        orderBooks.calm(market);
        continue;
      }
      orderBooks.met = 0;
      orderBooks.rulesOf(market).trigger(slot);
      left -= 1 + stepsMet(orderBooks);
      const goesOn = orderBooks.swept && orderBooks.clock.rules >= RULE.sweepBudget;
      if (orderBooks.swept && !goesOn) {
        // It met as many orders as one may: this market goes on at the next tick. Since rules `sweepBudget` with the next step.
        orderBooks.swept = false;
        orderBooks.calm(market);
        continue;
      }
      orderBooks.swept = false;
      market -= 1;
    }
  return left > 0 ? left : 0;
}

/**
 * The next order that a market's reference or last price triggers: by mark before by last, rising before falling; 0
 * when none.
 */
function waiting(orderBooks: OrderBooks, market: number): number {
  const { triggers, markets } = orderBooks;
  if (!markets.fires(market)) return 0;
  const cents = orderBooks.rulesOf(market).reference(market);
  if (cents > 0) {
    const rising = triggers.first(market, INDEX_RISING, cents);
    if (rising !== 0) return rising;
    const falling = triggers.first(market, INDEX_FALLING, cents);
    if (falling !== 0) return falling;
  }
  return byLast(orderBooks, market);
}

/**
 * The same since `RULE.stops`, at a tick of a usable index. First come triggered, unfilled orders that can match, buys
 * before sells. Triggers by last price count only while the last price is near the index.
 */
function waitingNear(orderBooks: OrderBooks, market: number): number {
  const { triggers, markets } = orderBooks;
  if (!markets.fires(market)) return 0;
  const rules = orderBooks.rulesOf(market);
  const index = rules.index(market);
  if (index === 0) return 0;
  const buys = triggers.triggered(market, SIDE.buy);
  if (buys !== 0 && rules.meets(buys)) return buys;
  const sells = triggers.triggered(market, SIDE.sell);
  if (sells !== 0 && rules.meets(sells)) return sells;
  const cents = rules.reference(market);
  const rising = triggers.first(market, INDEX_RISING, cents);
  if (rising !== 0) return rising;
  const falling = triggers.first(market, INDEX_FALLING, cents);
  if (falling !== 0) return falling;
  const last = (markets.rows.last[market] as number) * CENTS;
  return lastCounts(last, index, rules.major(market)) ? byLast(orderBooks, market) : 0;
}

function byLast({ triggers, markets }: OrderBooks, market: number): number {
  const last = (markets.rows.last[market] as number) * CENTS;
  if (last === 0) return 0;
  const rising = triggers.first(market, LAST_RISING, last);
  return rising !== 0 ? rising : triggers.first(market, LAST_FALLING, last);
}

/** Whether the book offers a side nothing within `limit` ticks. */
export function isDry({ markets }: OrderBooks, market: number, side: Side, limit: number): boolean {
  const touch = markets.book(market).best(opposite(side));
  return touch === 0 || (side === SIDE.buy ? touch > limit : touch < limit);
}

/** The worst price at which a triggered order of a market fills now, ticks. */
export function nearIndex(orderBooks: OrderBooks, market: number, side: Side): number {
  const rules = orderBooks.rulesOf(market);
  return stopLimit(side, rules.index(market), rules.major(market));
}

/** Whether a limit is further from the index than `bound`. */
export function isBeyond(side: Side, price: number, bound: number): boolean {
  return side === SIDE.buy ? price > bound : price < bound;
}
