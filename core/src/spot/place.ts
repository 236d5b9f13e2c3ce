// order.place: every check, then the order's row and its way (money §2, §11).

import {
  bin,
  BUY,
  crosses,
  hits,
  opposite,
  packTraits,
  type Side,
  ROW32,
  ROW64,
  isMarket,
  mayRest,
} from '../book/index.ts';
import { levelFits, tellClosed } from '../floor/index.ts';
import { highestBuy, highestSell, lowestBuy, lowestSell, marketLimit, stopHold } from '../formula/index.ts';
import { SPOT, TRADING } from '../market/index.ts';
import { NO, STALE, USE, whyNot } from '../price/index.ts';
import { DONE, MAX_ORDER_ATOMS, MAX_TICKS, offsetOf, rejects, STATUS } from '../schema/index.ts';
import { bearsOrder } from './margin.ts';
import { RULE } from '../rules.ts';
import { ISOLATED_WALLET, type SpotRoom, SPOT_WALLET } from './room.ts';
import { estimate, forget, holdOf, notDealt, settleRest, take } from './take.ts';
import { tellOpened } from './tell.ts';
import { clearWay, MAX_WEIGHED } from './whole.ts';

/** Open orders of a user in a market; levels of the house's ladder. */
export const MAX_OPEN = 200;
export const MAX_LADDER = 2_000;
const FOK = 3;
const POST_ONLY = 4;
const FIRST_TRIGGER = 3;
const CENTS = 100;

const USER = offsetOf('order.place', 'user');
const MARKET = offsetOf('order.place', 'market');
const WALLET = offsetOf('order.place', 'wallet');
const SIDE = offsetOf('order.place', 'side');
const TYPE = offsetOf('order.place', 'type');
const FORCE = offsetOf('order.place', 'timeInForce');
const PRICE = offsetOf('order.place', 'price');
const LOTS = offsetOf('order.place', 'lots');
const AMOUNT = offsetOf('order.place', 'amount');
const TRIGGER = offsetOf('order.place', 'trigger');
const TRIGGER_BY = offsetOf('order.place', 'triggerBy');
const SELF_TRADE = offsetOf('order.place', 'selfTrade');

/** Whether a market takes orders now: 200, else why not. */
export function marketOpen(room: SpotRoom, market: number): number {
  const m = room.markets.rows;
  if (!room.markets.exists(market) || m.type[market] !== SPOT) return room.refuse(rejects['market.unknown'], 0, market);
  if (m.state[market] !== TRADING) return room.refuse(rejects['market.suspended'], TRADING, m.state[market] as number);
  const instrument = m.instrument[market] as number;
  const state = room.prices.state(instrument);
  if (room.prices.allows(instrument, USE.spotLimit) === NO) return room.refuse(whyNot(state), 0, state);
  if (room.prices.cents(instrument) === 0) return room.refuse(rejects['price.stale'], STALE, state);
  return DONE;
}

/** Whether a limit stands within the band around the index (money §2). */
export function inBand(room: SpotRoom, market: number, side: number, price: number, far: boolean): number {
  const cents = room.prices.cents(room.markets.rows.instrument[market] as number);
  const most = side === BUY && !far ? highestBuy(cents) : highestSell(cents, MAX_TICKS);
  if (price > most) return room.refuse(rejects['price.band'], most, price);
  const least = side === BUY || far ? lowestBuy(cents) : lowestSell(cents);
  if (price < least) return room.refuse(rejects['price.band'], least, price);
  // A trigger and a waiting order's limit stand in no book.
  const fits = far || levelFits(room.clock, room.markets, market, price, cents);
  return fits ? DONE : room.refuse(rejects['order.tooMany'], 0, price);
}

/** Whether the size of an order (at `price` ticks, or `amount` quote atoms) is within the market's bounds. */
export function sizeFits(room: SpotRoom, market: number, lots: number, price: number, amount: number): number {
  const m = room.markets.rows;
  const value = amount > 0 ? amount : lots * price * (m.atomsPerTickLot[market] as number);
  const least = m.minValue[market] as number;
  const most = m.maxValue[market] as number;
  if (value < least) return room.refuse(rejects['order.tooSmall'], least, value);
  // `most` is at most MAX_ORDER_ATOMS; a value beyond it may be no exact number any more.
  if (value > most) return room.refuse(rejects['order.tooLarge'], most, Math.min(value, MAX_ORDER_ATOMS));
  const goods = lots * (m.baseAtomsPerLot[market] as number);
  if (goods > MAX_ORDER_ATOMS) return room.refuse(rejects['order.tooLarge'], most, value);
  return DONE;
}

