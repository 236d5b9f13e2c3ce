// Checks of contract orders: the market's state, size, leverage, closable lots, required margin.

import { MARGIN_MODE, MARKET_STATE, MARKET_TYPE, POSITION_SIDE } from '../../enum/index.ts';
import { closingLeverage, coveringMargin, openingLoss, openingMargin, valueAt, wholeFee } from '../../formula/index.ts';
import { UP } from '../../number/index.ts';
import { allows, NO, USE, whyNot } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { DONE, MAX_ORDER_ATOMS, rejects } from '../../schema/index.ts';
import { openLoss, openTierValue, openValue } from '../position/valuation.ts';
import type { PerpetualContext } from '../context.ts';
import { emitLeverage } from '../events.ts';

const CENTS = 100;
/** Before rules `closingHours`: the maximum leverage for opening in the last hour before a market closes. */
export const LAST_HOUR = 3_600_000;
export const LAST_HOUR_LEVERAGE = 20;

/** Results of an order's decision. The next one overwrites them; not part of the state. */
export class Decision {
  /** Limit price of the order, ticks. */
  limit = 0;
  /** Settle atoms it requires of its contract wallet; its margin, fee and opening loss. */
  need = 0;
  margin = 0;
  fee = 0;
  loss = 0;
  holding = 0;
  position = 0;
  /** Value that the margin is based on, settle atoms. */
  value = 0;
  /** For an amend: what the order required before. */
  before = 0;
}

/** Whether a market allows opening (or only closing) now: 200, else why not. */
export function contractOpen(context: PerpetualContext, market: number, opening: boolean): number {
  const { markets, contracts, prices } = context;
  if (!markets.exists(market) || !contracts.exists(market)) return context.refuse(rejects['market.unknown'], 0, market);
  const state = Math.max(contracts.rows.state[market] as number, markets.rows.state[market] as number);
  if (state === MARKET_STATE.suspended || (opening && state !== MARKET_STATE.trading))
    return context.refuse(rejects['market.suspended'], MARKET_STATE.trading, state);
  const instrument = markets.rows.instrument[market] as number;
  const price = prices.state(instrument);
  if (allows(price, opening ? USE.leverage : USE.close) === NO) return context.refuse(whyNot(price), 1, price);
  if (contracts.rows.mark[market] === 0) return context.refuse(rejects['price.stale'], 1, 0);
  return DONE;
}

/**
 * Whether an order's size at `price` ticks is within the market's bounds and every sum stays safe. A close may be below
 * the minimum value, and adds nothing to open interest.
 */
export function sizeFits(
  context: PerpetualContext,
  market: number,
  lots: number,
  price: number,
  opening: boolean,
): number {
  const c = context.contracts.rows;
  const m = context.markets.rows;
  const perLot = c.perLot[market] as number;
  const linear = c.type[market] === MARKET_TYPE.linear;
  const value = linear ? lots * price * perLot : lots * (c.face[market] as number);
  const most = m.maxValue[market] as number;
  const least = opening ? (m.minValue[market] as number) : 0;
  if (value < least) return context.refuse(rejects['order.tooSmall'], least, value);
  const atoms = linear ? value : (lots * perLot) / price;
  const mark = c.mark[market] as number;
  const all = opening ? lots + (c.interest[market] as number) : lots;
  const open = linear ? (all * perLot * mark) / CENTS : (all * perLot * CENTS) / mark;
  // Open interest and orders stay within 2^50 atoms, and lots × perLot within the range of products.
  if (value > most || atoms > MAX_ORDER_ATOMS || open > MAX_ORDER_ATOMS)
    return context.refuse(rejects['order.tooLarge'], most, Math.min(value, MAX_ORDER_ATOMS));
  return DONE;
}

/** Leverage in use in a holding's margin mode, 0 when nothing of that mode is open. */
export function inUse(context: PerpetualContext, holding: number, mode: number): number {
  const { holdings: h, rows: p } = context.positions;
  const long = h.long[holding] as number;
  const short = h.short[holding] as number;
  const used =
    (long !== 0 && p.mode[long] === mode) ||
    (short !== 0 && p.mode[short] === mode) ||
    h.longMode[holding] === mode ||
    h.shortMode[holding] === mode;
  return used ? ((mode === MARGIN_MODE.cross ? h.cross[holding] : h.isolated[holding]) as number) : 0;
}

