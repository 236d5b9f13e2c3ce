// maker.quote of a contract: the market maker's levels, sent as a difference and made of ordinary orders with the same
// checks (money §3). A level first reduces the market maker's opposite position, then opens, so it never holds both
// sides of a market. Levels reserve nothing. Each fill is weighed like everyone's, and a level that cannot be funded is
// removed.

import { crosses, NONE, ROW32, ROW64, type Side } from '../../book/index.ts';
import {
  CLOSE_REASON,
  MARGIN_MODE,
  MARKET_MAKER,
  MARKET_STATE,
  ORDER_TYPE,
  SELF_TRADE,
  SIDE,
  TIME_IN_FORCE,
} from '../../enum/index.ts';
import { DOWN, mulDiv, quotient } from '../../number/index.ts';
import { allows, USE, YES } from '../../price/index.ts';
import { DONE, offsetOf, rejects } from '../../schema/index.ts';
import { inReach } from './price-band.ts';
import { contractOpen, type Decision, putLeverage, require, sizeFits, valueAtTicks } from './checks.ts';
import { left, openTierValue, openValue } from '../position/valuation.ts';
import type { PerpetualContext } from '../context.ts';
import { forget, makeOrder, PLAIN } from './order-lifecycle.ts';
import { type Legs, take } from './take.ts';
import { openQuote, putLevel } from '../../order/index.ts';

const MARKET = offsetOf('maker.quote', 'market');
const COUNT = MARKET + 1;
const ROWS = MARKET + 2;
const ROW_WORDS = 3;
/** Most levels of the market maker's quotes in a market. */
export const MAX_MAKER_ORDERS = 2_000;
/** Maximum leverage with which the market maker opens; also bounded by the market's last tier. */
export const MARKET_MAKER_LEVERAGE = 5;

/**
 * Decides a quote: the market is open, if only for closing, and the market maker has an order account there or can open
 * one. Removing levels is always allowed, like cancelling: without an order account there are none.
 */
export function decideQuote(context: PerpetualContext, words: Float64Array, at: number): number {
  const market = words[at + MARKET] as number;
  if (context.contracts.exists(market)) {
    const { orderAccounts, positions, contracts } = context;
    if (
      !positions.fits(MARKET_MAKER, market) ||
      !orderAccounts.fits(MARKET_MAKER, market, contracts.rows.type[market] as number)
    )
      return context.refuse(rejects['order.tooMany'], orderAccounts.rows.most, orderAccounts.rows.top);
    if (onlyTakes(words, at)) return DONE;
  }
  const open = contractOpen(context, market, false);
  if (open !== DONE) return open;
  const state = context.prices.state(context.markets.rows.instrument[market] as number);
  return allows(state, USE.close) === YES ? DONE : context.refuse(rejects['market.closed'], 0, state);
}

/** Whether every row of a quote removes its level. */
export function onlyTakes(words: Float64Array, at: number): boolean {
  const count = words[at + COUNT] as number;
  for (let row = 0; row < count; row += 1) if (words[at + ROWS + row * ROW_WORDS + 2] !== 0) return false;
  return true;
}

/** The market maker's order at a price, 0 when there is none. */
function standing(context: PerpetualContext, market: number, side: Side, price: number): number {
  let slot = context.markets.book(market).headAt(side, price);
  // Bounded by the orders at one price.
  while (slot !== NONE && context.orders.user[slot * ROW32] !== MARKET_MAKER)
    slot = context.orders.next[slot * ROW32] as number;
  return slot;
}