/** Form of the order: which fields go together. */
function formFits(room: SpotRoom, words: Float64Array, at: number): number {
  const type = words[at + TYPE] as number;
  const market = isMarket(type);
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const price = words[at + PRICE] as number;
  const trigger = words[at + TRIGGER] as number;
  const wallet = words[at + WALLET] as number;
  if (wallet !== SPOT_WALLET) {
    const code =
      room.gate?.admits(words[at + USER] as number, wallet, words[at + MARKET] as number) ?? rejects['request.invalid'];
    if (code !== DONE) return room.refuse(code, SPOT_WALLET, wallet);
  }
  if (market && words[at + FORCE] === POST_ONLY) return room.refuse(rejects['request.invalid'], 1, POST_ONLY);
  if (amount > 0 && (!market || words[at + SIDE] !== BUY || lots > 0))
    return room.refuse(rejects['request.invalid'], 0, amount);
  if (lots === 0 && amount === 0) return room.refuse(rejects['order.tooSmall'], 1, 0);
  if (market ? price !== 0 : price === 0) return room.refuse(rejects['price.tick'], market ? 0 : 1, price);
  if (type >= FIRST_TRIGGER ? trigger === 0 : trigger !== 0)
    return room.refuse(rejects['price.tick'], type >= FIRST_TRIGGER ? 1 : 0, trigger);
  return DONE;
}

