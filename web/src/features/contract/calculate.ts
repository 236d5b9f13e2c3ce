// The requirements and results of a contract order, by core/formula: the same integers that the exchange uses (money
// §3).

import { MARKET_TYPE } from '@vitrine/core/enum';
import {
  CENTS_A_TICK,
  inverseLiquidation,
  type Leg,
  legAt,
  linearLiquidation,
  exact,
  fillValue,
  greatestValue,
  maintenanceAt,
  coveringMargin,
  openingLoss,
  openingMargin,
  shownTrigger,
  type Terms,
  tierOf,
  tierValue,
  unrealisedAt,
  valueAt,
  wholeFee,
} from '@vitrine/core/formula';
import { UP } from '@vitrine/core/number';
import type { ContractTerms } from './terms.ts';

/** Orders and open interest stay within 2^50 atoms (money §1). */
export const MOST_ATOMS = 2 ** 50;

/** A level of the book, best first: price in ticks, quantity in lots. */
export interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** The result of filling from the book: lots, settle atoms, first and last price in ticks. */
export interface Walk {
  readonly lots: number;
  readonly value: number;
  readonly best: number;
  readonly worst: number;
}

/** A position, real or hypothetical: lots, Σ fill values and isolated margin in settle atoms. */
export interface Holding {
  readonly lots: number;
  readonly cost: number;
  /** Isolated; 0 for cross. */
  readonly margin: number;
}

export const nothing: Holding = { lots: 0, cost: 0, margin: 0 };

/**
 * Whether lots at a price are within the limits of numbers and of the exchange, so that the calculations below are
 * exact.
 */
export function inRange(terms: ContractTerms, lots: number, ticks: number): boolean {
  const atoms =
    terms.type === MARKET_TYPE.linear ? lots * ticks * terms.perLot : (lots * terms.perLot) / Math.max(ticks, 1);
  return (
    ticks > 0 &&
    atoms <= MOST_ATOMS &&
    lots <= MOST_ATOMS &&
    (terms.type === MARKET_TYPE.linear || lots * terms.face <= MOST_ATOMS)
  );
}

/** Value of lots at a price in ticks, settle atoms, rounded up. */
export function valueAtTicks(terms: Terms, lots: number, ticks: number): number {
  return valueAt(terms.type, terms.perLot, lots, ticks * CENTS_A_TICK, UP);
}

/** The order size compared with the market's minimum and maximum: settle atoms (USDT), whole USD (coin). */
export function sizeOf(terms: Terms, lots: number, ticks: number): number {
  return terms.type === MARKET_TYPE.linear ? lots * ticks * terms.perLot : lots * terms.face;
}

/** Takes levels in turn until `lots` are filled or a price is beyond `limit` ticks. */
export function walkBook(
  terms: ContractTerms,
  levels: readonly Level[],
  lots: number,
  limit: number,
  buys: boolean,
): Walk {
  let taken = 0;
  let value = 0;
  let best = 0;
  let worst = 0;
  for (const level of levels) {
    if (taken >= lots || (buys ? level.ticks > limit : level.ticks < limit)) break;
    const part = Math.min(level.lots, lots - taken);
    if (part <= 0 || !inRange(terms, taken + part, level.ticks)) break;
    if (best === 0) best = level.ticks;
    worst = level.ticks;
    taken += part;
    value += fillValue(terms.type, terms.perLot, part, level.ticks, buys);
  }
  return { lots: taken, value, best, worst };
}

/** What opening lots worth `value` requires from the wallet, settle atoms. */
export interface Need {
  readonly margin: number;
  readonly fee: number;
  readonly loss: number;
  readonly need: number;
}

/**
 * The prices in cents at which openings and withdrawals of margin are checked: mark and index, or an order's own price.
 */
export type Prices = readonly number[];

/** The prices at which an opening is checked; undefined: there is no mark yet. */
export function openPrices(facts: {
  readonly mark: number | undefined;
  readonly risk: number | undefined;
}): Prices | undefined {
  const { mark, risk } = facts;
  return mark === undefined ? undefined : [mark, risk ?? mark];
}

/**
 * Initial margin, fee at `rate` (millionths) and opening loss, at the price with the highest sum. Side 1 long, 2 short.
 */
