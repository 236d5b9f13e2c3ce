// order.place: checks the order, then adds its row and matches it (money §2, §11).

import { bin, crosses, hits, opposite, packTraits, type Side, ROW32, ROW64, isMarket, mayRest } from '../book/index.ts';
import {
  FIRST_TRIGGER,
  MARKET_STATE,
  MARKET_TYPE,
  ORDER_STATUS,
  PRICE_STATE,
  SIDE,
  TIME_IN_FORCE,
  WALLET,
} from '../enum/index.ts';
import { levelFits, emitClosed } from '../order/index.ts';
import { highestBuy, highestSell, lowestBuy, lowestSell, marketLimit, stopHold } from '../formula/index.ts';
import { NO, USE, whyNot } from '../price/index.ts';
import { DONE, MAX_ORDER_ATOMS, MAX_TICKS, offsetOf, rejects } from '../schema/index.ts';
import { bearsOrder } from './margin.ts';
import { RULE } from '../rules.ts';
import { type SpotContext } from './context.ts';
import { estimate, forget, holdOf, notDealt, settleRest, take } from './take.ts';
import { emitOpened } from './events.ts';
import { clearWay, mostWeighed } from './fill-or-kill.ts';

/** Most open orders of a user in a market; most levels of the market maker's quotes. */
export const MAX_OPEN = 200;
export const MAX_MAKER_ORDERS = 2_000;
const CENTS = 100;

const USER = offsetOf('order.place', 'user');
const MARKET = offsetOf('order.place', 'market');
const WALLET_AT = offsetOf('order.place', 'wallet');
const SIDE_AT = offsetOf('order.place', 'side');
const TYPE = offsetOf('order.place', 'type');
const FORCE = offsetOf('order.place', 'timeInForce');
const PRICE = offsetOf('order.place', 'price');
const LOTS = offsetOf('order.place', 'lots');
const AMOUNT = offsetOf('order.place', 'amount');
const TRIGGER = offsetOf('order.place', 'trigger');
const TRIGGER_BY = offsetOf('order.place', 'triggerBy');
const SELF_TRADE_AT = offsetOf('order.place', 'selfTrade');

/** Whether a market accepts orders now: 200, else why not. */
export function marketOpen(context: SpotContext, market: number): number {
  const m = context.markets.rows;
  if (!context.markets.exists(market) || m.type[market] !== MARKET_TYPE.spot)
    return context.refuse(rejects['market.unknown'], 0, market);
  if (m.state[market] !== MARKET_STATE.trading)
    return context.refuse(rejects['market.suspended'], MARKET_STATE.trading, m.state[market] as number);
  const instrument = m.instrument[market] as number;
  const state = context.prices.state(instrument);
  if (context.prices.allows(instrument, USE.spotLimit) === NO) return context.refuse(whyNot(state), 0, state);
  if (context.prices.cents(instrument) === 0) return context.refuse(rejects['price.stale'], PRICE_STATE.stale, state);
  return DONE;
}

/** Whether a limit is within the price band around the index (money §2). */
export function inBand(context: SpotContext, market: number, side: number, price: number, far: boolean): number {
  const cents = context.prices.cents(context.markets.rows.instrument[market] as number);
  const most = side === SIDE.buy && !far ? highestBuy(cents) : highestSell(cents, MAX_TICKS);
  if (price > most) return context.refuse(rejects['price.band'], most, price);
  const least = side === SIDE.buy || far ? lowestBuy(cents) : lowestSell(cents);
  if (price < least) return context.refuse(rejects['price.band'], least, price);
  // Triggers and the limits of waiting orders are not in the book, so need no level.
  const fits = far || levelFits(context.clock, context.markets, market, price, cents);
  return fits ? DONE : context.refuse(rejects['order.tooMany'], 0, price);
}

/** Whether an order's size (at `price` ticks, or `amount` quote atoms) is within the market's bounds. */
export function sizeFits(context: SpotContext, market: number, lots: number, price: number, amount: number): number {
  const m = context.markets.rows;
  const value = amount > 0 ? amount : lots * price * (m.atomsPerTickLot[market] as number);
  const least = m.minValue[market] as number;
  const most = m.maxValue[market] as number;
  if (value < least) return context.refuse(rejects['order.tooSmall'], least, value);
  // `most` is at most MAX_ORDER_ATOMS. A larger value may not be an exact number.
  if (value > most) return context.refuse(rejects['order.tooLarge'], most, Math.min(value, MAX_ORDER_ATOMS));
  const goods = lots * (m.baseAtomsPerLot[market] as number);
  if (goods > MAX_ORDER_ATOMS) return context.refuse(rejects['order.tooLarge'], most, value);
  return DONE;
}

