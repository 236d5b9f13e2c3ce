// maker.quote: the market maker's levels in one market, sent as a difference and made of ordinary orders with the same
// checks. A level that the market maker cannot fund, or outside the price band, is reduced or dropped.

import { crosses, NONE, packTraits, type Side, ROW32, ROW64 } from '../book/index.ts';
import { CLOSE_REASON, MARKET_MAKER, ORDER_TYPE, SELF_TRADE, SIDE, TIME_IN_FORCE, WALLET } from '../enum/index.ts';
import { quotient } from '../number/index.ts';
import { DONE, offsetOf, rejects } from '../schema/index.ts';
import { inBand, makeOrder, marketOpen, MAX_MAKER_ORDERS, sizeFits } from './place.ts';
import { type SpotContext } from './context.ts';
import { forget, holdOf, take } from './take.ts';
import { openQuote, putLevel } from '../order/index.ts';

const MARKET = offsetOf('maker.quote', 'market');
const COUNT = MARKET + 1;
const ROWS = MARKET + 2;
const ROW_WORDS = 3;
/** The market maker's resting orders share one word of traits. */
const TRAITS = packTraits(ORDER_TYPE.limit, TIME_IN_FORCE.gtc, SELF_TRADE.maker, 1, WALLET.spot);

/**
 * Decides a quote: the market is open, and the market maker has an order account there or can open one. The caller has
 * checked that each level comes once.
 */
export function decideQuote(context: SpotContext, words: Float64Array, at: number): number {
  const market = words[at + MARKET] as number;
  const open = marketOpen(context, market);
  if (open !== DONE || context.orderAccounts.fits(MARKET_MAKER, market, WALLET.spot)) return open;
  return context.refuse(rejects['order.tooMany'], context.orderAccounts.rows.most, context.orderAccounts.rows.top);
}

/** The market maker's order at a price, 0 when there is none. */
function standing(context: SpotContext, market: number, side: Side, price: number): number {
  let slot = context.markets.book(market).headAt(side, price);
  // Bounded by the orders at one price.
  while (slot !== NONE && context.orders.user[slot * ROW32] !== MARKET_MAKER)
    slot = context.orders.next[slot * ROW32] as number;
  return slot;
}

/** Commits a quote. Returns how many levels are in the book as requested. */
export function commitQuote(context: SpotContext, words: Float64Array, at: number): number {
  const { out } = context;
  const market = words[at + MARKET] as number;
  const count = words[at + COUNT] as number;
  const orderAccount = context.orderAccounts.open(MARKET_MAKER, market, WALLET.spot);
  context.users.roll(MARKET_MAKER);
  context.orderBooks.cutQuotes.begin(market);
  const pending = new Pending(context, orderAccount);
  for (let row = 0; row < count; row += 1) {
    const from = at + ROWS + row * ROW_WORDS;
    const slot = standing(context, market, words[from] as Side, words[from + 1] as number);
    if (slot !== NONE) lower(context, pending, slot, words[from + 2] as number);
  }
  for (let row = 0; row < count; row += 1) {
    const from = at + ROWS + row * ROW_WORDS;
    raise(
      context,
      pending,
      market,
      orderAccount,
      words[from] as Side,
      words[from + 1] as number,
      words[from + 2] as number,
    );
  }
  pending.flush();
  // Emitted last: a later row may have matched or removed an earlier one.
  let asked = 0;
  const event = openQuote(out, market, count);
  for (let row = 0; row < count; row += 1) {
    const from = at + ROWS + row * ROW_WORDS;
    const slot = standing(context, market, words[from] as Side, words[from + 1] as number);
    const resting = slot === NONE ? 0 : (context.orders.rest[slot * ROW64] as number);
    putLevel(out, event, row, words[from] as number, words[from + 1] as number, resting);
    if (resting === words[from + 2]) asked += 1;
  }
  return asked;
}

