// The index: the median of the fresh sources, without those too far from the rest.

import type { SourceQuote } from './source.ts';

/** A source older than this is not fresh (the price itself ages then, money §11). */
export const FRESH_MS = 2_000;
/** A source further than this from the median of all fresh ones is left out. */
export const FAR = 0.01;
/** Tolerance for a source clock that is ahead, ms. */
const AHEAD_MS = 500;

/** Outcome of one source, with the numbers used in ticks. */
export const SOURCE_STATE = { used: 1, old: 2, far: 3, notAPrice: 4 } as const;

export interface JudgedSource {
  readonly source: number;
  /** Source minus index in hundredths of a tick; 0 if it is not a price. */
  readonly offset: number;
  /** ms, never negative. */
  readonly age: number;
  readonly state: 1 | 2 | 3 | 4;
}

export interface IndexTick {
  /** Hundredths of a tick. */
  readonly price: number;
  /** Greatest minus least of the sources used, hundredths of a tick. */
  readonly spread: number;
  readonly used: number;
  readonly total: number;
  readonly sources: readonly JudgedSource[];
}

/** The median of sorted numbers. */
function median(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/**
 * Evaluates the quotes of one slot. Undefined if no fresh source has a price: then there is no tick, and the last one
 * ages. Assume that fewer than half of the sources are wrong and the honest ones lie within `FAR` of each other. Then
 * the price is between the least and the greatest honest one. That holds for the first median, so every honest source
 * stays in, and excluding others only removes wrong ones.
 * @param unit hundredths of a tick in one: 10^(tickDecimals + 2).
 * @param most greatest price a tick may carry, hundredths of a tick.
 */
export function indexOf(
  quotes: readonly SourceQuote[],
  now: number,
  unit: number,
  most: number,
): IndexTick | undefined {
  const seen = quotes.map(({ source, price, time }) => {
    const cents = Math.round(price * unit);
    const priced = Number.isFinite(price) && Number.isFinite(time) && cents >= 1 && cents <= most;
    return { source, cents, priced, age: Math.max(0, Math.round(now - time)), ahead: time - now > AHEAD_MS };
  });
  const fresh = seen.filter(({ priced, age, ahead }) => priced && !ahead && age <= FRESH_MS);
  if (fresh.length === 0) return undefined;
  const first = median(fresh.map(({ cents }) => cents).toSorted((a, b) => a - b));
  const near = ({ cents }: { readonly cents: number }) => Math.abs(cents - first) <= first * FAR;
  const used = fresh
    .filter(near)
    .map(({ cents }) => cents)
    .toSorted((a, b) => a - b);
  // Two halves far from each other leave no source near the median: none can be identified as right.
  if (used.length === 0) return undefined;
  const price = Math.round(median(used));
  return {
    price,
    spread: (used.at(-1) ?? price) - (used[0] ?? price),
    used: used.length,
    total: quotes.length,
    sources: seen.map(({ source, cents, priced, age, ahead }) => {
      const state = !priced
        ? SOURCE_STATE.notAPrice
        : ahead || age > FRESH_MS
          ? SOURCE_STATE.old
          : near({ cents })
            ? SOURCE_STATE.used
            : SOURCE_STATE.far;
      return { source, offset: priced ? cents - price : 0, age: Number.isFinite(age) ? age : 0, state };
    }),
  };
}

/** The tick of a closed market: its last price, with every source too old to be used. */
export function closingTick(
  quotes: readonly SourceQuote[],
  now: number,
  closedAt: number,
  unit: number,
  most: number,
): IndexTick | undefined {
  const last = indexOf(quotes, closedAt, unit, most);
  if (last === undefined) return undefined;
  const sources = last.sources.map((one) => ({
    ...one,
    age: one.age + Math.max(0, now - closedAt),
    state: one.state === SOURCE_STATE.used ? SOURCE_STATE.old : one.state,
  }));
  return { ...last, used: 0, sources };
}
