// contract.place: every check, then the order's row and its way (money §3, §11).

import { bin, crosses, hits, opposite, ROW64, type Side } from '../book/index.ts';
import { tellClosed } from '../floor/index.ts';
import { initialMargin, LINEAR, openingLoss, valueAt, wholeFee } from '../formula/index.ts';
import { UP } from '../number/index.ts';
import { allows, NO, USE, whyNot, YES } from '../price/index.ts';
import { DONE, MAX_ORDER_ATOMS, offsetOf, rejects, STATUS } from '../schema/index.ts';
import { inReach, marketReach } from './band.ts';
import { CROSS, ISOLATED, SUSPENDED, TRADING } from './contracts.ts';
import { guardHit, seenPrice, STOP_LOSS, STOP_PROFIT } from './guard.ts';
import { buys, opens, sideOf } from './leg.ts';
import { left, tierValueOf } from './measure.ts';
import type { PerpetualRoom } from './room.ts';
import { forget, makeOrder, PLAIN, shed } from './stand.ts';
import { type Estimate, isMarket, type Legs, mayRest, settleRest, take } from './take.ts';
import { tellLeverage, tellOpened, tellPosition } from './tell.ts';

/** Open orders of a user in a market; levels of the house's ladder. */
export const MAX_OPEN = 200;
const FOK = 3;
const POST_ONLY = 4;
const FIRST_TRIGGER = 3;
const LIMIT = 1;
const CENTS = 100;
/** In the last hour before a market closes, a position opens with this leverage at most. */
export const LAST_HOUR = 3_600_000;
export const LAST_HOUR_LEVERAGE = 20;

const F = {
  user: offsetOf('contract.place', 'user'),
  market: offsetOf('contract.place', 'market'),
  direction: offsetOf('contract.place', 'direction'),
  marginMode: offsetOf('contract.place', 'marginMode'),
  leverage: offsetOf('contract.place', 'leverage'),
  type: offsetOf('contract.place', 'type'),
  timeInForce: offsetOf('contract.place', 'timeInForce'),
  price: offsetOf('contract.place', 'price'),
  lots: offsetOf('contract.place', 'lots'),
  trigger: offsetOf('contract.place', 'trigger'),
  triggerBy: offsetOf('contract.place', 'triggerBy'),
  stopProfit: offsetOf('contract.place', 'stopProfit'),
  stopLoss: offsetOf('contract.place', 'stopLoss'),
  guardBy: offsetOf('contract.place', 'guardBy'),
  selfTrade: offsetOf('contract.place', 'selfTrade'),
} as const;
const INVALID = rejects['request.invalid'];

/** What the decision of an order found: overwritten by the next one, no part of the state. */
export class Decision {
  /** Where it stops taking, ticks. */
  limit = 0;
  /** Settle atoms it requires of its purse; its margin, fee and opening loss. */
  need = 0;
  margin = 0;
  fee = 0;
  loss = 0;
  holding = 0;
  position = 0;
  /** Value that the margin is of, settle atoms. */
  value = 0;
  /** Of an amend: what the order required before. */
  before = 0;
}

/** Whether a market lets one open (or only close) now: 200, else why not. */
export function contractOpen(room: PerpetualRoom, market: number, opening: boolean): number {
  const { markets, contracts, prices } = room;
  if (!markets.exists(market) || !contracts.exists(market)) return room.refuse(rejects['market.unknown'], 0, market);
  const state = Math.max(contracts.rows.state[market] as number, markets.rows.state[market] as number);
  if (state === SUSPENDED || (opening && state !== TRADING))
    return room.refuse(rejects['market.suspended'], TRADING, state);
  const instrument = markets.rows.instrument[market] as number;
  const price = prices.state(instrument);
  if (allows(price, opening ? USE.leverage : USE.close) === NO) return room.refuse(whyNot(price), 1, price);
  if (contracts.rows.mark[market] === 0) return room.refuse(rejects['price.stale'], 1, 0);
  return DONE;
}

