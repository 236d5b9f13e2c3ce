// Where a position or a wallet is liquidated, the bankruptcy value of a part, and who gets the difference (money §3).
// Exact; numbers that the exchange stores are rounded at the end, in a named direction. Side 1 long, 2 short.

import { MARKET_TYPE, POSITION_SIDE } from '../enum/index.ts';
import { CENTS_A_TICK, gainsBy, tierValue } from './contract.ts';
import {
  ceiling,
  compare,
  type Fraction,
  floor,
  fraction,
  greatest,
  least,
  minus,
  negative,
  over,
  plain,
  plus,
  times,
  ZERO,
} from './fraction.ts';
import { type TierColumns, tierOf } from './tiers.ts';
import { DOWN, mulDiv, shareDown, UP } from '../number/index.ts';

const MILLION = 1_000_000;
/** No mark is beyond this: index and marks are words below it. */
const FARTHEST = 2 ** 52;

/** One position as an input of liquidation: value = quantity × price (linear) or quantity ÷ price (inverse). */
export interface Leg {
  readonly side: number;
  readonly quantity: Fraction;
  /** Its value when opened. */
  readonly cost: Fraction;
  /** Maintenance = rate × value − amount (inverse: amount ÷ price). */
  readonly rate: Fraction;
  readonly amount: Fraction;
}

/** One maintenance tier: values from `floor` on. */
export interface Step {
  readonly floor: Fraction;
  readonly rate: Fraction;
  readonly amount: Fraction;
}

function signed(side: number, value: Fraction): Fraction {
  return side === POSITION_SIDE.long ? value : negative(value);
}

function positive(price: Fraction): Fraction | undefined {
  return price.num > 0n ? price : undefined;
}

/**
 * The price at which equity equals maintenance, for linear positions of one market over `free`. `free` is the isolated
 * margin, or the wallet plus PnL less maintenance of all other markets. Undefined when no price does. P = (free − Σ
 * s·cost + Σ amount) ÷ (Σ quantity·rate − Σ s·quantity).
 */
export function linearLiquidation(free: Fraction, legs: readonly Leg[]): Fraction | undefined {
  let above = free;
  let below = ZERO;
  for (const leg of legs) {
    above = plus(minus(above, signed(leg.side, leg.cost)), leg.amount);
    below = plus(below, minus(times(leg.quantity, leg.rate), signed(leg.side, leg.quantity)));
  }
  return below.num === 0n ? undefined : positive(over(above, below));
}

/** The same for inverse positions: P = (Σ s·quantity + Σ quantity·rate − Σ amount) ÷ (free + Σ s·cost). */
export function inverseLiquidation(free: Fraction, legs: readonly Leg[]): Fraction | undefined {
  let above = ZERO;
  let below = free;
  for (const leg of legs) {
    above = plus(above, plus(signed(leg.side, leg.quantity), minus(times(leg.quantity, leg.rate), leg.amount)));
    below = plus(below, signed(leg.side, leg.cost));
  }
  return below.num === 0n ? undefined : positive(over(above, below));
}

/**
 * The same for one linear position, in the tier of its value at the resulting price. Maintenance is continuous, so
 * exactly one tier agrees with its price. Undefined when there is no price.
 */
export function tieredLiquidation(
  free: Fraction,
  side: number,
  quantity: Fraction,
  cost: Fraction,
  steps: readonly Step[],
): Fraction | undefined {
  for (const [at, { floor: from, rate, amount }] of steps.entries()) {
    const price = linearLiquidation(free, [{ side, quantity, cost, rate, amount }]);
    if (price === undefined) continue;
    const value = times(quantity, price);
    const next = steps[at + 1];
    if (compare(value, from) >= 0 && (next === undefined || compare(value, next.floor) <= 0)) return price;
  }
  return undefined;
}

/**
 * Value at which closing a part leaves none of its margin: −quote balance × part. The quote balance is margin − cost
 * when selling, margin + cost when buying back. Below 0: the amount paid to buy back.
 */
