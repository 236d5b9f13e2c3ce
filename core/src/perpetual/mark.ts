// The mark of every contract: index + basis. The basis follows our own book slowly and within bounds (money §3).

import { SIDE } from '../enum/index.ts';
import { MILLION, mulDiv, DOWN, quotient } from '../number/index.ts';
import { impactPrice } from './funding/impact.ts';
import type { PerpetualContext } from './context.ts';
import { layoutOf } from '../schema/index.ts';

/** Time constant with which the basis follows its samples (ms). */
export const BASIS_TIME = 60_000;
/** A sample counts for at most this long (ms), so that a single sample after an outage does not set the basis. */
export const SAMPLE_TIME = 2_000;
/** Divisor of the basis bound: a part of the smallest difference between initial margin and maintenance. */
const PART = 4;
const MARK = layoutOf('mark');

/**
 * Largest distance of the basis from 0, cents: index × ¼ of the smallest (1 ÷ leverage − maintenance rate) of the
 * market's tiers, toward zero. So our book alone cannot liquidate a position opened with the maximum leverage at the
 * mark.
 */
export function basisBound(context: PerpetualContext, market: number, index: number): number {
  const { contracts } = context;
  const { tiers } = contracts;
  const first = contracts.firstTier(market);
  const count = contracts.rows.count[market] as number;
  let bound = Infinity;
  for (let row = first; row < first + count; row += 1) {
    const leverage = tiers.leverage[row] as number;
    const rest = MILLION - (tiers.rate[row] as number) * leverage;
    const here = mulDiv(index, rest, leverage * MILLION * PART, DOWN);
    if (here < bound) bound = here;
  }
  return bound;
}

/** A sample of the basis now, cents: impact mid − index, toward zero; 0 when a side lacks the depth. */
function sampleOf(context: PerpetualContext, market: number, index: number): number {
  const bid = impactPrice(context, market, SIDE.buy);
  if (bid === 0) return 0;
  const ask = impactPrice(context, market, SIDE.sell);
  return ask === 0 ? 0 : quotient(bid + ask - 2 * index, 2);
}

/** Computes the mark of a market whose index just ticked, valid or aging. Emits it when it changed. */
export function makeMark(context: PerpetualContext, market: number): void {
  const c = context.contracts.rows;
  const now = context.clock.now;
  const index = context.prices.cents(context.markets.rows.instrument[market] as number);
  const before = c.markTime[market] as number;
  const passed = before === 0 ? 0 : now - before;
  const dt = passed > SAMPLE_TIME ? SAMPLE_TIME : passed;
  const old = c.basis[market] as number;
  // While a price is disputed opening orders do not fill, so the book is no guide: the basis does not move.
  const disputed = context.prices.disputed(context.markets.rows.instrument[market] as number);
  let basis = disputed ? old : old + quotient((sampleOf(context, market, index) - old) * dt, BASIS_TIME);
  const bound = basisBound(context, market, index);
  if (basis > bound) basis = bound;
  if (basis < -bound) basis = 0 - bound;
  const mark = index + basis;
  c.markTime[market] = now;
  const changed = mark !== c.mark[market] || basis !== old;
  c.mark[market] = mark;
  c.basis[market] = basis;
  if (changed) emitMark(context, market);
}

/** Emits `mark`. */
export function emitMark(context: PerpetualContext, market: number): void {
  const { out } = context;
  const c = context.contracts.rows;
  const at = out.open(MARK.head);
  const w = out.words;
  w[at + MARK.market] = market;
  w[at + MARK.mark] = c.mark[market] as number;
  w[at + MARK.basis] = c.basis[market] as number;
}
