// Evaluates a reconciliation and its predecessors. The operator's own coins on a chain are learnt from two consecutive
// results: the smaller one counts. After that, a decrease without a matching record is a shortage.

/** Consecutive shortages that halt withdrawals. */
export const SHORT_LOOKS = 2;

/** Surplus at the previous reconciliation; units. */
export interface Before {
  readonly own: bigint;
  /** The operator's known own coins; null: not known yet. */
  readonly known: bigint | null;
  /** Consecutive shortages so far. */
  readonly short: number;
}

export interface Verdict {
  readonly state: 'even' | 'surplus' | 'short';
  readonly known: bigint | null;
  readonly short: number;
  /** The missing amount and whose it is; undefined: none. */
  readonly missing: { readonly units: bigint; readonly of: 'customers' | 'house' } | undefined;
}

/**
 * `own`: surplus over the books, units. `tolerance` only covers shortages, since a surplus is never an error. `unsure`:
 * how much of it may be wrong because of unknown deposit states; meanwhile a shortage of that size halts nothing, and
 * nothing is learnt.
 */
export function judge(own: bigint, tolerance: bigint, before: Before | undefined, unsure = 0n): Verdict {
  if (unsure > 0n) {
    const most = judge(own + unsure, tolerance, before);
    return most.state === 'short' ? most : { ...most, known: before?.known ?? null };
  }
  const known = before?.known ?? null;
  const short = (before?.short ?? 0) + 1;
  if (own < -tolerance) return { state: 'short', known, short, missing: { units: -own, of: 'customers' } };
  if (known !== null && own < known - tolerance)
    return { state: 'short', known, short, missing: { units: known - own, of: 'house' } };
  const state = own > tolerance ? 'surplus' : 'even';
  if (before === undefined) return { state, known: null, short: 0, missing: undefined };
  const agreed = before.own < own ? before.own : own;
  return { state, known: known === null || agreed > known ? agreed : known, short: 0, missing: undefined };
}