/** Commits a quote. Returns how many levels are in the book as requested. */
export function commitQuote(
  context: PerpetualContext,
  made: Decision,
  legs: Legs,
  words: Float64Array,
  at: number,
): number {
  const { out } = context;
  const market = words[at + MARKET] as number;
  const count = words[at + COUNT] as number;
  context.users.roll(MARKET_MAKER);
  context.orderBooks.cutQuotes.begin(market);
  const holding = prepare(context, market);
  for (let row = 0; row < count; row += 1) {
    const from = at + ROWS + row * ROW_WORDS;
    const slot = standing(context, market, words[from] as Side, words[from + 1] as number);
    if (slot !== NONE) lower(context, slot, words[from + 2] as number);
  }
  for (let row = 0; row < count; row += 1) {
    const from = at + ROWS + row * ROW_WORDS;
    raise(context, made, legs, holding, words[from] as Side, words[from + 1] as number, words[from + 2] as number);
  }
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

/** The market maker's margin mode in a market: cross, or isolated in a market with hours. */
function modeOf(context: PerpetualContext, market: number): number {
  const instrument = context.markets.rows.instrument[market] as number;
  return context.prices.rows.calendar[instrument] === 0 ? MARGIN_MODE.cross : MARGIN_MODE.isolated;
}

/** The market maker's holding in a market, with its leverage. */
function prepare(context: PerpetualContext, market: number): number {
  const { contracts, positions } = context;
  const holding = positions.openHolding(MARKET_MAKER, market);
  const last = contracts.firstTier(market) + (contracts.rows.count[market] as number) - 1;
  const most = contracts.tiers.leverage[last] as number;
  const leverage = most < MARKET_MAKER_LEVERAGE ? most : MARKET_MAKER_LEVERAGE;
  if (positions.of(holding, 1) === 0 && positions.of(holding, 2) === 0)
    putLeverage(context, holding, modeOf(context, market), leverage);
  return holding;
}

/** Reduces a level to at most `lots`. It keeps its queue position. */
function lower(context: PerpetualContext, slot: number, lots: number): void {
  const { orders } = context;
  const rest = orders.rest[slot * ROW64] as number;
  if (rest <= lots) return;
  const book = context.markets.book(orders.market(slot));
  if (lots === 0) {
    book.remove(slot);
    forget(context, slot);
    return;
  }
  orders.lots[slot * ROW64] = (orders.lots[slot * ROW64] as number) - (rest - lots);
  book.reduce(slot, rest - lots);
}

/** Lots of the market maker's orders on a side of the book. */
function quotedLots(context: PerpetualContext, market: number, side: Side): number {
  const { orders, orderAccounts, contracts } = context;
  const orderAccount = orderAccounts.find(MARKET_MAKER, market, contracts.rows.type[market] as number);
  let lots = 0;
  if (orderAccount === 0) return 0;
  // Bounded by MAX_MAKER_ORDERS.
  for (
    let slot = orderAccounts.rows.oldest[orderAccount] as number;
    slot !== 0;
    slot = orders.newer[slot * ROW32] as number
  )
    if (orders.side(slot) === side) lots += orders.rest[slot * ROW64] as number;
  return lots;
}

/**
 * How many of `more` lots at a price the market maker can fund beyond its orders on that side: what they close, and
 * open.
 */
function bearable(
  context: PerpetualContext,
  made: Decision,
  holding: number,
  side: Side,
  price: number,
  more: number,
): number {
  const { positions, contracts, users } = context;
  const { holdings: h, rows: p } = positions;
  const market = h.market[holding] as number;
  const ahead = quotedLots(context, market, side);
  const against = positions.of(holding, side === SIDE.buy ? 2 : 1);
  const closes = against === 0 ? 0 : (p.lots[against] as number);
  if (ahead + more <= closes) return more;
  const c = contracts.rows;
  if (c.state[market] !== MARKET_STATE.trading) return closes > ahead ? closes - ahead : 0;
  const along = positions.of(holding, side === SIDE.buy ? 1 : 2);
  const mode = modeOf(context, market);
  const leverage = (mode === MARGIN_MODE.cross ? h.cross : h.isolated)[holding] as number;
  const before = ahead > closes ? ahead - closes : 0;
  let opening = ahead + more - closes - before;
  const whole = (along === 0 ? 0 : (p.lots[along] as number)) + before + opening;
  const greatest = contracts.greatest(market);
  const value = openTierValue(context, market, whole);
  if (value > greatest) {
    const fit = mulDiv(whole, greatest, value, DOWN) - (whole - opening);
    if (fit <= 0) return more - opening;
    opening = fit;
  }
  const rate = contracts.maker(users.rows.tier[MARKET_MAKER] as number);
  const worth = valueAtTicks(context, market, opening, price);
  require(context, made, market, side === SIDE.buy ? 1 : 2, opening, worth, leverage, rate, 0);
  const spent = before === 0 ? 0 : quotient(openValue(context, market, before), leverage);
  const own = left(context, h.contractWallet[holding] as number) - spent;
  const all = more - (ahead + more - closes - before);
  if (own <= 0) return all;
  return all + (made.need <= own ? opening : mulDiv(opening, own, made.need, DOWN));
}

/** Raises a level to `lots` as far as checks and money allow. */
function raise(
  context: PerpetualContext,
  made: Decision,
  legs: Legs,
  holding: number,
  side: Side,
  price: number,
  lots: number,
): void {
  const { orders, markets, contracts } = context;
  const market = context.positions.holdings.market[holding] as number;
  const book = markets.book(market);
  const old = standing(context, market, side, price);
  const rest = old === NONE ? 0 : (orders.rest[old * ROW64] as number);
  if (rest >= lots || inReach(context, market, side, price, false) !== DONE) return;
  if (sizeFits(context, market, lots, price, true) !== DONE) return;
  const wanted = rest + bearable(context, made, holding, side, price, lots - rest);
  if (wanted <= rest || sizeFits(context, market, wanted, price, true) !== DONE) return;
  if (old !== NONE) {
    // A larger quantity moves to the end of the queue.
    book.remove(old);
    orders.lots[old * ROW64] = (orders.lots[old * ROW64] as number) + wanted - rest;
    orders.rest[old * ROW64] = wanted;
    book.add(old);
    return;
  }
  const orderAccount = context.orderAccounts.find(MARKET_MAKER, market, contracts.rows.type[market] as number);
  if (
    orders.full() ||
    (orderAccount !== 0 && (context.orderAccounts.rows.open[orderAccount] as number) >= MAX_MAKER_ORDERS)
  )
    return;
  const mode = modeOf(context, market);
  const { holdings: h } = context.positions;
  const slot = makeOrder(context, {
    ...PLAIN,
    ...{
      user: MARKET_MAKER,
      market,
      holding,
      direction: 0,
      quoteSide: side,
      mode,
      type: ORDER_TYPE.limit,
      force: TIME_IN_FORCE.gtc,
    },
    ...{ selfTrade: SELF_TRADE.maker, price, lots: wanted },
    leverage: (mode === MARGIN_MODE.cross ? h.cross : h.isolated)[holding] as number,
  });
  if (crosses(book, side, price)) {
    const reason = take(context, legs, slot, price);
    if (reason === CLOSE_REASON.sweep) context.orderBooks.cutQuotes.cut(market, side);
    if (orders.rest[slot * ROW64] === 0 || reason !== CLOSE_REASON.gone) {
      forget(context, slot);
      return;
    }
  }
  book.add(slot);
}
