// The effect of a leverage change on open positions: margin moved in or out, and the liquidation price (money §3).
// Pure.

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

/**
 * Atoms that may be removed from an isolated margin: above initial margin and current loss, at the price that leaves
 * least.
 */
export function removable(terms: ContractTerms, side: number, own: Own, leverage: number, prices: Prices): number {
  if (own.lots === 0 || prices.length === 0) return 0;
  const over = prices.map((cents) => {
    const profit = unrealisedOf(terms, side, own, cents);
    const value = valueAt(terms.type, terms.perLot, own.lots, cents, UP);
    return own.margin - openingMargin(value, leverage, terms.closingRate) + Math.min(0, profit);
  });
  return Math.max(0, Math.min(...over));
}

/** Atoms that a leverage change moves into an isolated margin (+), or back (−, as far as permitted). */
export function toMove(terms: ContractTerms, side: number, own: Own, leverage: number, prices: Prices): number {
  const more = initialMargin(own.cost, leverage) - initialMargin(own.cost, own.leverage);
  if (more >= 0) return more;
  return 0 - Math.min(0 - more, removable(terms, side, own, leverage, prices));
}

/** Margin and liquidation price of one side, cents (0: none), before and after. */
export interface SideChange {
  readonly side: 1 | 2;
  readonly marginNow: number;
  readonly marginAfter: number;
  readonly liquidationNow: number;
  readonly liquidationAfter: number;
}

export interface LeverageChange {
  readonly sides: readonly SideChange[];
  /** What the wallet must pay (+) or receives (−). */
  readonly moved: number;
  /** Maximum leverage for the open positions and orders in that mode. */
  readonly most: number;
}

/** The effect of a leverage on the positions of a margin mode. Undefined without a mark. */
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
  // Only open positions and orders count, and only where the leverage rises.
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

/** Cross: only the required margin changes; the wallet still covers it. */
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
