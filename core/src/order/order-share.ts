// How many open orders a customer may have before new ones are refused, since rules `orderShare` (core §10): fewer the
// fuller the table of orders is, so that those who came first leave room for those who come later.

import { DOWN, mulDiv } from '../number/index.ts';

/** Open orders that a customer may have while the table is empty, by verification stage. */
export const ORDER_SHARES: readonly number[] = [500, 2_000, 4_000];

/**
 * The share of one customer: `ORDER_SHARES` × the square of the part of the table that is free; at least one order for who is
 * verified. Below a twentieth of the table, accounts that are not verified open none: they cost nothing to make.
 * Squared, because by a share that shrinks only with what is free, a thousand who take all they may leave next to nothing.
 *
 * @param stage verification stage
 * @param free rows that something new can take
 * @param most rows of the table
 */
export function orderShare(stage: number, free: number, most: number): number {
  return tableShare(ORDER_SHARES, stage, free, most);
}

/** The same of any table: `shares` are those while it is empty, by verification stage. */
export function tableShare(shares: readonly number[], stage: number, free: number, most: number): number {
  const whole = shares[stage < shares.length ? stage : shares.length - 1] as number;
  if (free <= 0) return 0;
  const share = mulDiv(mulDiv(whole, free, most, DOWN), free, most, DOWN);
  return share < 1 && stage > 0 ? 1 : share;
}
