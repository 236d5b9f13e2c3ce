// One side of a fill: what it opens or closes, whether it is allowed (money §3), and what it moves. First weighed, then
// settled.

import { ROW32, ROW64 } from '../../book/index.ts';
import { CLOSE_REASON, CONTRACT_DIRECTION, MARGIN_MODE, MARKET_MAKER, MARKET_STATE, SIDE } from '../../enum/index.ts';
import {
  coveringMargin,
  feeOf,
  FROZEN_REACH,
  openingMargin,
  realisedProfit,
  releasedCost,
  unrealisedAt,
} from '../../formula/index.ts';
import { DOWN, mulDiv, shareUp, UP } from '../../number/index.ts';
import { allows, NO, USE } from '../../price/index.ts';
import {
  balance,
  counted,
  countedAs,
  crossProfit,
  left,
  indexValue,
  maintenanceAs,
  openLoss,
  openValue,
} from '../position/valuation.ts';
import { bindsStale, bothCount, indexOf, lockedBy, markOf, onlyCloses, type PriceOf } from '../priced.ts';
import { FORCED, type PerpetualContext } from '../context.ts';
import type { WalletSums } from './wallet-sums.ts';

const PERCENT = 100;

/** Whether a direction opens. */
export function opens(direction: number): boolean {
  return direction <= CONTRACT_DIRECTION.openShort;
}

/** 1 long, 2 short: the side of a direction's position. */
export function sideOf(direction: number): number {
  return direction === CONTRACT_DIRECTION.openLong || direction === CONTRACT_DIRECTION.closeLong ? 1 : 2;
}

/** Whether a direction buys. */
export function buys(direction: number): boolean {
  return direction === CONTRACT_DIRECTION.openLong || direction === CONTRACT_DIRECTION.closeShort;
}

/** The direction of an order's next fill. */
export function directionOf(context: PerpetualContext, slot: number): number {
  const direction = context.terms.direction[slot] as number;
  if (direction !== 0) return direction;
  const holding = context.terms.holding[slot] as number;
  if (context.orders.side(slot) === SIDE.buy)
    return context.positions.of(holding, 2) === 0 ? CONTRACT_DIRECTION.openLong : CONTRACT_DIRECTION.closeShort;
  return context.positions.of(holding, 1) === 0 ? CONTRACT_DIRECTION.openShort : CONTRACT_DIRECTION.closeLong;
}

/** Most lots of an order's next fill. A close is limited to the open lots. */
export function mostLots(context: PerpetualContext, slot: number): number {
  const direction = directionOf(context, slot);
  if (opens(direction)) return Infinity;
  const position = context.positions.of(context.terms.holding[slot] as number, sideOf(direction));
  return position === 0 ? 0 : (context.positions.rows.lots[position] as number);
}

/** Atoms of an order's requirement that filling `lots` of its rest releases. */
export function freedBy(context: PerpetualContext, slot: number, lots: number): number {
  const whole = context.terms.requirement[slot] as number;
  const rest = context.orders.rest[slot * ROW64] as number;
  return whole === 0 || lots === rest ? whole : whole - mulDiv(whole, rest - lots, rest, UP);
}

/** One side of the current fill. The next one overwrites it; not part of the state. */
export class Leg {
  direction = 0;
  side = 0;
  holding = 0;
  contractWallet = 0;
  /** Slot of the position; 0: this fill opens one. */
  position = 0;
  mode = 0;
  fee = 0;
  /** Closing: cost released, profit realised by price, both settle atoms. */
  released = 0;
  profit = 0;
  /** What the fill moves: to (+) the wallet, to (+) the position's margin. */
  wallet = 0;
  margin = 0;
  /** A forced close: atoms to (+) or from (−) the insurance fund. */
  insurance = 0;
  forced = false;
  /** A reduction before the market closes: what it realises stays in the margin. */
  keeps = false;
  /** Opening: leverage; what the contract wallet can spend on opening, including this order's own requirement. */
  leverage = 0;
  spend = 0;
  /**
   * Slack: how much could still be spent (below 0: not allowed). Draw: how much it uses of what the wallet's next fill
   * can spend.
   */
  slack = 0;
  draw = 0;
  /** Opening: initial margin, fee and opening loss. */
  need = 0;
  /** When many fills are only weighed: sums over their wallets' positions. */
  sums: WalletSums | undefined = undefined;
}

/**
 * Weighs `lots` of an order at a fill of `value` settle atoms into `leg`. Returns 0 when it may settle, else the
 * reason.
 */
export function weigh(
  context: PerpetualContext,
  leg: Leg,
  slot: number,
  lots: number,
  value: number,
  rate: number,
): number {
  return weighAs(context, leg, slot, directionOf(context, slot), lots, value, rate);
}

