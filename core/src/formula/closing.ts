// Before a market with hours closes (money §3): what an opening needs, what a position may keep over the closed hours, and
// how far the excess is sold. For the exchange and the page alike. Rates in millionths, prices in cents, times in ms.

import { MILLION, quotient, shareUp } from '../number/index.ts';
import { MOST_TICKS } from './reach.ts';
import { initialMargin } from './tiers.ts';

const MINUTE = 60_000;
/** From this long before a close on, openings need the closing rate of that close. */
export const CLOSING_NOTICE = 60 * MINUTE;
/** This long before a close, lots that their margin does not cover are reduced. */
export const CLOSING_CUT = 10 * MINUTE;
/** A break no longer than this is no close: the daily hour of the futures exchange, the midday break of Asian ones. */
export const SHORT_BREAK = 120 * MINUTE;
/** Closed for longer than this doubles the rate. */
export const LONG_CLOSE = 24 * 60 * MINUTE;
/** Of the excess that nobody of the other side has, the book takes what is at most this far from the index. */
export const CLOSING_REACH = 2_000;
const CENTS = 100;
const SHORT_SIDE = 2;

/** How near a close is. */
export const PHASE = { none: 0, notice: 1, reduced: 2 } as const;

/** The phase at `now` of a close at `closes` (0: none is known). */
export function closingPhase(now: number, closes: number): number {
  if (closes === 0 || now < closes - CLOSING_NOTICE) return PHASE.none;
  return now < closes - CLOSING_CUT ? PHASE.notice : PHASE.reduced;
}

/** The rate of one close: doubled where the market stays closed for more than 24 h, or nobody knows how long (opens 0). */
export function closingRate(base: number, closes: number, opens: number): number {
  if (opens !== 0 && opens - closes <= LONG_CLOSE) return base;
  return base * 2 < MILLION ? base * 2 : MILLION;
}

/** The greatest leverage at a closing rate: 1 ÷ rate, rounded down, at least 1; Infinity without a rate. */
export function closingLeverage(rate: number): number {
  return rate === 0 ? Infinity : quotient(MILLION, rate);
}

/** Initial margin of an opening worth `value`: value ÷ leverage, and no less than the rate in force; rounded up. */
export function openingMargin(value: number, leverage: number, rate: number): number {
  const margin = initialMargin(value, leverage);
  if (rate === 0) return margin;
  const least = shareUp(value, rate);
  return least > margin ? least : margin;
}

/**
 * The same in the last hour before a close: no less than the rate of `fair` and the opening loss, so that the equity at
 * the index after the opening is the rate of the value there at least. `fair`: value at the fill, the mark or the index,
 * whichever is most.
 */
export function coveringMargin(margin: number, fair: number, loss: number, rate: number): number {
  if (rate === 0) return margin;
  const least = shareUp(fair, rate) + loss;
  return least > margin ? least : margin;
}

/**
 * How many of a position's lots its equity (margin and profit not realised, at the index) covers at a closing rate;
 * `value` is that of all lots at the index.
 */
export function lotsCovered(lots: number, value: number, equity: number, rate: number): number {
  if (equity <= 0) return 0;
  if (rate === 0 || value === 0) return lots;
  const covered = (BigInt(equity) * BigInt(MILLION) * BigInt(lots)) / (BigInt(rate) * BigInt(value));
  return covered >= BigInt(lots) ? lots : Number(covered);
}

/** Margin that is to be added so that the equity covers all lots worth `value`; 0: it does. */
export function marginToCover(value: number, equity: number, rate: number): number {
  const lacks = shareUp(value, rate) - equity;
  return lacks > 0 ? lacks : 0;
}

/**
 * Of `excess` lots of a position, those that are crossed where `crossed` of `all` excess lots of its side are, and
 * `before` were allotted to those before it: shares add up to `crossed` exactly, each within a lot of its part.
 */
export function crossedShare(before: number, excess: number, crossed: number, all: number): number {
  const upTo = (lots: number): bigint => (BigInt(lots) * BigInt(crossed)) / BigInt(all);
  return Number(upTo(before + excess) - upTo(before));
}

/**
 * The worst price at which a position's excess is sold, ticks: 0.2 % from the index or, if less, the first maintenance
 * rate (millionths), so that what is sold never endangers what stays. Rounded towards the index.
 */
export function closingLimit(side: number, index: number, maintenanceRate: number): number {
  const reach = maintenanceRate < CLOSING_REACH ? maintenanceRate : CLOSING_REACH;
  if (side === SHORT_SIDE) {
    const most = quotient(index * (MILLION + reach), MILLION * CENTS);
    return most < MOST_TICKS ? most : MOST_TICKS;
  }
  const least = quotient(index * (MILLION - reach) + MILLION * CENTS - 1, MILLION * CENTS);
  return least < 1 ? 1 : least;
}
