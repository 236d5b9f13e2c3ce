// Adding or removing isolated margin: limits, and the liquidation price before and after. Pure.

import { POSITION_SIDE } from '@vitrine/core/enum';
import type { Own } from '../ticket/form.ts';
import { removable } from '../ticket/leverage.ts';
import { isolatedTrigger, type Prices } from '../calculate.ts';
import type { ContractTerms } from '../terms.ts';

export interface MarginPlan {
  readonly marginNow: number;
  readonly marginAfter: number;
  readonly availableNow: number;
  readonly availableAfter: number;
  /** Cents; 0: none. */
  readonly liquidationNow: number;
  readonly liquidationAfter: number;
  /** The maximum amount in this direction. */
  readonly most: number;
  readonly flaw: 'missing' | 'tooMuch' | undefined;
}

/** Adds `atoms` to the margin, or removes them, never below the required margin at current prices. */
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

/**
 * The margin change that moves the liquidation to a price: added (+) or removed (−) atoms; or why it is impossible, and
 * the maximum.
 */
export type MarginReach =
  | { readonly atoms: number }
  | { readonly flaw: 'tooMuch' | 'required' | 'same'; readonly most: number };

/**
 * The smallest margin with which an isolated position is not liquidated before `cents`, as a change of its margin. Uses
 * the core's formula: the liquidation price is monotonic in the margin, so a binary search finds it.
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
    return at === 0 || (side === POSITION_SIDE.long ? at <= cents : at >= cents);
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

/** Whether added margin may be removed again in full: by now the position may require a part of it. */
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
