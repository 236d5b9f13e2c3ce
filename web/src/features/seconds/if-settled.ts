// The result of a running second contract if it settled at an index price.

import type { Second } from '@vitrine/contract';
import { SECOND_RESULT } from '@vitrine/core/enum';
import { secondResult } from '@vitrine/core/formula';
import { parseCents } from '@vitrine/core/number';
import { addDecimals } from '@vitrine/ui';

export interface IfSettled {
  /** `WON`, `LOST` or `TIED`. */
  readonly stands: number;
  /** The payout including the stake, decimal. */
  readonly back: string | undefined;
  /** The net result, decimal. */
  readonly result: string;
}

/**
 * The current state of a contract; undefined without both prices.
 *
 * @param index the index, decimal
 * @param decimals decimals of the market's tick
 */
export function ifSettled(row: Second, index: string | undefined, decimals: number): IfSettled | undefined {
  if (row.openPrice === null || index === undefined) return undefined;
  const open = parseCents(row.openPrice, decimals);
  const now = parseCents(index, decimals);
  if (typeof open !== 'number' || typeof now !== 'number') return undefined;
  const stands = secondResult(row.direction, open, now);
  if (stands === SECOND_RESULT.won)
    return { stands, back: addDecimals(row.amount, row.expectedProfit), result: row.expectedProfit };
  if (stands === SECOND_RESULT.lost) return { stands, back: '0', result: `-${row.amount}` };
  return { stands, back: row.amount, result: '0' };
}