/** Lots of a market side that linked accounts hold or have in opening orders. New openings count them too. */
export function linkedLots(context: PerpetualContext, user: number, market: number, side: number): number {
  const { positions, users } = context;
  const h = positions.holdings;
  let lots = 0;
  // Bounded by MAX_LINKED.
  for (let other = users.links.next(user, user); other !== 0; other = users.links.next(user, other)) {
    const holding = positions.holding(other, market);
    if (holding === 0) continue;
    const position = positions.of(holding, side);
    lots += (side === POSITION_SIDE.long ? h.opensLong : h.opensShort)[holding] as number;
    if (position !== 0) lots += positions.rows.lots[position] as number;
  }
  return lots;
}

/** Whether a leverage is allowed at a value of the tiers: in a market with hours at most 1 ÷ its closing rate. */
export function leverageFits(context: PerpetualContext, market: number, lots: number, leverage: number): number {
  const { contracts, prices, clock } = context;
  const c = contracts.rows;
  const refused = rejects['leverage.limit'];
  const linear = c.type[market] === MARKET_TYPE.linear;
  const rough = linear
    ? (lots * (c.perLot[market] as number) * (c.mark[market] as number)) / CENTS
    : lots * (c.face[market] as number);
  const greatest = contracts.greatest(market);
  if (rough > greatest) return context.refuse(refused, 0, leverage);
  const value = openTierValue(context, market, lots);
  if (value > greatest) return context.refuse(refused, 0, leverage);
  const most = contracts.tiers.leverage[contracts.tierAt(market, value)] as number;
  if (leverage > most) return context.refuse(refused, most, leverage);
  // In the last hour an opening's margin is checked instead (`require`), whatever the leverage.
  if (clock.rules >= RULE.closingHours) {
    const greatest = closingLeverage(context.closingRates.base(market));
    return leverage > greatest ? context.refuse(refused, greatest, leverage) : DONE;
  }
  const calendar = prices.rows.calendar[context.markets.rows.instrument[market] as number] as number;
  const closes = prices.calendars.closesAt(calendar, clock.now);
  return closes !== 0 && closes - clock.now <= LAST_HOUR && leverage > LAST_HOUR_LEVERAGE
    ? context.refuse(refused, LAST_HOUR_LEVERAGE, leverage)
    : DONE;
}

/**
 * Initial margin, fee and opening loss of lots of `value`, into the decision. The loss is against present prices, or
 * for a waiting order against its `trigger` in ticks; 0: none.
 */
export function require(
  context: PerpetualContext,
  made: Decision,
  market: number,
  side: number,
  lots: number,
  value: number,
  leverage: number,
  rate: number,
  trigger: number,
): void {
  const c = context.contracts.rows;
  made.value = value;
  made.margin = openingMargin(value, leverage, context.closingRates.inForce(market));
  made.fee = wholeFee(value, rate);
  const perLot = c.perLot[market] as number;
  made.loss =
    trigger === 0
      ? openLoss(context, market, side, lots, value)
      : openingLoss(c.type[market] as number, side, perLot, lots, value, trigger * CENTS);
  made.need = made.margin + made.fee + made.loss;
  const covered = context.closingRates.covered(market);
  if (covered === 0) return;
  const fair = trigger === 0 ? openValue(context, market, lots) : valueAtTicks(context, market, lots, trigger);
  const whole = made.margin + made.loss;
  made.margin = coveringMargin(made.margin, Math.max(value, fair), made.loss, covered);
  // The part of the loss that the margin covers is not required again.
  made.loss = whole > made.margin ? whole - made.margin : 0;
  made.need = made.margin + made.fee + made.loss;
}

/** Value of lots at a price in ticks, settle atoms, rounded up. */
export function valueAtTicks(context: PerpetualContext, market: number, lots: number, price: number): number {
  const c = context.contracts.rows;
  return valueAt(c.type[market] as number, c.perLot[market] as number, lots, price * CENTS, UP);
}

/** Whether a position has that many lots to close. */
export function closingFits(context: PerpetualContext, position: number, mode: number, lots: number): number {
  const p = context.positions.rows;
  if (position === 0 || p.mode[position] !== mode) return context.refuse(rejects['position.unknown'], 1, 0);
  if (
    p.endangered[position] === 1 ||
    context.positions.contractWallets.endangered[p.contractWallet[position] as number] === 1
  )
    return context.refuse(rejects['position.liquidating'], 0, 1);
  const free = (p.lots[position] as number) - (p.closing[position] as number);
  return lots > free ? context.refuse(rejects['position.lessThanClose'], free, lots) : DONE;
}

/** Sets the leverage of a holding's margin mode. */
export function putLeverage(context: PerpetualContext, holding: number, mode: number, leverage: number): void {
  const h = context.positions.holdings;
  const column = mode === MARGIN_MODE.cross ? h.cross : h.isolated;
  if (column[holding] === leverage) return;
  column[holding] = leverage;
  emitLeverage(context, holding, mode);
}
