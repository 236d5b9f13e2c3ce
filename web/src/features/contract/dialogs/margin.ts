// Adding to or taking from an isolated position's margin: limits, and the liquidation price now and after. Pure.

import type { Own } from '../ticket/form.ts';
import { removable } from '../ticket/leverage.ts';
import { isolatedTrigger, type Prices } from '../calculate.ts';
import type { ContractTerms } from '../terms.ts';

const LONG = 1;

export interface MarginPlan {
  readonly marginNow: number;
  readonly marginAfter: number;
  readonly availableNow: number;
  readonly availableAfter: number;
  /** Cents; 0: none. */
  readonly liquidationNow: number;
  readonly liquidationAfter: number;
  /** The most that may be moved this way. */
  readonly most: number;
  readonly flaw: 'missing' | 'tooMuch' | undefined;
}

/** Moving `atoms` into the margin (add), or out of it, never below what the position requires at its prices. */
export function marginPlan(
  terms: ContractTerms,
  side: number,
  own: Own,
  prices: Prices,
  available: number,
  add: boolean,
  atoms: number | undefined,
): MarginPlan {
  const most = add ? Math.max(0, available) : removable(terms, side, own, own.leverage, prices);
  const moved = atoms === undefined ? 0 : add ? atoms : 0 - atoms;
  const flaw = atoms === undefined || atoms === 0 ? 'missing' : atoms > most ? 'tooMuch' : undefined;
  const marginAfter = own.margin + (flaw === 'tooMuch' ? 0 : moved);
  return {
    marginNow: own.margin,
    marginAfter,
    availableNow: available,
    availableAfter: available - (marginAfter - own.margin),
    liquidationNow: isolatedTrigger(terms, side, own),
    liquidationAfter: isolatedTrigger(terms, side, { ...own, margin: marginAfter }),
    most,
    flaw,
  };
}

/** Margin that takes a liquidation to a price: added (+) or taken back (−), atoms; or why none does, and the most that may move. */
export type MarginReach =
  | { readonly atoms: number }
  | { readonly flaw: 'tooMuch' | 'required' | 'same'; readonly most: number };

/**
 * The least margin with which an isolated position is not liquidated before the price is at `cents`, as a change of what
 * it has. By the core's own formula: the price moves away with each atom, so halving finds it.
 */
export function marginToReach(
  terms: ContractTerms,
  side: number,
  own: Own,
  prices: Prices,
  available: number,
  cents: number,
): MarginReach {
  const wallet = Math.max(0, available);
  const spare = removable(terms, side, own, own.leverage, prices);
  const reaches = (margin: number): boolean => {
    const at = isolatedTrigger(terms, side, { ...own, margin });
    return at === 0 || (side === LONG ? at <= cents : at >= cents);
  };
  let [low, high] = [0, own.margin + wallet];
  if (!reaches(high)) return { flaw: 'tooMuch', most: wallet };
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  const atoms = low - own.margin;
  if (atoms < 0 - spare) return { flaw: 'required', most: spare };
  return atoms === 0 ? { flaw: 'same', most: 0 } : { atoms };
}

/** Whether margin that was added may be taken back as it was: the position may have come to require a part of it. */
export function takingBack(
  terms: ContractTerms,
  side: number,
  own: Own,
  prices: Prices,
  atoms: number,
): { readonly flaw: 'required'; readonly most: number } | undefined {
  const most = removable(terms, side, own, own.leverage, prices);
  return atoms > most ? { flaw: 'required', most } : undefined;
}