export function needOf(
  terms: ContractTerms,
  side: number,
  lots: number,
  value: number,
  leverage: number,
  rate: number,
  prices: Prices,
): Need {
  const initial = openingMargin(value, leverage, terms.closingRate);
  const fee = wholeFee(value, rate);
  const most = prices.reduce(
    (worst, cents) => Math.max(worst, openingLoss(terms.type, side, terms.perLot, lots, value, cents)),
    0,
  );
  const fair = prices.reduce(
    (high, cents) => Math.max(high, valueAt(terms.type, terms.perLot, lots, cents, UP)),
    value,
  );
  const margin = coveringMargin(initial, fair, most, terms.coveredRate);
  // The loss that the margin covers is not required again.
  const loss = Math.max(0, initial + most - margin);
  return { margin, fee, loss, need: margin + fee + loss };
}

/** Maintenance margin of lots at a price in cents, settle atoms. */
export function maintenanceOf(terms: Terms, lots: number, cents: number): number {
  return maintenanceAt(terms.type, terms.perLot, terms.face, terms.tiers, terms.first, terms.count, lots, cents);
}

/** Unrealised PnL at a price in cents, settle atoms. */
export function unrealisedOf(terms: Terms, side: number, { lots, cost }: Holding, cents: number): number {
  return lots === 0 ? 0 : unrealisedAt(terms.type, side, terms.perLot, lots, cost, cents);
}

/** The value that selects the maintenance tier, at a price in cents. */
export function tierValueOf(terms: Terms, lots: number, cents: number): number {
  return tierValue(terms.type, terms.perLot, terms.face, lots, cents);
}

/** Maximum leverage for opening lots at all prices; 0: they are above the last tier. */
export function leverageFor(terms: Terms, lots: number, prices: Prices): number {
  const value = Math.max(...prices.map((cents) => tierValueOf(terms, lots, cents)));
  if (value > greatestValue(terms.tiers, terms.first, terms.count)) return 0;
  return terms.tiers.leverage[tierOf(terms.tiers, terms.first, terms.count, value)] ?? 0;
}

/** Isolated: the displayed liquidation price (cents); 0: none. */
export function isolatedTrigger(terms: Terms, side: number, { lots, cost, margin }: Holding): number {
  return lots === 0 ? 0 : shownTrigger(terms, side, lots, cost, margin);
}

/** The opposite side and all other markets of a cross wallet. */
export interface CrossWallet {
  /** Balance plus PnL minus maintenance of the other markets' cross positions; settle atoms. */
  readonly free: number;
  /** The same market's cross position on the opposite side. */
  readonly other: Holding;
}

/** Iterations of the search for tiers that match the resulting price. */
const STEP_TURNS = 12;

/**
 * Cross: the price (cents) of this market at which the wallet is liquidated while other prices stay; 0: none. The
 * maintenance tiers are those at that price.
 */
export function crossTrigger(terms: Terms, side: number, holding: Holding, wallet: CrossWallet, cents: number): number {
  if (holding.lots === 0) return 0;
  const free = exact.fraction(wallet.free);
  let at = cents;
  for (let turn = 0; turn < STEP_TURNS; turn += 1) {
    const legs: Leg[] = [legAt(terms, side, holding.lots, holding.cost, at)];
    if (wallet.other.lots > 0) legs.push(legAt(terms, 3 - side, wallet.other.lots, wallet.other.cost, at));
    const price = terms.type === MARKET_TYPE.linear ? linearLiquidation(free, legs) : inverseLiquidation(free, legs);
    if (price === undefined) return 0;
    const long = holding.lots > wallet.other.lots === (side === 1);
    const found = long ? exact.ceiling(price) : exact.floor(price);
    if (found > BigInt(MOST_ATOMS)) return 0;
    const next = Number(found);
    if (next === at || next <= 0) return Math.max(next, 0);
    at = next;
  }
  return at;
}

/** Cents as ticks if they are whole ticks, rounded up (`up`) or down. */
export function ticksOf(cents: number, up: boolean): number {
  const rest = cents % CENTS_A_TICK;
  const floor = (cents - rest) / CENTS_A_TICK;
  return rest > 0 && up ? floor + 1 : floor;
}
