// contract.place: checks the order, then adds its row and matches it (money §3, §11).

import { bin, crosses, hits, opposite, ROW64, type Side, isMarket, mayRest } from '../../book/index.ts';
import { FIRST_TRIGGER, MARGIN_MODE, ORDER_STATUS, ORDER_TYPE, TIME_IN_FORCE, TPSL } from '../../enum/index.ts';
import { emitClosed } from '../../order/index.ts';
import { wholeFee } from '../../formula/index.ts';
import { allows, USE, YES } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { DONE, offsetOf, rejects } from '../../schema/index.ts';
import { inReach, marketReach } from './price-band.ts';
import {
  closingFits,
  contractOpen,
  type Decision,
  inUse,
  leverageFits,
  linkedLots,
  putLeverage,
  require,
  sizeFits,
  valueAtTicks,
} from './checks.ts';
import { guardHit, seenPrice } from './tpsl.ts';
import { aim, buys, judge, opens, sideOf } from './fill-side.ts';
import { left } from '../position/valuation.ts';
import { lockedBy } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { forget, makeOrder, PLAIN, shed } from './order-lifecycle.ts';
import { type Estimate, type Legs, settleRest, take } from './take.ts';
import { emitOpened, emitPosition } from '../events.ts';

/** Most open orders of a user in a market; most levels of the market maker's quotes. */
export const MAX_OPEN = 200;
const CENTS = 100;

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

/** The order's form: which fields go together. */
function formFits(context: PerpetualContext, words: Float64Array, at: number): number {
  const type = words[at + F.type] as number;
  const atMarket = isMarket(type);
  const price = words[at + F.price] as number;
  const trigger = words[at + F.trigger] as number;
  const leverage = words[at + F.leverage] as number;
  const opening = opens(words[at + F.direction] as number);
  if (atMarket && words[at + F.timeInForce] === TIME_IN_FORCE.postOnly)
    return context.refuse(INVALID, 1, TIME_IN_FORCE.postOnly);
  if (words[at + F.lots] === 0) return context.refuse(rejects['order.tooSmall'], 1, 0);
  if (atMarket ? price !== 0 : price === 0) return context.refuse(rejects['price.tick'], atMarket ? 0 : 1, price);
  if (type >= FIRST_TRIGGER ? trigger === 0 : trigger !== 0)
    return context.refuse(rejects['price.tick'], type >= FIRST_TRIGGER ? 1 : 0, trigger);
  if (opening ? leverage === 0 : leverage !== 0) return context.refuse(INVALID, opening ? 1 : 0, leverage);
  if (!opening && (words[at + F.stopProfit] !== 0 || words[at + F.stopLoss] !== 0))
    return context.refuse(INVALID, 0, 1);
  return DONE;
}

/** Whether an opening order fits the user's holding: mode, leverage, tier of everything that would be open. */
function openingFits(context: PerpetualContext, words: Float64Array, at: number, holding: number): number {
  const { positions, markets, prices } = context;
  const h = positions.holdings;
  const market = words[at + F.market] as number;
  const side = sideOf(words[at + F.direction] as number);
  const mode = words[at + F.marginMode] as number;
  const leverage = words[at + F.leverage] as number;
  const calendar = prices.rows.calendar[markets.rows.instrument[market] as number] as number;
  if (calendar !== 0 && mode === MARGIN_MODE.cross) return context.refuse(INVALID, MARGIN_MODE.isolated, mode);
  let lots = words[at + F.lots] as number;
  if (holding !== 0) {
    const position = positions.of(holding, side);
    const own = (
      position === 0 ? (side === 1 ? h.longMode : h.shortMode)[holding] : positions.rows.mode[position]
    ) as number;
    if (own !== 0 && own !== mode) return context.refuse(INVALID, own, mode);
    const used = inUse(context, holding, mode);
    if (used !== 0 && used !== leverage) return context.refuse(rejects['leverage.limit'], used, leverage);
    lots += (side === 1 ? h.opensLong : h.opensShort)[holding] as number;
    if (position !== 0) lots += positions.rows.lots[position] as number;
    const contractWallet = h.contractWallet[holding] as number;
    if (
      positions.contractWallets.endangered[contractWallet] === 1 ||
      (position !== 0 && positions.rows.endangered[position] === 1)
    )
      return context.refuse(rejects['position.liquidating'], 0, 1);
  }
  lots += linkedLots(context, words[at + F.user] as number, market, side);
  const fits = leverageFits(context, market, lots, leverage);
  if (fits !== DONE) return fits;
  if (mode === MARGIN_MODE.isolated || context.clock.rules >= RULE.staleWallets) {
    const c = context.contracts.rows;
    const user = words[at + F.user] as number;
    const locked = lockedBy(
      context,
      positions.contractWallet(user, c.settle[market] as number, c.type[market] as number),
    );
    if (locked !== 0) return context.refuse(rejects['price.stale'], 0, locked);
  }
  for (const [kind, field] of [
    [TPSL.profit, F.stopProfit],
    [TPSL.loss, F.stopLoss],
  ] as const) {
    const guard = words[at + field] as number;
    if (guard === 0) continue;
    const price = words[at + F.price] as number;
    const trigger = words[at + F.trigger] as number;
    const by = words[at + F.guardBy] as number;
    const seen = price !== 0 ? price * CENTS : trigger !== 0 ? trigger * CENTS : seenPrice(context, market, by);
    if (guardHit(kind, side, guard, by, seen))
      return context.refuse(rejects['trigger.side'], guard, (seen - (seen % CENTS)) / CENTS);
  }
  return DONE;
}

