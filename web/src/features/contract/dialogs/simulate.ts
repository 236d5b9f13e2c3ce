// Simulates another price, some hours of funding or more margin, by the core's own formulas (money §3). Pure.

import { MARGIN_MODE } from '@vitrine/core/enum';
import { exact, fundingDue, fundingOwed, initialMargin, MOST_TICKS, valueAt, wholeFee } from '@vitrine/core/formula';
import { MILLION, mulDiv, UP } from '@vitrine/core/number';
import type { Held } from '../positions/held.ts';
import { type Holding, isolatedTrigger, maintenanceOf, unrealisedOf } from '../calculate.ts';
import { distanceOf } from '../positions/risk.ts';
import type { ContractTerms } from '../terms.ts';

/** Maximum simulated time, hours: a week. */
export const MOST_HOURS = 168;
const CENTS = 100;

export interface Scene {
  /** Mark and index alike, cents. */
  readonly cents: number;
  /** Whole hours of funding at `rate`. */
  readonly hours: number;
  /** 10⁻⁹ per 8 h. */
  readonly rate: number;
  /** Margin added, settle atoms. */
  readonly added: number;
}

export interface Outcome {
  /** Paid (−) or received (+). */
  readonly funding: number;
  readonly margin: number;
  readonly unrealised: number;
  readonly equity: number;
  readonly maintenance: number;
  /** Maintenance ÷ equity, millionths; 1: it is liquidated. */
  readonly ratio: number;
  /** Cents; 0: none. */
  readonly liquidation: number;
  /** From the price to the liquidation price, millionths of the price; 0: liquidated, undefined: no price liquidates. */
  readonly distance: number | undefined;
  /** Equity ≤ maintenance. */
  readonly liquidated: boolean;
  /** What remains after closing at that price and the taker fee, at least 0. */
  readonly left: number;
}

/** An isolated position in a scenario. Side 1 long, 2 short. */
export function simulate(terms: ContractTerms, side: number, holding: Holding, scene: Scene): Outcome {
  const value = valueAt(terms.type, terms.perLot, holding.lots, scene.cents, UP);
  const funding = fundingOf(value, side, scene);
  const margin = Math.max(0, holding.margin + scene.added + funding);
  const unrealised = unrealisedOf(terms, side, holding, scene.cents);
  const equity = margin + unrealised;
  const maintenance = maintenanceOf(terms, holding.lots, scene.cents);
  const liquidated = equity <= maintenance;
  const liquidation = isolatedTrigger(terms, side, { ...holding, margin });
  return {
    funding,
    margin,
    unrealised,
    equity,
    maintenance,
    ratio: liquidated ? MILLION : mulDiv(maintenance, MILLION, equity, UP),
    liquidation,
    distance: liquidated ? 0 : distanceOf(scene.cents, liquidation),
    liquidated,
    left: Math.max(0, equity - wholeFee(value, terms.taker)),
  };
}

/** Funding of whole hours: rounded up for the payer, down for the receiver. */
function fundingOf(value: number, side: number, { hours, rate }: Scene): number {
  if (hours === 0 || rate === 0) return 0;
  const worth = exact.fraction(value);
  const pays = rate > 0 === (side === 1);
  return pays ? 0 - fundingOwed(worth, rate, hours) : fundingDue(worth, rate, hours, 1, 1);
}

/** The slider's price range, cents: half to double of the mark, within valid prices. */
export function priceRange(mark: number): { readonly least: number; readonly most: number } {
  return { least: Math.max(CENTS, Math.trunc(mark / 2)), most: Math.min(mark * 2, MOST_TICKS * CENTS) };
}

/** The initial scenario: a cross position gets its own required margin. */
export function initialHolding({ words }: Pick<Held, 'words'>): Holding {
  return {
    lots: words.lots,
    cost: words.cost,
    margin: words.marginMode === MARGIN_MODE.isolated ? words.margin : initialMargin(words.cost, words.leverage),
  };
}