export function bankruptcyValue(balance: Fraction, part: Fraction): Fraction {
  return negative(times(balance, part));
}

/**
 * What the insurance fund receives (+) or pays (−) for a liquidation fill against its bankruptcy value. It receives the
 * difference of a better fill, at most `most` of the fill's value, and covers a worse one. `receives`: the position
 * closes by selling, so a higher value is better.
 */
export function insuranceDelta(receives: boolean, bankruptcy: Fraction, fill: Fraction, most: Fraction): Fraction {
  const better = receives ? minus(fill, bankruptcy) : minus(bankruptcy, fill);
  return least(better, times(most, fill));
}

// The functions below compute stored numbers: whole atoms and cents.

/** A position's terms: type, perLot (K or F) and face of its contract, and the contract's maintenance tiers. */
export interface Terms {
  readonly type: number;
  readonly perLot: number;
  readonly face: number;
  readonly tiers: TierColumns;
  readonly first: number;
  readonly count: number;
}

/** Quantity such that value (atoms) is quantity × cents or quantity ÷ cents. */
function quantityOf(terms: Terms, lots: number): Fraction {
  return terms.type === MARKET_TYPE.linear
    ? fraction(BigInt(lots) * BigInt(terms.perLot), CENTS_A_TICK)
    : fraction(BigInt(lots) * BigInt(terms.perLot) * BigInt(CENTS_A_TICK));
}

/** A tier's amount in the unit of `Leg.amount`: settle atoms, or for an inverse contract atoms × cents. */
function amountOf(terms: Terms, row: number): Fraction {
  const amount = BigInt(terms.tiers.amount[row] as number);
  return terms.type === MARKET_TYPE.linear
    ? fraction(amount)
    : fraction(amount * BigInt(terms.perLot) * BigInt(CENTS_A_TICK), terms.face);
}

/** A position as a leg, with the maintenance tier in `row`. Prices are cents. */
export function legOf(terms: Terms, side: number, lots: number, cost: number, row: number): Leg {
  return {
    side,
    quantity: quantityOf(terms, lots),
    cost: fraction(cost),
    rate: fraction(terms.tiers.rate[row] as number, MILLION),
    amount: amountOf(terms, row),
  };
}

/** A position with the maintenance tier of its value at a mark (cents). */
export function legAt(terms: Terms, side: number, lots: number, cost: number, cents: number): Leg {
  const value = tierValue(terms.type, terms.perLot, terms.face, lots, cents);
  return legOf(terms, side, lots, cost, tierOf(terms.tiers, terms.first, terms.count, value));
}

/** Exact value of a leg at a mark (cents), settle atoms. */
export function exactValue(type: number, leg: Leg, cents: number): Fraction {
  return type === MARKET_TYPE.linear ? times(leg.quantity, fraction(cents)) : over(leg.quantity, fraction(cents));
}

/** Exact unrealised PnL at a mark (cents), settle atoms. */
export function exactProfit(type: number, leg: Leg, cents: number): Fraction {
  const up = minus(exactValue(type, leg, cents), leg.cost);
  return gainsBy(type, leg.side) === 1 ? up : negative(up);
}

/** Exact maintenance at a mark (cents), settle atoms; the leg has the tier of its value there. */
export function exactMaintenance(type: number, leg: Leg, cents: number): Fraction {
  const amount = type === MARKET_TYPE.inverse ? over(leg.amount, fraction(cents)) : leg.amount;
  return minus(times(leg.rate, exactValue(type, leg, cents)), amount);
}

/**
 * Equity less maintenance of one position over its margin at a mark (cents), exact. The position is liquidated unless
 * it is above 0.
 */
export function exactSurplus(
  terms: Terms,
  side: number,
  lots: number,
  cost: number,
  margin: number,
  cents: number,
): Fraction {
  const leg = legAt(terms, side, lots, cost, cents);
  return minus(plus(fraction(margin), exactProfit(terms.type, leg, cents)), exactMaintenance(terms.type, leg, cents));
}