/** The refusal when no row is free for an order: the user's share, or the full table with its rows in use. */
function refuseFull(context: PerpetualContext, user: number, fitting: boolean, opening: boolean): number {
  const { orders, orderAccounts, kept } = context;
  const tooMany = rejects['order.tooMany'];
  if (fitting && orderAccounts.refusesByShare(user))
    return context.refuse(tooMany, orderAccounts.shareOf(user), orderAccounts.openOf(user));
  if (fitting || !opening) return context.refuse(tooMany, orders.most, orders.rowsUsed());
  const { most, used } = kept.lacking(user);
  return context.refuse(tooMany, most, used);
}

/** Decides an order: 200 or the refusal's code. Writes nothing except the decision's numbers. */
export function decidePlace(
  context: PerpetualContext,
  made: Decision,
  estimate: Estimate,
  legs: Legs,
  words: Float64Array,
  at: number,
): number {
  const { orders, markets, contracts, positions, prices } = context;
  const user = words[at + F.user] as number;
  const market = words[at + F.market] as number;
  const direction = words[at + F.direction] as number;
  const opening = opens(direction);
  const open = contractOpen(context, market, opening);
  if (open !== DONE) return open;
  const form = formFits(context, words, at);
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
  // A closed market accepts only reduce-only limit orders, which rest until it opens (money §11).
  if (shut && (type !== ORDER_TYPE.limit || !mayRest(type, force)))
    return context.refuse(rejects['market.closed'], 0, state);

  made.limit = price;
  estimate.lots = 0;
  estimate.value = 0;
  estimate.best = 0;
  estimate.worst = 0;
  if (waits) {
    const reach = inReach(context, market, side, trigger, true);
    if (reach !== DONE) return reach;
    const now = seenPrice(context, market, by);
    if (hits(bin(by, side, type), trigger, now))
      return context.refuse(rejects['trigger.side'], trigger, (now - (now % CENTS)) / CENTS);
  } else if (atMarket) {
    const touch = book.best(opposite(side));
    if (touch === 0) return context.refuse(rejects['order.noLiquidity'], 1, 0);
    made.limit = marketReach(side, touch, mark);
  }
  if (!atMarket) {
    const band = inReach(context, market, side, price, waits);
    if (band !== DONE) return band;
  }
  const reference = atMarket ? (waits ? trigger : (mark - (mark % CENTS)) / CENTS + 1) : price;
  const size = sizeFits(context, market, lots, reference, opening);
  if (size !== DONE) return size;
  made.holding = positions.holding(user, market);
  made.position = made.holding === 0 ? 0 : positions.of(made.holding, sideOf(direction));
  if (opening) {
    const fits = openingFits(context, words, at, made.holding);
    if (fits !== DONE) return fits;
  } else {
    const fits = closingFits(context, made.position, words[at + F.marginMode] as number, lots);
    if (fits !== DONE) return fits;
  }
  const rests = waits || mayRest(type, force);
  const fitting = opening
    ? context.kept.fitsOpening(user, made.holding, sideOf(direction))
    : rests
      ? orders.fits(1)
      : !orders.exhausted();
  if (!fitting || ((opening || rests) && !context.orderAccounts.fitsOrder(user)))
    return refuseFull(context, user, fitting, opening);
  if (!context.orderAccounts.fits(user, market, c.type[market] as number) || !positions.fits(user, market))
    return context.refuse(rejects['order.tooMany'], context.orderAccounts.rows.most, context.orderAccounts.rows.top);
  if (rests) {
    const orderAccount = context.orderAccounts.find(user, market, c.type[market] as number);
    const openOrders = orderAccount === 0 ? 0 : (context.orderAccounts.rows.open[orderAccount] as number);
    if (openOrders >= MAX_OPEN) return context.refuse(rejects['order.tooMany'], MAX_OPEN, openOrders);
  }
  if (!waits && !shut) {
    estimate.of(context, market, side, made.limit, user, selfTrade, lots);
    if (atMarket && estimate.lots === 0) return context.refuse(rejects['order.noLiquidity'], 1, 0);
    if (force === TIME_IN_FORCE.fok) {
      const { certain, thought } = legs;
      if (estimate.lots === lots) certain.of(context, thought, market, side, made.limit, user, selfTrade, lots);
      const sure = estimate.lots < lots ? estimate.lots : certain.lots;
      if (sure < lots) return context.refuse(rejects['order.noLiquidity'], lots, sure);
    }
  }
  if ((force === TIME_IN_FORCE.postOnly || shut) && !waits && crosses(book, side, price))
    return context.refuse(rejects['order.wouldTake'], book.best(opposite(side)), price);
  return moneyFits(context, made, estimate, legs, words, at);
}