/** The order's form: which fields go together. */
function formFits(context: SpotContext, words: Float64Array, at: number): number {
  const type = words[at + TYPE] as number;
  const market = isMarket(type);
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const price = words[at + PRICE] as number;
  const trigger = words[at + TRIGGER] as number;
  const wallet = words[at + WALLET_AT] as number;
  if (wallet !== WALLET.spot) {
    const code =
      context.gate?.admits(words[at + USER] as number, wallet, words[at + MARKET] as number) ??
      rejects['request.invalid'];
    if (code !== DONE) return context.refuse(code, WALLET.spot, wallet);
  }
  if (market && words[at + FORCE] === TIME_IN_FORCE.postOnly)
    return context.refuse(rejects['request.invalid'], 1, TIME_IN_FORCE.postOnly);
  if (amount > 0 && (!market || words[at + SIDE_AT] !== SIDE.buy || lots > 0))
    return context.refuse(rejects['request.invalid'], 0, amount);
  if (lots === 0 && amount === 0) return context.refuse(rejects['order.tooSmall'], 1, 0);
  if (market ? price !== 0 : price === 0) return context.refuse(rejects['price.tick'], market ? 0 : 1, price);
  if (type >= FIRST_TRIGGER ? trigger === 0 : trigger !== 0)
    return context.refuse(rejects['price.tick'], type >= FIRST_TRIGGER ? 1 : 0, trigger);
  return DONE;
}

