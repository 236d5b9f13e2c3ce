// position.close, closeMany, margin and leverage.set: what a user does with open positions (money §3).

import { opposite, ROW32, ROW64 } from '../../book/index.ts';
import { MARGIN_MODE, ORDER_TYPE, SELF_TRADE, TIME_IN_FORCE } from '../../enum/index.ts';
import { isBeyond, isDry, MEETING, mostMet } from '../../order/index.ts';
import { frozenLimit, initialMargin } from '../../formula/index.ts';
import { allows, NO, USE, whyNot, YES } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../../schema/index.ts';
import { marketReach } from '../order/price-band.ts';
import {
  contractOpen,
  type Decision,
  leverageFits,
  linkedLots,
  putLeverage,
  require,
  valueAtTicks,
} from '../order/checks.ts';
import { opens, sideOf } from '../order/fill-side.ts';
import { initialAs, left, spendable, unrealised } from './valuation.ts';
import { bothCount, indexOf, lockedBy, markOf, type PriceOf } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { makeOrder, PLAIN } from '../order/order-lifecycle.ts';
import { type Legs, settleRest, take } from '../order/take.ts';
import { emitOpened, emitPosition } from '../events.ts';

const ADD = 1;

const USER = offsetOf('position.close', 'user');
const POSITION = offsetOf('position.close', 'position');
const PROVEN = offsetOf('position.closeProven', 'proven');
/** How long a user's proof is valid, ms. */
export const PROOF_LASTS = 300_000;
const MANY = {
  type: offsetOf('position.closeMany', 'type'),
  markets: offsetOf('position.closeMany', 'markets'),
} as const;
const MARGIN = { flag: offsetOf('position.margin', 'flag'), amount: offsetOf('position.margin', 'amount') } as const;
const LEVERAGE = {
  market: offsetOf('leverage.set', 'market'),
  marginMode: offsetOf('leverage.set', 'marginMode'),
  leverage: offsetOf('leverage.set', 'leverage'),
} as const;

/** Slot of a user's open position by its id, 0 when it is not theirs or not open. */
export function own(context: PerpetualContext, words: Float64Array, at: number): number {
  const { rows } = context.positions;
  const slot = rows.find(words[at + POSITION] as number);
  return slot !== 0 && rows.user[slot] === words[at + USER] ? slot : 0;
}

/** The refusal when a position is not the user's. */
export function unknown(context: PerpetualContext, words: Float64Array, at: number): number {
  return context.refuse(rejects['position.unknown'], 0, words[at + POSITION] as number);
}

/** Whether a position can be closed by a market order now: 200, else why not. Its limit goes into `context.limit`. */
function closable(context: PerpetualContext, slot: number): number {
  const { rows: p, contractWallets } = context.positions;
  const { markets, prices, orders, contracts } = context;
  const market = p.market[slot] as number;
  const open = contractOpen(context, market, false);
  if (open !== DONE) return open;
  const state = prices.state(markets.rows.instrument[market] as number);
  if (allows(state, USE.close) !== YES) return context.refuse(rejects['market.closed'], 0, state);
  if (p.endangered[slot] === 1 || contractWallets.endangered[p.contractWallet[slot] as number] === 1)
    return context.refuse(rejects['position.liquidating'], 0, 1);
  if (orders.exhausted()) return context.refuse(rejects['order.tooMany'], orders.most, orders.rowsUsed());
  const side = p.side[slot] === 1 ? 2 : 1;
  const touch = markets.book(market).best(opposite(side));
  if (touch === 0) return context.refuse(rejects['order.noLiquidity'], 1, 0);
  context.limit = marketReach(side, touch, contracts.rows.mark[market] as number);
  return (side === 1 ? touch <= context.limit : touch >= context.limit)
    ? DONE
    : context.refuse(rejects['order.noLiquidity'], context.limit, touch);
}

export function decideClose(context: PerpetualContext, words: Float64Array, at: number): number {
  const slot = own(context, words, at);
  return slot === 0 ? unknown(context, words, at) : closable(context, slot);
}

/**
 * Decides a close with a fresh proof: 1011 when the proof is older than `PROOF_LASTS` or in the future, 2111 when the
 * book has nothing within 1 % of the index.
 */
