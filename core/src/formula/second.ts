// Second contracts: the win, the win rate to break even, the result (money §5).

import { SECOND_DIRECTION, SECOND_RESULT } from '../enum/index.ts';
import { DOWN, MILLION, mulDiv, UP } from '../number/index.ts';

/**
 * Profit in atoms on a stake at odds in millionths, rounded down: 850,000 pays back 1.85 stakes. stake ≤ 2^48, odds ≤
 * 10^7.
 */
export function secondWin(stake: number, odds: number): number {
  return mulDiv(stake, odds, MILLION, DOWN);
}

/** Share of contracts that must win to break even, ties not counted, in millionths: 1 ÷ (1 + odds), rounded up. */
export function breakEven(odds: number): number {
  return mulDiv(MILLION, MILLION, MILLION + odds, UP);
}

/**
 * Result of a contract in that direction (1 up, 2 down) between two prices of one unit: strictly beyond wins, equal
 * ties.
 */
export function secondResult(direction: number, opened: number, settled: number): number {
  if (opened === settled) return SECOND_RESULT.tied;
  return settled > opened === (direction === SECOND_DIRECTION.up) ? SECOND_RESULT.won : SECOND_RESULT.lost;
}
