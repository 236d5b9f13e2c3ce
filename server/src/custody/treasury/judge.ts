// Whether a look is even, and what it means after the looks before it. The house's own coins on a chain are learnt from
// two looks that agree; from then on they may not grow less by what no record tells.

/** Short looks in a row that halt withdrawals. */
export const SHORT_LOOKS = 2;

/** Of the look before; units. */
export interface Before {
  readonly own: bigint;
  /** The house's own as it is known; null: not yet. */
  readonly known: bigint | null;
  /** Short looks in a row so far. */
  readonly short: number;
}

export interface Verdict {
  readonly state: 'even' | 'surplus' | 'short';
  readonly known: bigint | null;
  readonly short: number;
  /** What is missing and against what; undefined: nothing. */
  readonly missing: { readonly units: bigint; readonly of: 'customers' | 'house' } | undefined;
}

/**
 * `own`: what is there beyond what the books expect, units. `tolerance` counts against us only: more is never wrong.
 * `unsure`: how much of it may be wrong for want of news of deposits; meanwhile so much less halts nothing, and nothing is
 * learnt.
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