export function decideProven(context: PerpetualContext, words: Float64Array, at: number): number {
  const proven = words[at + PROVEN] as number;
  const { now } = context.clock;
  if (proven > now || now - proven > PROOF_LASTS)
    return context.refuse(rejects['account.frozen'], now - PROOF_LASTS, proven);
  const slot = own(context, words, at);
  if (slot === 0) return unknown(context, words, at);
  const code = closable(context, slot);
  if (code !== DONE) return code;
  const { rows: p } = context.positions;
  const market = p.market[slot] as number;
  const index = context.orderBooks.rulesOf(market).index(market);
  if (index === 0) return context.refuse(rejects['price.stale'], 1, 0);
  const side = p.side[slot] === 1 ? 2 : 1;
  const near = frozenLimit(side, index);
  if (isBeyond(side, context.limit, near)) context.limit = near;
  return isDry(context.orderBooks, market, side, near) ? context.refuse(rejects['order.noLiquidity'], near, 0) : DONE;
}

/** Closes the whole position by market order; its own closing orders shrink with it. Returns the order's id. */
export function commitClose(context: PerpetualContext, legs: Legs, words: Float64Array, at: number): number {
  return closeWhole(context, legs, context.positions.rows.find(words[at + POSITION] as number));
}

function closeWhole(context: PerpetualContext, legs: Legs, position: number): number {
  const p = context.positions.rows;
  const user = p.user[position] as number;
  context.users.roll(user);
  const slot = makeOrder(context, {
    ...PLAIN,
    user,
    market: p.market[position] as number,
    holding: p.holding[position] as number,
    direction: p.side[position] === 1 ? 3 : 4,
    mode: p.mode[position] as number,
    type: ORDER_TYPE.market,
    force: TIME_IN_FORCE.ioc,
    selfTrade: SELF_TRADE.maker,
    lots: p.lots[position] as number,
    position,
  });
  const id = context.orders.id(slot);
  emitOpened(context, slot);
  settleRest(context, legs, slot, take(context, legs, slot, context.limit));
  return id;
}

/**
 * Decides a close of many: all markets are contracts of the named type. Positions that cannot be closed now are
 * skipped.
 */
export function decideMany(context: PerpetualContext, words: Float64Array, at: number): number {
  const count = words[at + MANY.markets] as number;
  const type = words[at + MANY.type] as number;
  for (let row = 1; row <= count; row += 1) {
    const market = words[at + MANY.markets + row] as number;
    if (!context.contracts.exists(market) || context.contracts.rows.type[market] !== type)
      return context.refuse(rejects['market.unknown'], 0, market);
  }
  return DONE;
}

/**
 * Closes the user's positions of the markets named, long before short; gives how many began to. Since rules `sweepBudget` it ends
 * where the command has met as many orders as one may: the rest can be closed again.
 */
export function commitMany(context: PerpetualContext, legs: Legs, words: Float64Array, at: number): number {
  const { positions } = context;
  const count = words[at + MANY.markets] as number;
  let closed = 0;
  for (let row = 1; row <= count; row += 1) {
    const holding = positions.holding(words[at + USER] as number, words[at + MANY.markets + row] as number);
    if (holding === 0) continue;
    for (let side = 1; side <= 2; side += 1) {
      const slot = positions.of(holding, side);
      if (slot === 0 || closable(context, slot) !== DONE) continue;
      if (
        context.clock.rules >= RULE.sweepBudget &&
        context.orderBooks.met + MEETING.contract > mostMet(context.orderBooks)
      )
        return closed;
      closeWhole(context, legs, slot);
      closed += 1;
    }
  }
  return closed;
}

/**
 * Atoms that may leave an isolated position's margin: above initial margin and unrealised loss. Since rules
 * `indexLiquidates` at the mark or at the index, whichever leaves less.
 */
export function removable(context: PerpetualContext, slot: number, leverage: number): number {
  const atMark = removableBy(context, slot, leverage, markOf);
  const over = bothCount(context) ? Math.min(atMark, removableBy(context, slot, leverage, indexOf)) : atMark;
  return over > 0 ? over : 0;
}

function removableBy(context: PerpetualContext, slot: number, leverage: number, by: PriceOf): number {
  const profit = unrealised(context, slot, by);
  return context.positions.marginOf(slot) - initialAs(context, slot, leverage, by) + (profit < 0 ? profit : 0);
}

/**
 * How much more a leverage requires of a cross position than its present one, at the mark or at the index, whichever is
 * more.
 */
function initialMore(context: PerpetualContext, slot: number, leverage: number): number {
  const before = context.positions.rows.leverage[slot] as number;
  const more = (by: PriceOf): number => initialAs(context, slot, leverage, by) - initialAs(context, slot, before, by);
  return bothCount(context) ? Math.max(more(markOf), more(indexOf)) : more(markOf);
}

