// Whether an order is asked about before it goes: by what it risks, never by habit. The limits are data.

import { MILLION, mulDiv, UP } from '@vitrine/core/number';

/** What an order puts at risk. */
export interface Risk {
  /** What it requires, and all the wallet is worth; settle atoms. */
  readonly required: number;
  readonly equity: number;
  /** The price that liquidates, and where the position would be liquidated; cents. 0: none. */
  readonly price: number;
  readonly liquidation: number;
  readonly leverage: number;
}

/** Why it is asked, worst first. Parts are millionths. */
export type Reason =
  | { readonly kind: 'liquidation'; readonly distance: number }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'leverage'; readonly leverage: number };

/**
 * From when on it is asked: liquidation nearer to the price than this, more of the equity than this in one order, a
 * leverage above this. Millionths, but the leverage.
 */
export const RISK_LIMITS = { distance: 30_000, share: 500_000, leverage: 50 } as const;

/** How far the liquidation is from a price, millionths of it, rounded up; undefined: there is none. */
export function distanceOf(price: number, liquidation: number): number | undefined {
  return price === 0 || liquidation === 0 ? undefined : mulDiv(Math.abs(price - liquidation), MILLION, price, UP);
}

/** The reasons to ask before sending; none: it is sent at once. */
export function reasonsToAsk({ required, equity, price, liquidation, leverage }: Risk): readonly Reason[] {
  const reasons: Reason[] = [];
  const distance = distanceOf(price, liquidation);
  if (distance !== undefined && distance < RISK_LIMITS.distance) reasons.push({ kind: 'liquidation', distance });
  const share = equity <= 0 ? (required > 0 ? MILLION : 0) : Math.min(MILLION, mulDiv(required, MILLION, equity, UP));
  if (share > RISK_LIMITS.share) reasons.push({ kind: 'share', share });
  if (leverage > RISK_LIMITS.leverage) reasons.push({ kind: 'leverage', leverage });
  return reasons;
}
