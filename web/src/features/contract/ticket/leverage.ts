// What another leverage does to what is open: margin moved in or out, and the liquidation price (money §3). Pure.

import type { MarginMode } from '@vitrine/contract';
import { initialMargin, openingMargin, valueAt } from '@vitrine/core/formula';
import { UP } from '@vitrine/core/number';
import type { Own, TicketFacts } from './form.ts';
import {
  crossTrigger,
  isolatedTrigger,
  leverageFor,
  nothing,
  openPrices,
  type Prices,
  unrealisedOf,
} from '../calculate.ts';
import type { ContractTerms } from '../terms.ts';

/** Atoms that may leave an isolated margin: above initial margin and what is lost by now, at the price that leaves least. */
export function removable(terms: ContractTerms, side: number, own: Own, leverage: number, prices: Prices): number {
  if (own.lots === 0 || prices.length === 0) return 0;
  const over = prices.map((cents) => {
    const profit = unrealisedOf(terms, side, own, cents);
    const value = valueAt(terms.type, terms.perLot, own.lots, cents, UP);
    return own.margin - openingMargin(value, leverage, terms.closingRate) + Math.min(0, profit);
  });
  return Math.max(0, Math.min(...over));
}

/** Atoms that a leverage moves to an isolated margin (+), or back (−, as far as they may leave). */
export function toMove(terms: ContractTerms, side: number, own: Own, leverage: number, prices: Prices): number {
  const more = initialMargin(own.cost, leverage) - initialMargin(own.cost, own.leverage);
  if (more >= 0) return more;
  return 0 - Math.min(0 - more, removable(terms, side, own, leverage, prices));
}

/** One side's margin and liquidation, cents (0: none), now and after. */
export interface SideChange {
  readonly side: 1 | 2;
  readonly marginNow: number;
  readonly marginAfter: number;
  readonly liquidationNow: number;
  readonly liquidationAfter: number;
}

export interface LeverageChange {
  readonly sides: readonly SideChange[];
  /** What the wallet must give (+) or gets back (−). */
  readonly moved: number;
  /** Greatest leverage for what is open and ordered in that mode. */
  readonly most: number;
}

/** What a leverage would do to the positions of a margin mode. Undefined while there is no mark. */
export function leverageChange(facts: TicketFacts, mode: MarginMode, leverage: number): LeverageChange | undefined {
  const { terms } = facts;
  const prices = openPrices(facts);
  if (prices === undefined) return undefined;
  const sides: SideChange[] = [];
  let moved = 0;
  let most = leverageFor(terms, 0, prices);
  for (const side of [1, 2] as const) {
    const own = side === 1 ? facts.long : facts.short;
    const ordered = side === 1 ? facts.ordered.long : facts.ordered.short;
    const open = own.lots > 0 && own.marginMode === mode;
    most = Math.min(most, leverageFor(terms, (open ? own.lots : 0) + ordered, prices));
    if (!open) continue;
    const change =
      mode === 'fixed' ? isolated(terms, side, own, leverage, prices) : cross(facts, side, own, leverage, prices);
    moved += change.marginAfter - change.marginNow;
    sides.push(change);
  }
  // Only what is open or ordered counts, and only where it is raised.
  if (facts.group !== undefined && mode === facts.marginMode) most = Math.min(most, facts.group.mostLeverage);
  return { sides, moved, most };
}

function isolated(terms: ContractTerms, side: 1 | 2, own: Own, leverage: number, prices: Prices): SideChange {
  const marginAfter = own.margin + toMove(terms, side, own, leverage, prices);
  return {
    side,
    marginNow: own.margin,
    marginAfter,
    liquidationNow: isolatedTrigger(terms, side, own),
    liquidationAfter: isolatedTrigger(terms, side, { ...own, margin: marginAfter }),
  };
}

/** Cross: only what is required changes; the wallet carries it as before. */
function cross(
  facts: TicketFacts,
  side: 1 | 2,
  own: Own,
  leverage: number,
  [mark = 0, risk = mark]: Prices,
): SideChange {
  const { terms, crossFree } = facts;
  const value = valueAt(terms.type, terms.perLot, own.lots, mark, UP);
  const other = side === 1 ? facts.short : facts.long;
  const wallet = { free: crossFree ?? 0, other: other.marginMode === 'all' ? other : nothing };
  const trigger = crossFree === undefined ? 0 : crossTrigger(terms, side, own, wallet, risk);
  return {
    side,
    marginNow: initialMargin(value, own.leverage),
    marginAfter: initialMargin(value, leverage),
    liquidationNow: trigger,
    liquidationAfter: trigger,
  };
}