/** Form of the order: which fields go together. */
function formFits(room: PerpetualRoom, words: Float64Array, at: number): number {
  const type = words[at + F.type] as number;
  const atMarket = isMarket(type);
  const price = words[at + F.price] as number;
  const trigger = words[at + F.trigger] as number;
  const leverage = words[at + F.leverage] as number;
  const opening = opens(words[at + F.direction] as number);
  if (atMarket && words[at + F.timeInForce] === POST_ONLY) return room.refuse(INVALID, 1, POST_ONLY);
  if (words[at + F.lots] === 0) return room.refuse(rejects['order.tooSmall'], 1, 0);
  if (atMarket ? price !== 0 : price === 0) return room.refuse(rejects['price.tick'], atMarket ? 0 : 1, price);
  if (type >= FIRST_TRIGGER ? trigger === 0 : trigger !== 0)
    return room.refuse(rejects['price.tick'], type >= FIRST_TRIGGER ? 1 : 0, trigger);
  if (opening ? leverage === 0 : leverage !== 0) return room.refuse(INVALID, opening ? 1 : 0, leverage);
  if (!opening && (words[at + F.stopProfit] !== 0 || words[at + F.stopLoss] !== 0)) return room.refuse(INVALID, 0, 1);
  return DONE;
}

/** Whether the size of an order at `price` ticks is within the market's bounds and every sum of it safe. */
export function sizeFits(room: PerpetualRoom, market: number, lots: number, price: number, least: number): number {
  const c = room.contracts.rows;
  const perLot = c.perLot[market] as number;
  const linear = c.type[market] === LINEAR;
  const value = linear ? lots * price * perLot : lots * (c.face[market] as number);
  const most = room.markets.rows.maxValue[market] as number;
  if (value < least) return room.refuse(rejects['order.tooSmall'], least, value);
  const atoms = linear ? value : (lots * perLot) / price;
  const mark = c.mark[market] as number;
  const all = lots + (c.interest[market] as number);
  const open = linear ? (all * perLot * mark) / CENTS : (all * perLot * CENTS) / mark;
  // Open interest and orders stay within 2^50 atoms, and lots × perLot within what products take.
  if (value > most || atoms > MAX_ORDER_ATOMS || open > MAX_ORDER_ATOMS)
    return room.refuse(rejects['order.tooLarge'], most, Math.min(value, MAX_ORDER_ATOMS));
  return DONE;
}

/** Leverage in use by a holding's margin mode, 0 when nothing of that mode is open there. */
function inUse(room: PerpetualRoom, holding: number, mode: number): number {
  const { holdings: h, rows: p } = room.positions;
  const long = h.long[holding] as number;
  const short = h.short[holding] as number;
  const used =
    (long !== 0 && p.mode[long] === mode) ||
    (short !== 0 && p.mode[short] === mode) ||
    h.longMode[holding] === mode ||
    h.shortMode[holding] === mode;
  return used ? ((mode === CROSS ? h.cross[holding] : h.isolated[holding]) as number) : 0;
}

/** Whether a leverage may be had at a value of the tiers, and now: markets with hours keep it low before they close. */
export function leverageFits(room: PerpetualRoom, market: number, lots: number, leverage: number): number {
  const { contracts, prices, clock } = room;
  const c = contracts.rows;
  const refused = rejects['leverage.limit'];
  const linear = c.type[market] === LINEAR;
  const rough = linear
    ? (lots * (c.perLot[market] as number) * (c.mark[market] as number)) / CENTS
    : lots * (c.face[market] as number);
  const greatest = contracts.greatest(market);
  if (rough > greatest) return room.refuse(refused, 0, leverage);
  const value = tierValueOf(room, market, lots);
  if (value > greatest) return room.refuse(refused, 0, leverage);
  const most = contracts.tiers.leverage[contracts.tierAt(market, value)] as number;
  if (leverage > most) return room.refuse(refused, most, leverage);
  const calendar = prices.rows.calendar[room.markets.rows.instrument[market] as number] as number;
  const closes = prices.calendars.closesAt(calendar, clock.now);
  return closes !== 0 && closes - clock.now <= LAST_HOUR && leverage > LAST_HOUR_LEVERAGE
    ? room.refuse(refused, LAST_HOUR_LEVERAGE, leverage)
    : DONE;
}