export function decideMargin(context: PerpetualContext, words: Float64Array, at: number): number {
  const slot = own(context, words, at);
  if (slot === 0) return unknown(context, words, at);
  const { rows: p } = context.positions;
  if (p.mode[slot] !== MARGIN_MODE.isolated)
    return context.refuse(rejects['request.invalid'], MARGIN_MODE.isolated, p.mode[slot] as number);
  const amount = words[at + MARGIN.amount] as number;
  if (words[at + MARGIN.flag] === ADD) {
    const locked = lockedBy(context, p.contractWallet[slot] as number);
    if (locked !== 0) return context.refuse(rejects['price.stale'], 0, locked);
    const free = spendable(context, p.contractWallet[slot] as number);
    if (amount > free) return context.refuse(rejects['margin.insufficient'], amount, free);
    const most = MAX_ORDER_ATOMS - context.positions.marginOf(slot);
    return amount > most ? context.refuse(rejects['order.tooLarge'], most, amount) : DONE;
  }
  const user = p.user[slot] as number;
  if (context.users.frozen(user)) return context.refuse(rejects['account.frozen'], 0, 1);
  const state = context.prices.state(context.markets.rows.instrument[p.market[slot] as number] as number);
  if (allows(state, USE.leverage) === NO) return context.refuse(whyNot(state), 1, state);
  if (p.endangered[slot] === 1) return context.refuse(rejects['position.liquidating'], 0, 1);
  const most = removable(context, slot, p.leverage[slot] as number);
  return amount > most ? context.refuse(rejects['margin.floor'], most, amount) : DONE;
}

/** Moves margin. Returns the position's id. */
export function commitMargin(context: PerpetualContext, words: Float64Array, at: number): number {
  const amount = words[at + MARGIN.amount] as number;
  const id = words[at + POSITION] as number;
  moveMargin(context, context.positions.rows.find(id), words[at + MARGIN.flag] === ADD ? amount : 0 - amount);
  return id;
}

/** Moves atoms from the wallet to a position's margin (+) or back (−), and reports both changes. */
export function moveMargin(context: PerpetualContext, slot: number, atoms: number): void {
  if (atoms === 0) return;
  const { positions, ledger } = context;
  const p = positions.rows;
  const contractWallet = p.contractWallet[slot] as number;
  emitPosition(context, slot, positions.marginOf(slot) + atoms);
  ledger.post(positions.contractWallets.account[contractWallet] as number, 0 - atoms, 0);
  ledger.post(p.margin[slot] as number, atoms, 0);
  context.gapMargins.moved(slot, atoms);
  context.watch.position(slot);
  emitPosition(context, slot);
  context.watch.contractWallet(contractWallet);
}

/**
 * Decides a leverage: open positions and orders in that mode must fit its tier, and the wallet must have the extra
 * margin of a lower leverage. Sums what the contract wallet must add into the decision.
 */
export function decideLeverage(context: PerpetualContext, made: Decision, words: Float64Array, at: number): number {
  const { positions, contracts, markets, prices } = context;
  const market = words[at + LEVERAGE.market] as number;
  const mode = words[at + LEVERAGE.marginMode] as number;
  const leverage = words[at + LEVERAGE.leverage] as number;
  const user = words[at + USER] as number;
  if (!contracts.exists(market)) return context.refuse(rejects['market.unknown'], 0, market);
  if (contracts.rows.mark[market] === 0) return context.refuse(rejects['price.stale'], 1, 0);
  const calendar = prices.rows.calendar[markets.rows.instrument[market] as number] as number;
  if (calendar !== 0 && mode === MARGIN_MODE.cross)
    return context.refuse(rejects['request.invalid'], MARGIN_MODE.isolated, mode);
  made.need = 0;
  made.before = 0;
  made.holding = positions.holding(user, market);
  const least = leverageFits(context, market, 0, leverage);
  if (least !== DONE) return least;
  if (made.holding === 0) {
    if (positions.fits(user, market)) return DONE;
    return context.refuse(rejects['request.tooFrequent'], positions.holdings.most, positions.holdings.top);
  }
  const h = positions.holdings;
  const p = positions.rows;
  made.before = (mode === MARGIN_MODE.cross ? h.cross : h.isolated)[made.holding] as number;
  const raises = leverage > made.before;
  for (let side = 1; side <= 2; side += 1) {
    const slot = positions.of(made.holding, side);
    const ordered = (side === 1 ? h.longMode : h.shortMode)[made.holding] === mode;
    let lots = ordered ? ((side === 1 ? h.opensLong : h.opensShort)[made.holding] as number) : 0;
    if (slot !== 0 && p.mode[slot] === mode) {
      if (p.endangered[slot] === 1 || positions.contractWallets.endangered[p.contractWallet[slot] as number] === 1)
        return context.refuse(rejects['position.liquidating'], 0, 1);
      const state = prices.state(markets.rows.instrument[market] as number);
      if (raises && allows(state, USE.leverage) === NO) return context.refuse(whyNot(state), 1, state);
      lots += p.lots[slot] as number;
      if (mode === MARGIN_MODE.isolated) made.need += Math.max(0, toMove(context, slot, leverage));
      else made.need += initialMore(context, slot, leverage);
    }
    if (raises && lots > 0) lots += linkedLots(context, user, market, side);
    const fits = leverageFits(context, market, lots, leverage);
    if (fits !== DONE) return fits;
  }
  made.need += reorder(context, made, made.holding, mode, leverage, false);
  if (made.need <= 0) return DONE;
  const locked = mode === MARGIN_MODE.isolated ? lockedBy(context, h.contractWallet[made.holding] as number) : 0;
  if (locked !== 0) return context.refuse(rejects['price.stale'], 0, locked);
  const free = left(context, h.contractWallet[made.holding] as number);
  return made.need > free ? context.refuse(rejects['margin.insufficient'], made.need, free > 0 ? free : 0) : DONE;
}