/** Reduces a level to at most `lots`. It keeps its queue position. */
function lower(context: SpotContext, pending: Pending, slot: number, lots: number): void {
  const { orders } = context;
  const rest = orders.rest[slot * ROW64] as number;
  if (rest <= lots) return;
  const book = context.markets.book(orders.market(slot));
  const before = holdOf(context, slot);
  if (lots === 0) {
    book.remove(slot);
    pending.hold(orders.side(slot), -before);
    forget(context, slot);
    return;
  }
  orders.lots[slot * ROW64] = (orders.lots[slot * ROW64] as number) - (rest - lots);
  book.reduce(slot, rest - lots);
  pending.hold(orders.side(slot), holdOf(context, slot) - before);
}

/** Raises a level to `lots` as far as checks and money allow. */
function raise(
  context: SpotContext,
  pending: Pending,
  market: number,
  orderAccount: number,
  side: Side,
  price: number,
  lots: number,
): void {
  const { orders, markets, ledger } = context;
  const book = markets.book(market);
  const old = standing(context, market, side, price);
  const rest = old === NONE ? 0 : (orders.rest[old * ROW64] as number);
  if (rest >= lots) return;
  const m = markets.rows;
  const cost =
    side === SIDE.buy ? price * (m.atomsPerTickLot[market] as number) : (m.baseAtomsPerLot[market] as number);
  const more = quotient(pending.free(side), cost);
  const wanted = more < lots - rest ? rest + more : lots;
  if (
    wanted <= rest ||
    inBand(context, market, side, price, false) !== DONE ||
    sizeFits(context, market, wanted, price, 0) !== DONE
  )
    return;
  if (old === NONE && ((context.orderAccounts.rows.open[orderAccount] as number) >= MAX_MAKER_ORDERS || orders.full()))
    return;
  if (old !== NONE) {
    // A larger quantity moves to the end of the queue.
    book.remove(old);
    pending.hold(side, (wanted - rest) * cost);
    orders.lots[old * ROW64] = (orders.lots[old * ROW64] as number) + wanted - rest;
    orders.rest[old * ROW64] = wanted;
    book.add(old);
    return;
  }
  const slot = makeOrder(context, orderAccount, MARKET_MAKER, market, side, TRAITS, price, wanted, wanted, 0);
  if (crosses(book, side, price)) {
    pending.flush();
    const reason = take(context, slot, price, Infinity);
    if (reason === CLOSE_REASON.sweep) context.orderBooks.cutQuotes.cut(market, side);
    const left = orders.rest[slot * ROW64] as number;
    if (left === 0 || reason !== CLOSE_REASON.gone) {
      forget(context, slot);
      return;
    }
    const hold = left * cost;
    ledger.post(orders.hold[slot * ROW32] as number, -hold, hold);
    book.add(slot);
    return;
  }
  pending.hold(side, wanted * cost);
  book.add(slot);
}

/** Holds of one quote not yet posted, so that each asset gets one net entry. */
class Pending {
  private base = 0;
  private quote = 0;
  private readonly context: SpotContext;
  private readonly orderAccount: number;

  constructor(context: SpotContext, orderAccount: number) {
    this.context = context;
    this.orderAccount = orderAccount;
  }

  hold(side: Side, atoms: number): void {
    if (side === SIDE.buy) this.quote += atoms;
    else this.base += atoms;
  }

  /** What the market maker can still hold of the asset that a side pays with. */
  free(side: Side): number {
    const { available } = this.context.ledger.accounts;
    const s = this.context.orderAccounts.rows;
    return side === SIDE.buy
      ? (available[s.quote[this.orderAccount] as number] as number) - this.quote
      : (available[s.base[this.orderAccount] as number] as number) - this.base;
  }

  flush(): void {
    const s = this.context.orderAccounts.rows;
    if (this.base !== 0) this.context.ledger.post(s.base[this.orderAccount] as number, -this.base, this.base);
    if (this.quote !== 0) this.context.ledger.post(s.quote[this.orderAccount] as number, -this.quote, this.quote);
    this.base = 0;
    this.quote = 0;
  }
}
