// Adding to or taking from an isolated position's margin: limits, and the liquidation price now and after. Pure.

import type { Own } from './form.ts';
import { removable } from './leverage.ts';
import { isolatedTrigger } from './reckon.ts';
import type { ContractTerms } from './terms.ts';

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

/** Moving `atoms` into the margin (add), or out of it, never below what the position requires at the mark. */
export function marginPlan(
  terms: ContractTerms,
  side: number,
  own: Own,
  mark: number,
  available: number,
  add: boolean,
  atoms: number | undefined,
): MarginPlan {
  const most = add ? Math.max(0, available) : mark === 0 ? 0 : removable(terms, side, own, own.leverage, mark);
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