/**
 * The last mark (cents) at which equity ≤ maintenance of one position over its margin: rounded down for a long, up for
 * a short. 0 when there is none.
 */
export function triggerOf(terms: Terms, side: number, lots: number, cost: number, margin: number): number {
  if (lots === 0) return 0;
  const price = exactTrigger(terms, side, lots, cost, margin);
  if (price === undefined) return 0;
  const cents = side === POSITION_SIDE.long ? floor(price) : ceiling(price);
  return cents > BigInt(FARTHEST) ? 0 : plain(cents);
}

/**
 * The mark shown to the user, rounded the other way, so that it is never later than the liquidation. 0 when there is
 * none.
 */
export function shownTrigger(terms: Terms, side: number, lots: number, cost: number, margin: number): number {
  if (lots === 0) return 0;
  const price = exactTrigger(terms, side, lots, cost, margin);
  if (price === undefined) return 0;
  const cents = side === POSITION_SIDE.long ? ceiling(price) : floor(price);
  return cents > BigInt(FARTHEST) ? 0 : plain(cents);
}

function exactTrigger(terms: Terms, side: number, lots: number, cost: number, margin: number): Fraction | undefined {
  const { type, tiers, first, count } = terms;
  if (type === MARKET_TYPE.inverse) {
    // The tier depends on USD, not on the price.
    const leg = legAt(terms, side, lots, cost, 1);
    return inverseLiquidation(fraction(margin), [leg]);
  }
  const steps: Step[] = [];
  for (let row = first; row < first + count; row += 1)
    steps.push({
      floor: row === first ? ZERO : fraction(tiers.cap[row - 1] as number),
      rate: fraction(tiers.rate[row] as number, MILLION),
      amount: amountOf(terms, row),
    });
  return tieredLiquidation(fraction(margin), side, quantityOf(terms, lots), fraction(cost), steps);
}

/**
 * Value (settle atoms) of `part` of `lots` lots at which none of that part's `margin` is left: rounded up when selling,
 * down when buying back, so that a close at it never costs more than the part's margin.
 */
export function bankruptcyOf(
  type: number,
  side: number,
  cost: number,
  margin: Fraction,
  part: number,
  lots: number,
): number {
  const share = fraction(part, lots);
  if (gainsBy(type, side) === 1) return plain(ceiling(bankruptcyValue(minus(margin, fraction(cost)), share)));
  return plain(-ceiling(bankruptcyValue(plus(margin, fraction(cost)), share)));
}

/** The same over a margin of whole atoms, without fractions. */
export function bankruptcyOver(
  type: number,
  side: number,
  cost: number,
  margin: number,
  part: number,
  lots: number,
): number {
  return gainsBy(type, side) === 1 ? mulDiv(cost - margin, part, lots, UP) : mulDiv(cost + margin, part, lots, DOWN);
}

/**
 * Atoms that the insurance fund receives (+, rounded down) or pays (−) for a liquidation fill; `most` in millionths.
 */
export function insuranceOf(type: number, side: number, bankruptcy: number, value: number, most: number): number {
  const better = gainsBy(type, side) === 1 ? value - bankruptcy : bankruptcy - value;
  const share = shareDown(value, most);
  return better < share ? better : share;
}

/**
 * ADL rank: which of two positions is deleveraged first against a bankrupt one: the higher (profit ÷ cost) × (value ÷
 * equity). Below 0: the first one's is higher. All exact; equity above 0.
 */
export function rankOf(profit: Fraction, cost: Fraction, value: Fraction, equity: Fraction): Fraction {
  return over(times(profit, value), times(cost, equity));
}

/** Equity divided by maintenance: the lowest is liquidated first. */
export function healthOf(equity: Fraction, maintenance: Fraction): Fraction {
  return over(equity, greatest(maintenance, fraction(1, MILLION)));
}