/** The same with a given direction. */
export function weighAs(
  context: PerpetualContext,
  leg: Leg,
  slot: number,
  direction: number,
  lots: number,
  value: number,
  rate: number,
): number {
  const { terms, orders, markets, prices } = context;
  const market = orders.market(slot);
  if (terms.direction[slot] === 0) {
    // A market with hours needs a price of the day to open: old market maker quotes do not trade until then.
    const instrument = markets.rows.instrument[market] as number;
    if (prices.rows.calendar[instrument] !== 0 && allows(prices.state(instrument), USE.leverage) === NO)
      return CLOSE_REASON.closed;
  }
  leg.forced = terms.forced[slot] !== FORCED.none;
  leg.keeps = terms.forced[slot] === FORCED.closing;
  leg.fee = leg.forced ? 0 : feeOf(value, rate, orders.excess[slot * ROW32] as number);
  aim(
    context,
    leg,
    terms.holding[slot] as number,
    direction,
    terms.mode[slot] as number,
    terms.leverage[slot] as number,
  );
  if (opens(direction)) {
    const own = leg.sums === undefined ? left(context, leg.contractWallet) : leg.sums.left(leg.contractWallet);
    leg.spend = own + freedBy(context, slot, lots);
    if (leg.position === 0 && !context.kept.opensPosition(leg.holding)) return CLOSE_REASON.margin;
  }
  return judge(context, leg, market, lots, value);
}

/**
 * Sets the leg's owner: the holding, its contract wallet, the position of that side, mode and leverage of it or of the
 * order.
 */
export function aim(
  context: PerpetualContext,
  leg: Leg,
  holding: number,
  direction: number,
  mode: number,
  leverage: number,
): void {
  const { positions } = context;
  leg.direction = direction;
  leg.side = sideOf(direction);
  leg.holding = holding;
  leg.contractWallet = positions.holdings.contractWallet[holding] as number;
  leg.position = positions.of(holding, leg.side);
  leg.mode = (leg.position === 0 ? mode : positions.rows.mode[leg.position]) as number;
  leg.leverage = (leg.position === 0 ? leverage : positions.rows.leverage[leg.position]) as number;
  leg.insurance = 0;
  leg.released = 0;
  leg.profit = 0;
}

/** Checks an aimed leg with its fee, contract wallet and wallet: 0 when it may settle, else why not. */
export function judge(context: PerpetualContext, leg: Leg, market: number, lots: number, value: number): number {
  return opens(leg.direction) ? judgeOpen(context, leg, market, lots, value) : judgeClose(context, leg, lots, value);
}

/** An opening needs initial margin, fee and opening loss, and must be above maintenance as it opens. */
function judgeOpen(context: PerpetualContext, leg: Leg, market: number, lots: number, value: number): number {
  const { positions, contracts } = context;
  const c = contracts.rows;
  if (c.state[market] !== MARKET_STATE.trading || context.markets.rows.state[market] !== MARKET_STATE.trading)
    return CLOSE_REASON.closed;
  const { position, side, leverage } = leg;
  const type = c.type[market] as number;
  const perLot = c.perLot[market] as number;
  const rate = context.closingRates.inForce(market);
  const covered = context.closingRates.covered(market);
  const fair = openValue(context, market, lots);
  const initial = openingMargin(value, leverage, rate);
  const loss = openLoss(context, market, side, lots, value);
  const margin = coveringMargin(initial, Math.max(value, fair), loss, covered);
  const need = leg.fee + Math.max(initial + loss, margin);
  const later = openingMargin(fair, leverage, rate);
  leg.need = need;
  leg.draw = need + (later > margin ? later - margin : 0);
  const isolated = leg.mode === MARGIN_MODE.isolated;
  leg.margin = isolated ? margin : 0;
  leg.wallet = 0 - leg.fee - leg.margin;
  // Spendable money is never above the wallet, so margin and fee are available or there is no fill.
  leg.slack = leg.spend - need;
  if (isolated) {
    const whole = (position === 0 ? 0 : (positions.rows.lots[position] as number)) + lots;
    const cost = (position === 0 ? 0 : (positions.rows.cost[position] as number)) + value;
    const own = (position === 0 ? 0 : positions.marginOf(position)) + margin;
    const over = (by: PriceOf): number =>
      own +
      unrealisedAt(type, side, perLot, whole, cost, by(context, market)) -
      maintenanceAs(context, market, whole, by) -
      1;
    leg.slack = Math.min(leg.slack, over(markOf));
    if (bothCount(context)) leg.slack = Math.min(leg.slack, over(indexOf));
  }
  // Isolated margin leaves the wallet: not allowed while a cross position of the wallet has a stale price. The market
  // maker is exempt.
  const leaves =
    isolated && positions.contractWallets.user[leg.contractWallet] !== MARKET_MAKER && lockOf(context, leg) !== 0;
  return leg.slack < 0 || leaves || closesOnly(context, leg) ? CLOSE_REASON.margin : 0;
}

/**
 * A close must leave no negative equity after its fee, at the mark and at the index, and no negative account (money
 * §3).
 */
