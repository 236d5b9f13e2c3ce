// Whether an order needs a confirmation, by its risk only. The limits are data.

import { MILLION, mulDiv, UP } from '@vitrine/core/number';

/** The risk of an order. */
export interface Risk {
  /** The required margin, and the wallet's equity; settle atoms. */
  readonly required: number;
  readonly equity: number;
  /** The price that liquidates, and the position's liquidation price; cents. 0: none. */
  readonly price: number;
  readonly liquidation: number;
  readonly leverage: number;
}

/** Reasons for a confirmation, worst first. Fractions are millionths. */
export type Reason =
  | { readonly kind: 'liquidation'; readonly distance: number }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'leverage'; readonly leverage: number };

/**
 * Limits for a confirmation: distance to liquidation, share of equity in one order, leverage. Millionths, except the
 * leverage.
 */
export const RISK_LIMITS = { distance: 30_000, share: 500_000, leverage: 50 } as const;

/** The distance of the liquidation from a price, millionths of it, rounded up; undefined: there is none. */
export function distanceOf(price: number, liquidation: number): number | undefined {
  return price === 0 || liquidation === 0 ? undefined : mulDiv(Math.abs(price - liquidation), MILLION, price, UP);
}

/** The reasons for a confirmation; none: the order is sent directly. */
export function reasonsToAsk({ required, equity, price, liquidation, leverage }: Risk): readonly Reason[] {
  const reasons: Reason[] = [];
  const distance = distanceOf(price, liquidation);
  if (distance !== undefined && distance < RISK_LIMITS.distance) reasons.push({ kind: 'liquidation', distance });
  const share = equity <= 0 ? (required > 0 ? MILLION : 0) : Math.min(MILLION, mulDiv(required, MILLION, equity, UP));
  if (share > RISK_LIMITS.share) reasons.push({ kind: 'share', share });
  if (leverage > RISK_LIMITS.leverage) reasons.push({ kind: 'leverage', leverage });
  return reasons;
}
