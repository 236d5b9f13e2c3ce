// Maintenance tiers by position value (money §3): which tier, what it requires, and whether tiers are valid. Values are
// settle atoms of a linear contract and whole USD of an inverse one; rates are millionths.

import { DOWN, MILLION, mulDiv, quotient, UP } from '../number/index.ts';
import { type Fraction, fraction, minus, plus, times, ZERO } from './fraction.ts';

const CENTS = 100;

/** Columns in which the tiers of one contract are adjacent. */
export interface TierColumns {
  /** Upper bound of the tier's values, inclusive. */
  readonly cap: ArrayLike<number>;
  /** Maintenance rate. */
  readonly rate: ArrayLike<number>;
  /** Maximum leverage. */
  readonly leverage: ArrayLike<number>;
  /** Cumulative amount: maintenance = rate × value − amount, so that it is continuous. */
  readonly amount: ArrayLike<number>;
}

/** Row of the tier of a value, among `count` tiers from row `first` on. Values above the last tier use the last one. */
export function tierOf(tiers: TierColumns, first: number, count: number, value: number): number {
  let row = first;
  for (const last = first + count - 1; row < last && value > (tiers.cap[row] as number); row += 1);
  return row;
}

/** The highest value the tiers allow. */
export function greatestValue(tiers: TierColumns, first: number, count: number): number {
  return tiers.cap[first + count - 1] as number;
}

/** Initial margin, settle atoms: value ÷ leverage, rounded up. */
export function initialMargin(value: number, leverage: number): number {
  return quotient(value + leverage - 1, leverage);
}

/** Maintenance of a linear position at a mark (cents), settle atoms, rounded up; never below 0. */
export function linearMaintenance(lots: number, cents: number, perLot: number, rate: number, amount: number): number {
  const due = mulDiv(lots * perLot, cents * rate, CENTS * MILLION, UP) - amount;
  return due > 0 ? due : 0;
}

/**
 * Maintenance of an inverse position at a mark (cents), settle atoms, rounded up: the maintenance of its USD value, in
 * coin. `amount` in whole USD; perLot is a multiple of face.
 */
export function inverseMaintenance(
  lots: number,
  cents: number,
  perLot: number,
  face: number,
  rate: number,
  amount: number,
): number {
  const usd = lots * face * rate - amount * MILLION;
  return usd > 0 ? mulDiv(usd, (perLot / face) * CENTS, MILLION * cents, UP) : 0;
}

/** Exact cumulative amounts of tiers with these floors (the cap of the previous one; the first 0) and rates. */
export function cumulativeAmounts(floors: readonly Fraction[], rates: readonly Fraction[]): Fraction[] {
  const amounts: Fraction[] = [];
  let amount = ZERO;
  let before = ZERO;
  for (const [at, floor] of floors.entries()) {
    const rate = rates[at] as Fraction;
    if (at > 0) amount = plus(amount, times(floor, minus(rate, before)));
    before = rate;
    amounts.push(amount);
  }
  return amounts;
}

/**
 * The cumulative amount of the next tier in whole units, from that of the previous tier, whose cap is `cap`. −1 when it
 * would not be whole: such tiers are not listed, because maintenance would jump at the cap.
 */
export function nextAmount(amount: number, cap: number, rateBefore: number, rate: number): number {
  const exact = times(fraction(cap), fraction(rate - rateBefore, MILLION));
  return exact.num % exact.den === 0n ? amount + mulDiv(cap, rate - rateBefore, MILLION, DOWN) : -1;
}

/** Whether tiers may be listed. */
export function soundTiers(tiers: TierColumns, first: number, count: number): boolean {
  if (count < 1) return false;
  for (let row = first; row < first + count; row += 1) {
    const rate = tiers.rate[row] as number;
    const leverage = tiers.leverage[row] as number;
    // Maintenance must be below the initial margin at the maximum leverage; otherwise a new position is liquidated at
    // once.
    if (!(rate > 0) || !(leverage >= 1) || rate * leverage >= MILLION) return false;
    if (row === first) continue;
    if (!((tiers.cap[row] as number) > (tiers.cap[row - 1] as number)) || rate <= (tiers.rate[row - 1] as number))
      return false;
    if (leverage > (tiers.leverage[row - 1] as number)) return false;
    if (nextAmount(0, tiers.cap[row - 1] as number, tiers.rate[row - 1] as number, rate) === -1) return false;
  }
  return true;
}
