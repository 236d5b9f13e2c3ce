// Rules before a market with trading hours closes (money §3): what an opening requires, what a position may keep
// through the close, and how far from the index the excess is sold. For the exchange and the page. Rates in millionths,
// prices in cents, times in ms.

import { POSITION_SIDE } from '../enum/index.ts';
import { MILLION, quotient, shareUp } from '../number/index.ts';
import { MOST_TICKS } from './reach.ts';
import { initialMargin } from './tiers.ts';

const MINUTE = 60_000;
/** From this long before a close, openings require its closing rate. */
export const CLOSING_NOTICE = 60 * MINUTE;
/** This long before a close, lots without enough margin are reduced. */
export const CLOSING_CUT = 10 * MINUTE;
/** A break up to this long is not a close: the daily hour of the futures exchange, the midday break of Asian ones. */
export const SHORT_BREAK = 120 * MINUTE;
/** A close longer than this doubles the rate. */
export const LONG_CLOSE = 24 * 60 * MINUTE;
/** The book takes excess that crossing left at most this far from the index, millionths. */
export const CLOSING_REACH = 2_000;
const CENTS = 100;

/** How near a close is. */
export const PHASE = { none: 0, notice: 1, reduced: 2 } as const;

/** The phase at `now` of a close at `closes` (0: none known). */
export function closingPhase(now: number, closes: number): number {
  if (closes === 0 || now < closes - CLOSING_NOTICE) return PHASE.none;
  return now < closes - CLOSING_CUT ? PHASE.notice : PHASE.reduced;
}

/** The rate of one close: doubled when the market is closed for more than 24 h, or for an unknown time (opens 0). */
export function closingRate(base: number, closes: number, opens: number): number {
  if (opens !== 0 && opens - closes <= LONG_CLOSE) return base;
  return base * 2 < MILLION ? base * 2 : MILLION;
}

/** The maximum leverage at a closing rate: 1 ÷ rate, rounded down, at least 1; Infinity without a rate. */
export function closingLeverage(rate: number): number {
  return rate === 0 ? Infinity : quotient(MILLION, rate);
}

/** Initial margin of an opening of `value`: value ÷ leverage, but at least the rate in force; rounded up. */
export function openingMargin(value: number, leverage: number, rate: number): number {
  const margin = initialMargin(value, leverage);
  if (rate === 0) return margin;
  const least = shareUp(value, rate);
  return least > margin ? least : margin;
}

/**
 * The same in the last hour before a close: at least the rate of `fair` plus the opening loss, so that the equity at
 * the index after the opening is at least the rate of the value there. `fair`: the highest value at the fill, the mark
 * or the index.
 */
export function coveringMargin(margin: number, fair: number, loss: number, rate: number): number {
  if (rate === 0) return margin;
  const least = shareUp(fair, rate) + loss;
  return least > margin ? least : margin;
}

/**
 * How many of a position's lots its equity (margin and unrealised PnL, at the index) covers at a closing rate. `value`
 * is that of all lots at the index.
 */
export function lotsCovered(lots: number, value: number, equity: number, rate: number): number {
  if (equity <= 0) return 0;
  if (rate === 0 || value === 0) return lots;
  const covered = (BigInt(equity) * BigInt(MILLION) * BigInt(lots)) / (BigInt(rate) * BigInt(value));
  return covered >= BigInt(lots) ? lots : Number(covered);
}

/** Margin to add so that the equity covers all lots of `value`; 0 when it does. */
export function marginToCover(value: number, equity: number, rate: number): number {
  const lacks = shareUp(value, rate) - equity;
  return lacks > 0 ? lacks : 0;
}

/**
 * How many of a position's `excess` lots are crossed, when `crossed` of its side's `all` excess lots are and `before`
 * were allotted to positions before it. The shares add up to `crossed` exactly, each within a lot of its part.
 */
export function crossedShare(before: number, excess: number, crossed: number, all: number): number {
  const upTo = (lots: number): bigint => (BigInt(lots) * BigInt(crossed)) / BigInt(all);
  return Number(upTo(before + excess) - upTo(before));
}

/**
 * The worst price at which a position's excess is sold, ticks: 0.2 % from the index or, if less, the first maintenance
 * rate (millionths), so that the sale never puts the rest below maintenance. Rounded towards the index.
 */
export function closingLimit(side: number, index: number, maintenanceRate: number): number {
  const reach = maintenanceRate < CLOSING_REACH ? maintenanceRate : CLOSING_REACH;
  if (side === POSITION_SIDE.short) {
    const most = quotient(index * (MILLION + reach), MILLION * CENTS);
    return most < MOST_TICKS ? most : MOST_TICKS;
  }
  const least = quotient(index * (MILLION - reach) + MILLION * CENTS - 1, MILLION * CENTS);
  return least < 1 ? 1 : least;
}
