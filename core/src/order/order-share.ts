// How many open orders a user may have before new ones are refused, since rules `orderShare` (core §10). The fuller the
// order table, the smaller the share, so that early users leave space for later ones.

import { DOWN, mulDiv } from '../number/index.ts';

/** Open orders a user may have while the table is empty, by verification stage. */
export const ORDER_SHARES: readonly number[] = [500, 2_000, 4_000];

/**
 * One user's share: `ORDER_SHARES` × the square of the free part of the table, and at least one order for a verified
 * user. When less than a twentieth of the table is free, unverified accounts open none, because such accounts are free
 * to create. Squared, because with a linear share a thousand users who take all they may would leave almost nothing.
 *
 * @param stage verification stage
 * @param free rows that new business can take
 * @param most rows of the table
 */
export function orderShare(stage: number, free: number, most: number): number {
  return tableShare(ORDER_SHARES, stage, free, most);
}

/** The same for any table. `shares` are the shares while it is empty, by verification stage. */
export function tableShare(shares: readonly number[], stage: number, free: number, most: number): number {
  const whole = shares[stage < shares.length ? stage : shares.length - 1] as number;
  if (free <= 0) return 0;
  const share = mulDiv(mulDiv(whole, free, most, DOWN), free, most, DOWN);
  return share < 1 && stage > 0 ? 1 : share;
}