/** Atoms that a new leverage moves to an isolated position's margin (+), or back (−, as far as they may leave). */
export function toMove(context: PerpetualContext, slot: number, leverage: number): number {
  const p = context.positions.rows;
  const cost = p.cost[slot] as number;
  const more = initialMargin(cost, leverage) - initialMargin(cost, p.leverage[slot] as number);
  if (more >= 0) return more;
  const most = removable(context, slot, leverage);
  return 0 - more < most ? more : 0 - most;
}

/** How much more a holding's opening orders of a mode require at a leverage. `write`: stores it. */
function reorder(
  context: PerpetualContext,
  made: Decision,
  holding: number,
  mode: number,
  leverage: number,
  write: boolean,
): number {
  const { orders, terms, orderAccounts, positions, contracts } = context;
  const market = positions.holdings.market[holding] as number;
  const orderAccount = orderAccounts.find(
    positions.holdings.user[holding] as number,
    market,
    contracts.rows.type[market] as number,
  );
  if (orderAccount === 0) return 0;
  const { need } = made;
  let more = 0;
  // Bounded by the user's open orders in the market.
  for (
    let slot = orderAccounts.rows.oldest[orderAccount] as number;
    slot !== 0;
    slot = orders.newer[slot * ROW32] as number
  ) {
    const direction = terms.direction[slot] as number;
    if (direction === 0 || !opens(direction) || terms.mode[slot] !== mode) continue;
    const price = orders.price[slot * ROW32] as number;
    const trigger = orders.trigger[slot * ROW32] as number;
    const waits = orders.waiting(slot);
    const rest = orders.rest[slot * ROW64] as number;
    const rate = Math.max(orders.makerRate[slot * ROW32] as number, orders.takerRate[slot * ROW32] as number);
    const value = valueAtTicks(context, market, rest, price === 0 ? trigger : price);
    require(context, made, market, sideOf(direction), rest, value, leverage, rate, waits ? trigger : 0);
    const delta = made.need - (terms.requirement[slot] as number);
    more += delta;
    if (!write) continue;
    terms.requirement[slot] = made.need;
    terms.leverage[slot] = leverage;
    const contractWallet = positions.holdings.contractWallet[holding] as number;
    positions.contractWallets.ordered[contractWallet] =
      (positions.contractWallets.ordered[contractWallet] as number) + delta;
  }
  made.need = need;
  return more;
}

/** Commits what `decideLeverage` just allowed. */
export function commitLeverage(context: PerpetualContext, made: Decision, words: Float64Array, at: number): number {
  const { positions } = context;
  const mode = words[at + LEVERAGE.marginMode] as number;
  const leverage = words[at + LEVERAGE.leverage] as number;
  const holding = positions.openHolding(words[at + USER] as number, words[at + LEVERAGE.market] as number);
  putLeverage(context, holding, mode, leverage);
  reorder(context, made, holding, mode, leverage, true);
  const p = positions.rows;
  for (let side = 1; side <= 2; side += 1) {
    const slot = positions.of(holding, side);
    if (slot === 0 || p.mode[slot] !== mode || p.leverage[slot] === leverage) continue;
    const atoms = mode === MARGIN_MODE.isolated ? toMove(context, slot, leverage) : 0;
    p.leverage[slot] = leverage;
    moveMargin(context, slot, atoms);
    if (atoms !== 0) continue;
    context.watch.position(slot);
    emitPosition(context, slot);
    context.watch.contractWallet(p.contractWallet[slot] as number);
  }
  return leverage;
}
