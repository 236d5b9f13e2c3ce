// Rules before a market with trading hours closes: margin of openings, and reduction of positions (money §3). By
// core/formula. Pure.

import { MARGIN_MODE } from '@vitrine/core/enum';
import {
  CLOSING_CUT,
  closingPhase,
  lotsCovered,
  marginToCover,
  PHASE,
  unrealisedAt,
  valueAt,
} from '@vitrine/core/formula';
import { UP } from '@vitrine/core/number';
import type { Held } from './positions/held.ts';
import type { ContractTerms } from './terms.ts';

const MINUTE = 60_000;

/** The closing rules of a market: rates in millionths, the next close in ms (undefined: unknown). */
export interface TermsClosing {
  readonly rate: number;
  readonly nextRate: number;
  readonly closesAt: number | undefined;
}

/** The margin rate of openings and margin withdrawals at `now`; 0: the market never closes. */
export function rateNow(closing: TermsClosing | undefined, now: number): number {
  if (closing === undefined) return 0;
  return phaseOf(closing, now) === PHASE.none ? closing.rate : closing.nextRate;
}

/** The margin rate that must remain after an opening loss; only in the last hour; 0: none. */
export function coveredNow(closing: TermsClosing | undefined, now: number): number {
  return closing === undefined || phaseOf(closing, now) === PHASE.none ? 0 : closing.nextRate;
}

function phaseOf({ closesAt }: TermsClosing, now: number): number {
  return closesAt === undefined || now >= closesAt ? PHASE.none : closingPhase(now, closesAt);
}

/** A close within the hour: whole minutes until the close, and until positions are reduced (0: done). */
export interface NearClose {
  readonly minutes: number;
  readonly reducedIn: number;
  readonly rate: number;
}

/** The next close at `now`; undefined: none within the hour. */
export function nearClose(closing: TermsClosing | undefined, now: number): NearClose | undefined {
  if (closing?.closesAt === undefined || phaseOf(closing, now) === PHASE.none) return undefined;
  const left = closing.closesAt - now;
  return {
    minutes: Math.ceil(left / MINUTE),
    reducedIn: Math.max(0, Math.ceil((left - CLOSING_CUT) / MINUTE)),
    rate: closing.nextRate,
  };
}

/** The lots of a position that its equity does not cover at the next close, and the missing margin; settle atoms. */
export interface Excess {
  readonly lots: number;
  readonly margin: number;
}

/** The reduction of an isolated position at an index in cents; lots 0: none. */
export function excessAt(
  terms: ContractTerms,
  position: { readonly side: number; readonly lots: number; readonly cost: number; readonly margin: number },
  index: number,
): Excess {
  const { side, lots, cost, margin } = position;
  const rate = terms.closing?.nextRate ?? 0;
  if (rate === 0 || lots === 0 || index === 0) return { lots: 0, margin: 0 };
  const equity = margin + unrealisedAt(terms.type, side, terms.perLot, lots, cost, index);
  const value = valueAt(terms.type, terms.perLot, lots, index, UP);
  return { lots: lots - lotsCovered(lots, value, equity, rate), margin: marginToCover(value, equity, rate) };
}

/** The reduction of the user's position at its newest index. */
export function excessOf({ terms, words, risk }: Held): Excess {
  return words.marginMode === MARGIN_MODE.isolated ? excessAt(terms, words, risk) : { lots: 0, margin: 0 };
}