/** Whether an opening order fits what its user has there: mode, leverage, tier of all that would be open. */
function openingFits(room: PerpetualRoom, words: Float64Array, at: number, holding: number): number {
  const { positions, markets, prices } = room;
  const h = positions.holdings;
  const market = words[at + F.market] as number;
  const side = sideOf(words[at + F.direction] as number);
  const mode = words[at + F.marginMode] as number;
  const leverage = words[at + F.leverage] as number;
  const calendar = prices.rows.calendar[markets.rows.instrument[market] as number] as number;
  if (calendar !== 0 && mode === CROSS) return room.refuse(INVALID, ISOLATED, mode);
  let lots = words[at + F.lots] as number;
  if (holding !== 0) {
    const position = positions.of(holding, side);
    const own = (
      position === 0 ? (side === 1 ? h.longMode : h.shortMode)[holding] : positions.rows.mode[position]
    ) as number;
    if (own !== 0 && own !== mode) return room.refuse(INVALID, own, mode);
    const used = inUse(room, holding, mode);
    if (used !== 0 && used !== leverage) return room.refuse(rejects['leverage.limit'], used, leverage);
    lots += (side === 1 ? h.opensLong : h.opensShort)[holding] as number;
    if (position !== 0) lots += positions.rows.lots[position] as number;
    const purse = h.purse[holding] as number;
    if (positions.purses.endangered[purse] === 1 || (position !== 0 && positions.rows.endangered[position] === 1))
      return room.refuse(rejects['position.liquidating'], 0, 1);
  }
  const fits = leverageFits(room, market, lots, leverage);
  if (fits !== DONE) return fits;
  for (const [kind, field] of [
    [STOP_PROFIT, F.stopProfit],
    [STOP_LOSS, F.stopLoss],
  ] as const) {
    const guard = words[at + field] as number;
    if (guard === 0) continue;
    const price = words[at + F.price] as number;
    const trigger = words[at + F.trigger] as number;
    const by = words[at + F.guardBy] as number;
    const seen = price !== 0 ? price * CENTS : trigger !== 0 ? trigger * CENTS : seenPrice(room, market, by);
    if (guardHit(kind, side, guard, by, seen))
      return room.refuse(rejects['trigger.side'], guard, (seen - (seen % CENTS)) / CENTS);
  }
  return DONE;
}

/** Initial margin, fee and opening loss of lots worth `value` against a mark in cents, into the decision. */
export function require(
  room: PerpetualRoom,
  made: Decision,
  market: number,
  side: number,
  lots: number,
  value: number,
  leverage: number,
  rate: number,
  mark: number,
): void {
  const c = room.contracts.rows;
  made.value = value;
  made.margin = initialMargin(value, leverage);
  made.fee = wholeFee(value, rate);
  made.loss = openingLoss(c.type[market] as number, side, c.perLot[market] as number, lots, value, mark);
  made.need = made.margin + made.fee + made.loss;
}

/** Value of lots at a price in ticks, settle atoms, rounded up. */
export function valueAtTicks(room: PerpetualRoom, market: number, lots: number, price: number): number {
  const c = room.contracts.rows;
  return valueAt(c.type[market] as number, c.perLot[market] as number, lots, price * CENTS, UP);
}