/** Decides an order: 200 or the refusal's code. Writes nothing except the decision's numbers. */
export function decidePlace(context: SpotContext, words: Float64Array, at: number): number {
  const market = words[at + MARKET] as number;
  const open = marketOpen(context, market);
  if (open !== DONE) return open;
  const form = formFits(context, words, at);
  if (form !== DONE) return form;
  const { orders, markets, prices } = context;
  const m = markets.rows;
  const user = words[at + USER] as number;
  const side = words[at + SIDE_AT] as Side;
  const type = words[at + TYPE] as number;
  const force = words[at + FORCE] as number;
  const price = words[at + PRICE] as number;
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const trigger = words[at + TRIGGER] as number;
  const selfTrade = words[at + SELF_TRADE_AT] as number;
  const instrument = m.instrument[market] as number;
  const cents = prices.cents(instrument);
  const k = m.atomsPerTickLot[market] as number;
  const book = markets.book(market);
  const atMarket = isMarket(type);
  const waits = type >= FIRST_TRIGGER;
  const state = prices.state(instrument);
  if (atMarket && prices.allows(instrument, USE.spotMarket) === NO) return context.refuse(whyNot(state), state, state);

  let limit = price;
  if (waits) {
    const reach = inBand(context, market, side, trigger, true);
    if (reach !== DONE) return reach;
    const by = words[at + TRIGGER_BY] as number;
    const last = m.last[market] as number;
    const now = by === 2 && last > 0 ? last * CENTS : cents;
    if (hits(bin(by, side, type), trigger, now))
      return context.refuse(rejects['trigger.side'], trigger, (now - (now % CENTS)) / CENTS);
  } else if (atMarket) {
    const touch = book.best(opposite(side));
    if (touch === 0) return context.refuse(rejects['order.noLiquidity'], 1, 0);
    limit = marketLimit(side, touch, cents);
  }
  if (!atMarket) {
    const band = inBand(context, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const reference = atMarket
    ? waits
      ? trigger
      : (cents - (cents % CENTS)) / CENTS + (cents % CENTS > 0 ? 1 : 0)
    : price;
  const size = sizeFits(context, market, lots, reference, amount);
  if (size !== DONE) return size;
  const rests = waits || mayRest(type, force);
  // A row that is freed at once does not count toward a share. Before rules `orderShare` it did.
  const shares = rests || context.clock.rules < RULE.orderShare;
  if (orders.full() || (shares && !context.orderAccounts.fitsOrder(user)))
    return shares && context.orderAccounts.refusesByShare(user)
      ? context.refuse(
          rejects['order.tooMany'],
          context.orderAccounts.shareOf(user),
          context.orderAccounts.openOf(user),
        )
      : context.refuse(rejects['order.tooMany'], orders.most, orders.rowsUsed());
  const wallet = words[at + WALLET_AT] as number;
  const orderAccount = context.orderAccounts.find(user, market, wallet);
  if (orderAccount === 0 && !context.orderAccounts.fits(user, market, wallet))
    return context.refuse(rejects['order.tooMany'], context.orderAccounts.rows.most, context.orderAccounts.rows.top);
  context.orderAccount = orderAccount;
  if (rests) {
    const openOrders = orderAccount === 0 ? 0 : (context.orderAccounts.rows.open[orderAccount] as number);
    if (openOrders >= MAX_OPEN) return context.refuse(rejects['order.tooMany'], MAX_OPEN, openOrders);
  }

  const buys = side === SIDE.buy;
  context.limit = limit;
  context.asset = (buys ? m.quote[market] : m.base[market]) as number;
  if (!waits && (atMarket || force === TIME_IN_FORCE.fok)) {
    estimate(
      context,
      market,
      side,
      limit,
      user,
      selfTrade,
      amount > 0 ? Infinity : lots,
      amount > 0 ? amount : Infinity,
    );
    if (atMarket && context.lots === 0) return context.refuse(rejects['order.noLiquidity'], 1, 0);
    if (force === TIME_IN_FORCE.fok && (amount > 0 ? !context.spent : context.lots < lots))
      return context.refuse(rejects['order.noLiquidity'], lots, context.lots);
    if (force === TIME_IN_FORCE.fok && context.margins > mostWeighed(context))
      return context.refuse(rejects['order.noLiquidity'], mostWeighed(context), context.margins);
  }
  if (!buys) context.need = lots * (m.baseAtomsPerLot[market] as number);
  else if (amount > 0) context.need = amount;
  else if (waits && atMarket) context.need = stopHold(lots, trigger, k);
  else context.need = atMarket ? context.value : lots * price * k;
  if (context.need > MAX_ORDER_ATOMS) return context.refuse(rejects['order.tooLarge'], MAX_ORDER_ATOMS, context.need);
  const own =
    orderAccount === 0
      ? context.ledger.availableOf(user, wallet, context.asset, wallet === WALLET.isolatedMargin ? market : 0)
      : (context.ledger.accounts.available[
          (buys
            ? context.orderAccounts.rows.quote[orderAccount]
            : context.orderAccounts.rows.base[orderAccount]) as number
        ] as number);
  if (own < context.need) return context.refuse(rejects['balance.insufficient'], context.need, own);
  if (force === TIME_IN_FORCE.postOnly && !waits && crosses(book, side, price))
    return context.refuse(rejects['order.wouldTake'], book.best(opposite(side)), price);
  if (wallet !== WALLET.spot && !waits && !bearsOrder(context, user, wallet, market, side, atMarket, lots, price))
    return refuseBears(context);
  return DONE;
}

/** The refusal of an order that its margin wallet does not bear. */
export function refuseBears(context: SpotContext): number {
  const { gate } = context;
  return gate === undefined ? DONE : context.refuse(gate.code, gate.expected, gate.got);
}

/** Adds an order's row at the end of its order account's list. */
export function makeOrder(
  context: SpotContext,
  orderAccount: number,
  user: number,
  market: number,
  side: number,
  traits: number,
  price: number,
  lots: number,
  rest: number,
  trigger: number,
): number {
  const { orders, users } = context;
  const slot = orders.take();
  const s = context.orderAccounts.rows;
  const tier = users.rows.tier[user] as number;
  orders.lots[slot * ROW64] = lots;
  orders.rest[slot * ROW64] = rest;
  orders.value[slot * ROW64] = 0;
  orders.fee[slot * ROW64] = 0;
  orders.price[slot * ROW32] = price;
  orders.next[slot * ROW32] = 0;
  orders.previous[slot * ROW32] = 0;
  orders.user[slot * ROW32] = user;
  orders.place[slot * ROW32] = market * 2 + side - 1;
  orders.hold[slot * ROW32] = (side === SIDE.buy ? s.quote[orderAccount] : s.base[orderAccount]) as number;
  orders.receive[slot * ROW32] = (side === SIDE.buy ? s.base[orderAccount] : s.quote[orderAccount]) as number;
  orders.makerRate[slot * ROW32] = users.tiers.maker(tier);
  orders.takerRate[slot * ROW32] = users.tiers.taker(tier);
  orders.excess[slot * ROW32] = 0;
  orders.trigger[slot * ROW32] = trigger;
  orders.traits[slot * ROW32] = traits;
  orders.orderAccount[slot * ROW32] = orderAccount;
  context.orderAccounts.join(slot);
  return slot;
}

/** Commits the order that `decidePlace` just allowed. Returns its id. */
export function commitPlace(context: SpotContext, words: Float64Array, at: number): number {
  const user = words[at + USER] as number;
  const side = words[at + SIDE_AT] as Side;
  const type = words[at + TYPE] as number;
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const by = words[at + TRIGGER_BY] as number;
  const wallet = words[at + WALLET_AT] as number;
  const limit = context.limit;
  context.users.roll(user);
  const market = words[at + MARKET] as number;
  const slot = makeOrder(
    context,
    context.orderAccount === 0 ? context.orderAccounts.open(user, market, wallet) : context.orderAccount,
    user,
    market,
    side,
    packTraits(type, words[at + FORCE] as number, words[at + SELF_TRADE_AT] as number, by, wallet),
    words[at + PRICE] as number,
    lots,
    amount > 0 ? amount : lots,
    words[at + TRIGGER] as number,
  );
  const id = context.orders.id(slot);
  if (type >= FIRST_TRIGGER) {
    context.orders.setWaiting(slot, true);
    emitOpened(context, slot);
    const hold = holdOf(context, slot);
    context.ledger.post(context.orders.hold[slot * ROW32] as number, -hold, hold);
    context.triggers.add(slot, bin(by, side, type));
    return id;
  }
  emitOpened(context, slot);
  const budget = amount > 0 ? amount : Infinity;
  const whole = words[at + FORCE] !== TIME_IN_FORCE.fok || clearWay(context, slot, limit, budget);
  settleRest(context, slot, whole ? take(context, slot, limit, budget) : notDealt(context));
  return id;
}

/** Closes a triggered order as refused and frees its row. */
export function refuseAtTrigger(context: SpotContext, slot: number, reason: number): void {
  emitClosed(context, slot, ORDER_STATUS.refused, reason);
  forget(context, slot);
}