/** Decides an order: 200 or the code of the refusal. Writes nothing but the numbers of the decision. */
export function decidePlace(room: SpotRoom, words: Float64Array, at: number): number {
  const market = words[at + MARKET] as number;
  const open = marketOpen(room, market);
  if (open !== DONE) return open;
  const form = formFits(room, words, at);
  if (form !== DONE) return form;
  const { orders, markets, prices } = room;
  const m = markets.rows;
  const user = words[at + USER] as number;
  const side = words[at + SIDE] as Side;
  const type = words[at + TYPE] as number;
  const force = words[at + FORCE] as number;
  const price = words[at + PRICE] as number;
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const trigger = words[at + TRIGGER] as number;
  const selfTrade = words[at + SELF_TRADE] as number;
  const instrument = m.instrument[market] as number;
  const cents = prices.cents(instrument);
  const k = m.atomsPerTickLot[market] as number;
  const book = markets.book(market);
  const atMarket = isMarket(type);
  const waits = type >= FIRST_TRIGGER;
  const state = prices.state(instrument);
  if (atMarket && prices.allows(instrument, USE.spotMarket) === NO) return room.refuse(whyNot(state), state, state);

  let limit = price;
  if (waits) {
    const reach = inBand(room, market, side, trigger, true);
    if (reach !== DONE) return reach;
    const by = words[at + TRIGGER_BY] as number;
    const last = m.last[market] as number;
    const now = by === 2 && last > 0 ? last * CENTS : cents;
    if (hits(bin(by, side, type), trigger, now))
      return room.refuse(rejects['trigger.side'], trigger, (now - (now % CENTS)) / CENTS);
  } else if (atMarket) {
    const touch = book.best(opposite(side));
    if (touch === 0) return room.refuse(rejects['order.noLiquidity'], 1, 0);
    limit = marketLimit(side, touch, cents);
  }
  if (!atMarket) {
    const band = inBand(room, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const reference = atMarket
    ? waits
      ? trigger
      : (cents - (cents % CENTS)) / CENTS + (cents % CENTS > 0 ? 1 : 0)
    : price;
  const size = sizeFits(room, market, lots, reference, amount);
  if (size !== DONE) return size;
  const rests = waits || mayRest(type, force);
  // A row that is free again at once is nobody's share; before rules `orderShare` it was counted all the same.
  const shares = rests || room.clock.rules < RULE.orderShare;
  if (orders.full() || (shares && !room.seats.fitsOrder(user)))
    return shares && room.seats.refusesByShare(user)
      ? room.refuse(rejects['order.tooMany'], room.seats.shareOf(user), room.seats.openOf(user))
      : room.refuse(rejects['order.tooMany'], orders.most, orders.rowsUsed());
  const wallet = words[at + WALLET] as number;
  const seat = room.seats.find(user, market, wallet);
  if (seat === 0 && !room.seats.fits(user, market, wallet))
    return room.refuse(rejects['order.tooMany'], room.seats.rows.most, room.seats.rows.top);
  room.seat = seat;
  if (rests) {
    const standing = seat === 0 ? 0 : (room.seats.rows.open[seat] as number);
    if (standing >= MAX_OPEN) return room.refuse(rejects['order.tooMany'], MAX_OPEN, standing);
  }

  const buys = side === BUY;
  room.limit = limit;
  room.asset = (buys ? m.quote[market] : m.base[market]) as number;
  if (!waits && (atMarket || force === FOK)) {
    estimate(room, market, side, limit, user, selfTrade, amount > 0 ? Infinity : lots, amount > 0 ? amount : Infinity);
    if (atMarket && room.lots === 0) return room.refuse(rejects['order.noLiquidity'], 1, 0);
    if (force === FOK && (amount > 0 ? !room.spent : room.lots < lots))
      return room.refuse(rejects['order.noLiquidity'], lots, room.lots);
    if (force === FOK && room.margins > MAX_WEIGHED && room.clock.rules >= RULE.workInSteps)
      return room.refuse(rejects['order.noLiquidity'], MAX_WEIGHED, room.margins);
  }
  if (!buys) room.need = lots * (m.baseAtomsPerLot[market] as number);
  else if (amount > 0) room.need = amount;
  else if (waits && atMarket) room.need = stopHold(lots, trigger, k);
  else room.need = atMarket ? room.value : lots * price * k;
  if (room.need > MAX_ORDER_ATOMS) return room.refuse(rejects['order.tooLarge'], MAX_ORDER_ATOMS, room.need);
  const own =
    seat === 0
      ? room.ledger.availableOf(user, wallet, room.asset, wallet === ISOLATED_WALLET ? market : 0)
      : (room.ledger.accounts.available[
          (buys ? room.seats.rows.quote[seat] : room.seats.rows.base[seat]) as number
        ] as number);
  if (own < room.need) return room.refuse(rejects['balance.insufficient'], room.need, own);
  if (force === POST_ONLY && !waits && crosses(book, side, price))
    return room.refuse(rejects['order.wouldTake'], book.best(opposite(side)), price);
  if (wallet !== SPOT_WALLET && !waits && !bearsOrder(room, user, wallet, market, side, atMarket, lots, price))
    return refuseBears(room);
  return DONE;
}

/** Why a margin wallet does not bear an order. */
export function refuseBears(room: SpotRoom): number {
  const { gate } = room;
  return gate === undefined ? DONE : room.refuse(gate.code, gate.expected, gate.got);
}

/** A row for an order of a seat, at the end of its list. */
export function makeOrder(
  room: SpotRoom,
  seat: number,
  user: number,
  market: number,
  side: number,
  traits: number,
  price: number,
  lots: number,
  rest: number,
  trigger: number,
): number {
  const { orders, users } = room;
  const slot = orders.take();
  const s = room.seats.rows;
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
  orders.hold[slot * ROW32] = (side === BUY ? s.quote[seat] : s.base[seat]) as number;
  orders.receive[slot * ROW32] = (side === BUY ? s.base[seat] : s.quote[seat]) as number;
  orders.makerRate[slot * ROW32] = users.tiers.maker(tier);
  orders.takerRate[slot * ROW32] = users.tiers.taker(tier);
  orders.excess[slot * ROW32] = 0;
  orders.trigger[slot * ROW32] = trigger;
  orders.traits[slot * ROW32] = traits;
  orders.seat[slot * ROW32] = seat;
  room.seats.join(slot);
  return slot;
}

/** Commits what `decidePlace` just allowed; gives the order's id. */
export function commitPlace(room: SpotRoom, words: Float64Array, at: number): number {
  const user = words[at + USER] as number;
  const side = words[at + SIDE] as Side;
  const type = words[at + TYPE] as number;
  const lots = words[at + LOTS] as number;
  const amount = words[at + AMOUNT] as number;
  const by = words[at + TRIGGER_BY] as number;
  const wallet = words[at + WALLET] as number;
  const limit = room.limit;
  room.users.roll(user);
  const market = words[at + MARKET] as number;
  const slot = makeOrder(
    room,
    room.seat === 0 ? room.seats.open(user, market, wallet) : room.seat,
    user,
    market,
    side,
    packTraits(type, words[at + FORCE] as number, words[at + SELF_TRADE] as number, by, wallet),
    words[at + PRICE] as number,
    lots,
    amount > 0 ? amount : lots,
    words[at + TRIGGER] as number,
  );
  const id = room.orders.id(slot);
  if (type >= FIRST_TRIGGER) {
    room.orders.setWaiting(slot, true);
    tellOpened(room, slot);
    const hold = holdOf(room, slot);
    room.ledger.post(room.orders.hold[slot * ROW32] as number, -hold, hold);
    room.triggers.add(slot, bin(by, side, type));
    return id;
  }
  tellOpened(room, slot);
  const budget = amount > 0 ? amount : Infinity;
  const whole = words[at + FORCE] !== FOK || clearWay(room, slot, limit, budget);
  settleRest(room, slot, whole ? take(room, slot, limit, budget) : notDealt(room));
  return id;
}

/** An order without a trigger left closes as refused: its row goes. */
export function refuseAtTrigger(room: SpotRoom, slot: number, reason: number): void {
  tellClosed(room, slot, STATUS.refused, reason);
  forget(room, slot);
}