/** Decides an order: 200 or the code of the refusal. Writes nothing but the numbers of the decision. */
export function decidePlace(
  room: PerpetualRoom,
  made: Decision,
  estimate: Estimate,
  words: Float64Array,
  at: number,
): number {
  const { orders, markets, contracts, positions, prices } = room;
  const user = words[at + F.user] as number;
  const market = words[at + F.market] as number;
  const direction = words[at + F.direction] as number;
  const opening = opens(direction);
  const open = contractOpen(room, market, opening);
  if (open !== DONE) return open;
  const form = formFits(room, words, at);
  if (form !== DONE) return form;
  const c = contracts.rows;
  const side: Side = buys(direction) ? 1 : 2;
  const type = words[at + F.type] as number;
  const force = words[at + F.timeInForce] as number;
  const price = words[at + F.price] as number;
  const lots = words[at + F.lots] as number;
  const trigger = words[at + F.trigger] as number;
  const by = words[at + F.triggerBy] as number;
  const selfTrade = words[at + F.selfTrade] as number;
  const atMarket = isMarket(type);
  const waits = type >= FIRST_TRIGGER;
  const mark = c.mark[market] as number;
  const book = markets.book(market);
  const state = prices.state(markets.rows.instrument[market] as number);
  const shut = allows(state, USE.close) !== YES;
  // A closed market takes reduce-only limits alone; they rest until it opens (money §11).
  if (shut && (type !== LIMIT || !mayRest(type, force))) return room.refuse(rejects['market.closed'], 0, state);

  made.limit = price;
  estimate.lots = 0;
  estimate.value = 0;
  estimate.best = 0;
  estimate.worst = 0;
  if (waits) {
    const reach = inReach(room, market, side, trigger, true);
    if (reach !== DONE) return reach;
    const now = seenPrice(room, market, by);
    if (hits(bin(by, side, type), trigger, now))
      return room.refuse(rejects['trigger.side'], trigger, (now - (now % CENTS)) / CENTS);
  } else if (atMarket) {
    const touch = book.best(opposite(side));
    if (touch === 0) return room.refuse(rejects['order.noLiquidity'], 1, 0);
    made.limit = marketReach(side, touch, mark);
  }
  if (!atMarket) {
    const band = inReach(room, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const reference = atMarket ? (waits ? trigger : (mark - (mark % CENTS)) / CENTS + 1) : price;
  const size = sizeFits(room, market, lots, reference, opening ? (markets.rows.minValue[market] as number) : 0);
  if (size !== DONE) return size;
  made.holding = positions.holding(user, market);
  made.position = made.holding === 0 ? 0 : positions.of(made.holding, sideOf(direction));
  if (opening) {
    const fits = openingFits(room, words, at, made.holding);
    if (fits !== DONE) return fits;
  } else {
    const fits = closingFits(room, made.position, words[at + F.marginMode] as number, lots);
    if (fits !== DONE) return fits;
  }
  if (orders.full()) return room.refuse(rejects['order.tooMany'], orders.most, orders.live);
  if (waits || mayRest(type, force)) {
    const seat = room.seats.find(user, market, c.type[market] as number);
    const standing = seat === 0 ? 0 : (room.seats.rows.open[seat] as number);
    if (standing >= MAX_OPEN) return room.refuse(rejects['order.tooMany'], MAX_OPEN, standing);
  }
  if (!waits && !shut) {
    estimate.of(room, market, side, made.limit, user, selfTrade, lots);
    if (atMarket && estimate.lots === 0) return room.refuse(rejects['order.noLiquidity'], 1, 0);
    if (force === FOK && estimate.lots < lots) return room.refuse(rejects['order.noLiquidity'], lots, estimate.lots);
  }
  if ((force === POST_ONLY || shut) && !waits && crosses(book, side, price))
    return room.refuse(rejects['order.wouldTake'], book.best(opposite(side)), price);
  made.need = 0;
  made.margin = 0;
  made.fee = 0;
  made.loss = 0;
  made.value = 0;
  if (!opening) return DONE;
  const leverage = words[at + F.leverage] as number;
  const tier = room.users.rows.tier[user] as number;
  const rate = Math.max(contracts.taker(tier), contracts.maker(tier));
  const posed = sideOf(direction);
  if (waits) {
    const value = valueAtTicks(room, market, lots, atMarket ? trigger : price);
    require(room, made, market, posed, lots, value, leverage, rate, trigger * CENTS);
  } else if (atMarket) require(room, made, market, posed, estimate.lots, estimate.value, leverage, rate, mark);
  else require(room, made, market, posed, lots, valueAtTicks(room, market, lots, price), leverage, rate, mark);
  const purse =
    made.holding === 0
      ? positions.purse(user, c.settle[market] as number, c.type[market] as number)
      : (positions.holdings.purse[made.holding] as number);
  const own =
    purse === 0
      ? room.ledger.availableOf(user, c.type[market] as number, c.settle[market] as number, 0)
      : left(room, purse);
  return own < made.need ? room.refuse(rejects['margin.insufficient'], made.need, own > 0 ? own : 0) : DONE;
}

/** Whether a position has so many lots to close. */
export function closingFits(room: PerpetualRoom, position: number, mode: number, lots: number): number {
  const p = room.positions.rows;
  if (position === 0 || p.mode[position] !== mode) return room.refuse(rejects['position.unknown'], 1, 0);
  if (p.endangered[position] === 1 || room.positions.purses.endangered[p.purse[position] as number] === 1)
    return room.refuse(rejects['position.liquidating'], 0, 1);
  const free = (p.lots[position] as number) - (p.closing[position] as number);
  return lots > free ? room.refuse(rejects['position.lessThanClose'], free, lots) : DONE;
}

/** Commits what `decidePlace` just allowed; gives the order's id. */
export function commitPlace(room: PerpetualRoom, made: Decision, legs: Legs, words: Float64Array, at: number): number {
  const { orders, positions } = room;
  const user = words[at + F.user] as number;
  const market = words[at + F.market] as number;
  const direction = words[at + F.direction] as number;
  const type = words[at + F.type] as number;
  const by = words[at + F.triggerBy] as number;
  const mode = words[at + F.marginMode] as number;
  const leverage = words[at + F.leverage] as number;
  const { position, limit, need } = made;
  room.users.roll(user);
  const holding = positions.openHolding(user, market);
  if (opens(direction)) putLeverage(room, holding, mode, leverage);
  const stops = words[at + F.stopProfit] !== 0 || words[at + F.stopLoss] !== 0;
  const slot = makeOrder(room, {
    ...PLAIN,
    ...{ user, market, holding, direction, mode, leverage, type },
    force: words[at + F.timeInForce] as number,
    selfTrade: words[at + F.selfTrade] as number,
    price: words[at + F.price] as number,
    lots: words[at + F.lots] as number,
    trigger: words[at + F.trigger] as number,
    triggerBy: by,
    stopProfit: words[at + F.stopProfit] as number,
    stopLoss: words[at + F.stopLoss] as number,
    guardBy: stops ? (words[at + F.guardBy] as number) : 0,
    position: opens(direction) ? 0 : position,
    reserves: opens(direction) ? 0 : 1,
    requirement: need,
  });
  const id = orders.id(slot);
  const positionId = opens(direction) ? 0 : positions.rows.id(position);
  if (type >= FIRST_TRIGGER) {
    orders.setWaiting(slot, true);
    tellOpened(room, slot);
    room.triggers.add(slot, bin(by, orders.side(slot), type));
  } else {
    tellOpened(room, slot);
    settleRest(room, legs, slot, take(room, legs, slot, limit));
  }
  // What it reserves, or no longer does, shows in `canClose`.
  if (positionId !== 0 && positions.rows.find(positionId) !== 0) tellPosition(room, position);
  return id;
}

/** The leverage of a holding's margin mode from now on. */
export function putLeverage(room: PerpetualRoom, holding: number, mode: number, leverage: number): void {
  const h = room.positions.holdings;
  const column = mode === CROSS ? h.cross : h.isolated;
  if (column[holding] === leverage) return;
  column[holding] = leverage;
  tellLeverage(room, holding, mode);
}

/** An order whose trigger came closes as refused: its row goes. */
export function refuseAtTrigger(room: PerpetualRoom, slot: number, reason: number): void {
  shed(room, slot, room.orders.rest[slot * ROW64] as number);
  tellClosed(room, slot, STATUS.refused, reason);
  forget(room, slot);
}
