// Before a market with hours closes: what openings need, and what of a position is reduced (money §3). By core/formula. Pure.

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
const ISOLATED = 2;

/** What a market with hours asks: rates in millionths, the next close in ms (undefined: not known). */
export interface TermsClosing {
  readonly rate: number;
  readonly nextRate: number;
  readonly closesAt: number | undefined;
}

/** The rate that openings and what leaves are held to at `now`; 0: the market never closes. */
export function rateNow(closing: TermsClosing | undefined, now: number): number {
  if (closing === undefined) return 0;
  return phaseOf(closing, now) === PHASE.none ? closing.rate : closing.nextRate;
}

/** The rate that the margin of an opening must be of its value once its opening loss is paid: in the last hour; 0: none. */
export function coveredNow(closing: TermsClosing | undefined, now: number): number {
  return closing === undefined || phaseOf(closing, now) === PHASE.none ? 0 : closing.nextRate;
}

function phaseOf({ closesAt }: TermsClosing, now: number): number {
  return closesAt === undefined || now >= closesAt ? PHASE.none : closingPhase(now, closesAt);
}

/** A close within the hour: whole minutes to it, and to when positions are reduced (0: they were). */
export interface NearClose {
  readonly minutes: number;
  readonly reducedIn: number;
  readonly rate: number;
}

/** The close that is near at `now`; undefined: none within the hour. */
export function nearClose(closing: TermsClosing | undefined, now: number): NearClose | undefined {
  if (closing?.closesAt === undefined || phaseOf(closing, now) === PHASE.none) return undefined;
  const left = closing.closesAt - now;
  return {
    minutes: Math.ceil(left / MINUTE),
    reducedIn: Math.max(0, Math.ceil((left - CLOSING_CUT) / MINUTE)),
    rate: closing.nextRate,
  };
}

/** Lots of a position that its equity does not cover at the next close, and the margin that would; settle atoms. */
export interface Excess {
  readonly lots: number;
  readonly margin: number;
}

/** What would be reduced of an isolated position at an index in cents; lots 0: nothing. */
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

/** The same of one's position at its newest index. */
export function excessOf({ terms, words, risk }: Held): Excess {
  return words.marginMode === ISOLATED ? excessAt(terms, words, risk) : { lots: 0, margin: 0 };
}
