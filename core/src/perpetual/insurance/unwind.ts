// Unwinds the insurance fund's inventory in slices (money §3), since rules `fundTakesOver`: once per minute and market,
// at a time drawn from the hash of the last journal row before that minute. A slice is at most 5 % of the inventory and
// 10 % of the depth within 0.2 % of the index. It has no order row: it fills resting orders under an id of its own.

import { opposite, ROW32, ROW64, type Side, NONE } from '../../book/index.ts';
import { TIMER } from '../../clock/index.ts';
import { MARKET_STATE, MARKET_TYPE, ORDER_STATUS, POSITION_SIDE, SIDE } from '../../enum/index.ts';
import { splitFee, emitFill } from '../../order/index.ts';
import { closingLimit } from '../../formula/index.ts';
import { MILLION, quotient, remainder, shareDown } from '../../number/index.ts';
import { guardFrom } from '../order/tpsl.ts';
import { Inventory, InventoryPart } from './inventory.ts';
import { Leg, mostLots, opens, weigh } from '../order/fill-side.ts';
import { openingsWait, priced, riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { apply, charge, done, valueOf } from '../order/settle.ts';
import { expel, shed } from '../order/order-lifecycle.ts';
import { afterMaker } from '../order/take.ts';

/** Largest slice, millionths: of the inventory, of the depth. */
const HELD_SHARE = 50_000;
const DEPTH_SHARE = 100_000;
const MINUTE = 60_000;
/** Most levels counted as depth, and most resting orders that one slice fills. */
const MAX_LEVELS = 500;
const MAX_MAKERS = 200;
/** Hex digits of the hash from which a time is drawn: 32 bits. */
const DRAW_DIGITS = 8;
const HEX = 16;

export class Unwinding {
  readonly inventory: Inventory;
  private readonly context: PerpetualContext;
  private readonly leg = new Leg();
  private readonly part = new InventoryPart();
  /** The current slice. Not part of the state. */
  private lots = 0;
  private value = 0;
  private profit = 0;
  private loss = 0;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.inventory = new Inventory(context);
  }

  /** Lots were taken over: sets the timer of the next minute, which draws the time of the first slice. */
  arm(market: number): void {
    const { rows } = this.inventory;
    if (rows.armed[market] === 1) return;
    rows.armed[market] = 1;
    this.awaitMinute(market, this.context.clock.now);
  }

  /** A minute begins, or its drawn time has come. Without inventory no timer is set again. */
  fire(market: number, due: number): void {
    const { inventory, context } = this;
    const { rows } = inventory;
    const moment = rows.moment[market] as number;
    if (moment !== 0) {
      this.slice(market);
      rows.minute[market] = 0;
      rows.moment[market] = 0;
      rows.draw[market] = 0;
      if (rows.lots[market] === 0) rows.armed[market] = 0;
      else this.awaitMinute(market, context.clock.now);
      return;
    }
    if (rows.lots[market] === 0) {
      rows.armed[market] = 0;
      return;
    }
    const minute = due + 1;
    const draw = Number.parseInt(`0${context.lastHash().slice(0, DRAW_DIGITS)}`, HEX);
    rows.minute[market] = minute;
    rows.draw[market] = draw;
    rows.moment[market] = minute + remainder(draw, MINUTE);
    context.timers.add(rows.moment[market] as number, TIMER.unwind, market);
  }

  private awaitMinute(market: number, now: number): void {
    // A timer for T fires after T: at the first millisecond of the minute.
    this.context.timers.add((quotient(now, MINUTE) + 1) * MINUTE - 1, TIMER.unwind, market);
  }

  /** Sells or buys back a part of the inventory. Does nothing while the price is unusable or the market suspended. */
  private slice(market: number): void {
    const { inventory, context } = this;
    const { rows } = inventory;
    const { orders, contracts, markets } = context;
    const held = rows.lots[market] as number;
    const side = rows.side[market] as number;
    const state = Math.max(contracts.rows.state[market] as number, markets.rows.state[market] as number);
    if (held === 0 || state === MARKET_STATE.suspended || !priced(context, market) || openingsWait(context, market))
      return;
    if (orders.full()) return;
    const takes: Side = side === POSITION_SIDE.long ? SIDE.sell : SIDE.buy;
    const limit = closingLimit(side, riskPrice(context, market), MILLION);
    const depth = this.depth(market, opposite(takes), limit);
    const share = shareDown(held, HELD_SHARE);
    const most = Math.min(share > 0 ? share : 1, shareDown(depth, DEPTH_SHARE));
    if (most === 0) return;
    // Taken only for its id, which no other order ever has.
    const slot = orders.take();
    const id = orders.id(slot);
    this.deal(market, takes, limit, most, id);
    orders.free(slot);
    if (this.lots === 0) return;
    context.out.record('fund.slice', {
      market,
      side,
      order: id,
      held,
      depth,
      lots: this.lots,
      value: this.value,
      index: riskPrice(context, market),
      profit: this.profit,
      loss: this.loss,
      minute: rows.minute[market] as number,
      moment: rows.moment[market] as number,
      draw: rows.draw[market] as number,
    });
    inventory.emit(market);
  }

  /** Lots of a side of the book up to a limit, ticks. */
  private depth(market: number, side: Side, limit: number): number {
    const book = this.context.markets.book(market);
    let lots = 0;
    let price = book.best(side);
    for (let level = 0; level < MAX_LEVELS && price !== 0 && within(side, price, limit); level += 1) {
      lots += book.lotsAt(side, price);
      price = book.worse(side, price);
    }
    return lots;
  }

  /** Fills up to `most` lots against resting orders up to the limit, as far as the fund's bounds allow. */
  private deal(market: number, takes: Side, limit: number, most: number, id: number): void {
    const { inventory, context, leg, part } = this;
    const { orders } = context;
    const book = context.markets.book(market);
    const side = opposite(takes);
    this.lots = 0;
    this.value = 0;
    this.profit = 0;
    this.loss = 0;
    for (let met = 0; met < MAX_MAKERS && this.lots < most; met += 1) {
      const maker = book.front(side);
      const price = orders.price[maker * ROW32] as number;
      if (maker === NONE || !within(side, price, limit)) return;
      const lots = Math.min(most - this.lots, orders.rest[maker * ROW64] as number, mostLots(context, maker));
      const value = valueOf(context, market, lots, price, takes === SIDE.buy);
      // No lots, or too few for an atom.
      if (value === 0) return;
      const flaw = weigh(context, leg, maker, lots, value, orders.makerRate[maker * ROW32] as number);
      if (flaw !== 0) {
        book.remove(maker);
        expel(context, maker, ORDER_STATUS.cancelled, flaw);
        continue;
      }
      inventory.weigh(part, market, lots, value);
      if (part.loss > inventory.mayLose(market) || inventory.fund(market) + part.profit < 0) return;
      this.settle(market, takes, maker, lots, value, id);
      book.reduce(maker, lots);
      guardFrom(context, maker);
      afterMaker(context, maker);
    }
  }

  /** One fill: the maker's side as usual; the fund's side closes a part of its inventory, without a fee. */
  private settle(market: number, takes: Side, maker: number, lots: number, value: number, id: number): void {
    const { inventory, context, leg, part } = this;
    const { orders, markets, users, ledger } = context;
    const c = context.contracts.rows;
    const user = orders.user[maker * ROW32] as number;
    const trade = emitFill(context, market, id, 0, takes, maker, lots, value, 0, leg.fee);
    charge(context, maker, value, orders.makerRate[maker * ROW32] as number, leg);
    shed(context, maker, lots);
    if (!opens(leg.direction)) c.interest[market] = (c.interest[market] as number) - lots;
    const position = apply(context, maker, lots, value, leg);
    inventory.close(part, market, lots);
    inventory.lose(market, part.loss);
    const settled = c.settle[market] as number;
    ledger.post(c.clearing[market] as number, 0 - leg.profit - part.profit, 0);
    ledger.post(c.insurance[market] as number, part.profit, 0);
    splitFee(context, market, trade, user, settled, leg.fee);
    const linear = c.type[market] === MARKET_TYPE.linear;
    users.trade(
      user,
      linear ? value : lots * (c.face[market] as number),
      linear ? (markets.assets.unit[settled] as number) : 1,
    );
    this.lots += lots;
    this.value += value;
    this.profit += part.profit;
    this.loss += part.loss;
    done(context, position);
    context.orderBooks.traded(market);
  }
}

/** Whether a price is at the limit or better for the taker. */
function within(side: Side, price: number, limit: number): boolean {
  return side === SIDE.buy ? price >= limit : price <= limit;
}