function judgeClose(context: PerpetualContext, leg: Leg, lots: number, value: number): number {
  const { positions, contracts } = context;
  const p = positions.rows;
  const c = contracts.rows;
  const { position, side, contractWallet } = leg;
  if (position === 0) return CLOSE_REASON.gone;
  const market = p.market[position] as number;
  const whole = p.lots[position] as number;
  const cost = p.cost[position] as number;
  const type = c.type[market] as number;
  leg.released = releasedCost(type, side, cost, lots, whole);
  leg.profit = realisedProfit(type, side, value, leg.released);
  leg.draw = leg.fee + (leg.profit < 0 ? 0 - leg.profit : 0);
  if (leg.forced) {
    leg.insurance = context.watch.insure(position, lots, value, leg.released, leg.profit);
    if (leg.insurance === -Infinity) return CLOSE_REASON.liquidation;
  }
  const net = leg.profit - leg.fee - leg.insurance;
  let own = 0;
  if (leg.mode === MARGIN_MODE.isolated) {
    const margin = positions.marginOf(position);
    const share = lots === whole ? margin : leg.keeps ? 0 : mulDiv(margin, lots, whole, DOWN);
    const paid = share + net;
    const kept = leg.keeps && lots !== whole;
    leg.wallet = paid > 0 && !kept ? paid : 0;
    leg.margin = 0 - share + (paid < 0 || kept ? paid : 0);
    own = margin + leg.margin;
  } else {
    leg.margin = 0;
    leg.wallet = net;
    own = balance(context, contractWallet) + net;
  }
  leg.slack = own;
  if (!leg.forced) {
    const after = (by: PriceOf): number => own + restBy(context, position, contractWallet, leg, whole - lots, cost, by);
    leg.slack = Math.min(own, after(markOf));
    if (bothCount(context)) leg.slack = Math.min(leg.slack, after(indexOf));
    // A part closed far from the index uses margin of the rest: the rest must keep what its close requires.
    const covered = lots < whole && leg.mode === MARGIN_MODE.isolated ? context.closingRates.covered(market) : 0;
    if (covered !== 0 && own + mulDiv(positions.marginOf(position), lots, whole, DOWN) < positions.marginOf(position))
      leg.slack = Math.min(leg.slack, coverage(context, leg, market, whole - lots, cost - leg.released, own, covered));
  }
  if (leg.slack < 0) return CLOSE_REASON.margin;
  const bounded = !leg.forced && leg.mode === MARGIN_MODE.cross && closesOnly(context, leg);
  return bounded && !isNear(context, leg, market, lots) ? CLOSE_REASON.band : 0;
}

/** `lockedBy` of a leg's wallet. */
function lockOf(context: PerpetualContext, leg: Leg): number {
  return leg.sums === undefined ? lockedBy(context, leg.contractWallet) : leg.sums.lockedBy(leg.contractWallet);
}

/** `onlyCloses` of a leg's wallet. */
function closesOnly(context: PerpetualContext, leg: Leg): boolean {
  if (leg.sums === undefined) return onlyCloses(context, leg.contractWallet);
  return bindsStale(context, leg.contractWallet) && leg.sums.lockedBy(leg.contractWallet) !== 0;
}

/**
 * How much an isolated position's equity at the index exceeds a closing rate of its value there; below 0: the
 * shortfall.
 */
function coverage(
  context: PerpetualContext,
  leg: Leg,
  market: number,
  lots: number,
  cost: number,
  margin: number,
  rate: number,
): number {
  const c = context.contracts.rows;
  const [type, perLot] = [c.type[market] as number, c.perLot[market] as number];
  const profit = unrealisedAt(type, leg.side, perLot, lots, cost, indexOf(context, market));
  return margin + profit - shareUp(indexValue(context, market, lots), rate);
}

/** Whether a close realises at most `FROZEN_REACH` percent of its value less than at the index. */
function isNear(context: PerpetualContext, leg: Leg, market: number, lots: number): boolean {
  const type = context.contracts.rows.type[market] as number;
  const fair = indexValue(context, market, lots);
  const lost = realisedProfit(type, leg.side, fair, leg.released) - leg.profit;
  return lost * PERCENT <= fair * FROZEN_REACH;
}

/**
 * Unrealised PnL that remains after a close: of the `lots` that stay open, in a cross wallet with its other positions.
 */
function restBy(
  context: PerpetualContext,
  position: number,
  contractWallet: number,
  leg: Leg,
  lots: number,
  cost: number,
  by: PriceOf,
): number {
  const rest = countedAs(context, position, lots, cost - leg.released, by);
  if (leg.mode === MARGIN_MODE.isolated) return rest;
  const profit =
    leg.sums === undefined ? crossProfit(context, contractWallet, by) : leg.sums.profit(contractWallet, by === indexOf);
  return profit - counted(context, position, by) + rest;
}