/**
 * Checks the order's money. A fill-or-kill close needs equity for all its fills. An opening needs margin, fee and
 * opening loss, and more than maintenance in what it takes at once. Stores the requirement in the decision.
 */
function moneyFits(
  context: PerpetualContext,
  made: Decision,
  estimate: Estimate,
  legs: Legs,
  words: Float64Array,
  at: number,
): number {
  const { contracts, positions } = context;
  const c = contracts.rows;
  const user = words[at + F.user] as number;
  const market = words[at + F.market] as number;
  const direction = words[at + F.direction] as number;
  const type = words[at + F.type] as number;
  const price = words[at + F.price] as number;
  const lots = words[at + F.lots] as number;
  const trigger = words[at + F.trigger] as number;
  const atMarket = isMarket(type);
  const waits = type >= FIRST_TRIGGER;
  const kill = words[at + F.timeInForce] === TIME_IN_FORCE.fok;
  made.need = 0;
  made.margin = 0;
  made.fee = 0;
  made.loss = 0;
  made.value = 0;
  const tier = context.users.rows.tier[user] as number;
  const { thought } = legs;
  if (!opens(direction)) {
    if (!kill || waits) return DONE;
    aim(context, thought, made.holding, direction, 0, 0);
    thought.forced = false;
    thought.fee = wholeFee(estimate.value, contracts.taker(tier));
    const flaw = judge(context, thought, market, estimate.lots, estimate.value);
    const least = legs.certain.spread();
    return flaw !== 0 || thought.slack < least
      ? context.refuse(rejects['margin.insufficient'], least - thought.slack, 0)
      : DONE;
  }
  const leverage = words[at + F.leverage] as number;
  const rate = Math.max(contracts.taker(tier), contracts.maker(tier));
  const posed = sideOf(direction);
  if (waits) {
    const value = valueAtTicks(context, market, lots, atMarket ? trigger : price);
    require(context, made, market, posed, lots, value, leverage, rate, trigger);
  } else if (atMarket) require(context, made, market, posed, estimate.lots, estimate.value, leverage, rate, 0);
  else require(context, made, market, posed, lots, valueAtTicks(context, market, lots, price), leverage, rate, 0);
  const contractWallet =
    made.holding === 0
      ? positions.contractWallet(user, c.settle[market] as number, c.type[market] as number)
      : (positions.holdings.contractWallet[made.holding] as number);
  const funds = context.ledger.availableOf(user, c.type[market] as number, c.settle[market] as number, 0);
  const own = contractWallet === 0 ? funds : left(context, contractWallet);
  if (own < made.need) return context.refuse(rejects['margin.insufficient'], made.need, own > 0 ? own : 0);
  if (estimate.lots === 0 || waits) return DONE;
  // What it takes at once must leave the position above maintenance; otherwise it would be cancelled as it fills.
  aim(context, thought, made.holding, direction, words[at + F.marginMode] as number, leverage);
  thought.forced = false;
  thought.fee = wholeFee(estimate.value, rate);
  thought.spend = own;
  judge(context, thought, market, estimate.lots, estimate.value);
  const least = kill ? legs.certain.spread() + thought.draw - thought.need : 0;
  return thought.slack < least
    ? context.refuse(rejects['margin.insufficient'], own - thought.slack + least, own)
    : DONE;
}

/** Commits what `decidePlace` just allowed. Returns the order's id. */
export function commitPlace(
  context: PerpetualContext,
  made: Decision,
  legs: Legs,
  words: Float64Array,
  at: number,
): number {
  const { orders, positions } = context;
  const user = words[at + F.user] as number;
  const market = words[at + F.market] as number;
  const direction = words[at + F.direction] as number;
  const type = words[at + F.type] as number;
  const by = words[at + F.triggerBy] as number;
  const mode = words[at + F.marginMode] as number;
  const leverage = words[at + F.leverage] as number;
  const { position, limit, need } = made;
  context.users.roll(user);
  const holding = positions.openHolding(user, market);
  if (opens(direction)) putLeverage(context, holding, mode, leverage);
  const stops = words[at + F.stopProfit] !== 0 || words[at + F.stopLoss] !== 0;
  const slot = makeOrder(context, {
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
    emitOpened(context, slot);
    context.triggers.add(slot, bin(by, orders.side(slot), type));
  } else {
    emitOpened(context, slot);
    settleRest(context, legs, slot, take(context, legs, slot, limit));
  }
  // What it reserves, or no longer does, changes `canClose`.
  if (positionId !== 0 && positions.rows.find(positionId) !== 0) emitPosition(context, position);
  return id;
}

/** Closes a triggered order as refused and frees its row. */
export function refuseAtTrigger(context: PerpetualContext, slot: number, reason: number): void {
  shed(context, slot, context.orders.rest[slot * ROW64] as number);
  emitClosed(context, slot, ORDER_STATUS.refused, reason);
  forget(context, slot);
}
