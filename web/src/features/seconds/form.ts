// The ticket of second contracts as pure functions: state changes, results, faults. No React, no clock; money is
// decimal text outside and atoms inside.

import type { Period } from '@vitrine/contract';
import { breakEven, secondWin } from '@vitrine/core/formula';
import { MILLION, parseAtoms, printDecimal, printShort } from '@vitrine/core/number';

/** Odds and shares are in millionths. */
const RATE_DECIMALS = 6;
/** Maximum stake (the core's own bound), so that win and stake stay integers. */
const MOST_ATOMS = 2 ** 48;
/** The stake in the coin toss example, whole units. */
export const COIN_TOSS_STAKE = 100;
const HALF_TOSS = 50;

export interface SecondState {
  /** The chosen period; undefined before the first choice: the first on sale. */
  readonly periodId: string | undefined;
  /** Plain decimal text as typed. */
  readonly stake: string;
}

/** The ticket's data. Texts are decimals; undefined: unknown (yet). */
export interface SecondFacts {
  readonly periods: readonly Period[];
  /** Decimals of one atom of the stake's coin. */
  readonly scale: number;
  readonly available: string | undefined;
}

export type SecondAction =
  | { readonly type: 'period'; readonly id: string }
  | { readonly type: 'stake'; readonly text: string }
  /** That many percent of the available balance, within the period's limits. */
  | { readonly type: 'part'; readonly percent: number };

export const emptySecond: SecondState = { periodId: undefined, stake: '' };

/** The current period: the chosen one while it is on sale, else the first. */
export function periodOf(state: SecondState, periods: readonly Period[]): Period | undefined {
  return periods.find(({ id }) => id === state.periodId) ?? periods[0];
}

/** Atoms of a decimal; undefined if invalid (a trailing point is accepted while typing). */
export function atomsOf(text: string | undefined, scale: number): number | undefined {
  const atoms = parseAtoms((text ?? '').replace(/\.$/, ''), scale);
  return typeof atoms === 'number' ? atoms : undefined;
}

export function reduceSecond(state: SecondState, action: SecondAction, facts: SecondFacts): SecondState {
  switch (action.type) {
    case 'period':
      return { ...state, periodId: action.id };
    case 'stake':
      return { ...state, stake: action.text };
    case 'part': {
      const available = atomsOf(facts.available, facts.scale);
      const period = periodOf(state, facts.periods);
      if (available === undefined || period === undefined) return state;
      const most = atomsOf(period.max, facts.scale) ?? available;
      // Uses bigint, so that the percentage of the atoms (below 2^52) is exact before it is rounded down.
      const part = (BigInt(available) * BigInt(action.percent)) / 100n;
      const stake = part > BigInt(most) ? most : Number.parseInt(part.toString(), 10);
      return { ...state, stake: stake === 0 ? '' : printShort(stake, facts.scale) };
    }
  }
}

export interface SecondSummary {
  readonly period: Period | undefined;
  /** The stake in atoms; undefined if invalid. */
  readonly stake: number | undefined;
  /** Decimals: the win on top of the stake, the payout when won, the loss when lost. */
  readonly win: string | undefined;
  readonly back: string | undefined;
  /** The win rate needed to break even, millionths. */
  readonly breakEven: number | undefined;
  /** The average loss of a coin toss per 100 staked at these odds, decimal. */
  readonly tossLoss: string | undefined;
  /** The wallet before and after, decimals. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A period's odds in millionths; undefined if invalid. */
export function oddsOf(period: Period): number | undefined {
  return atomsOf(period.odds, RATE_DECIMALS);
}

export function summariseSecond(state: SecondState, facts: SecondFacts): SecondSummary {
  const period = periodOf(state, facts.periods);
  const odds = period && oddsOf(period);
  const typed = atomsOf(state.stake, facts.scale);
  const stake = typed !== undefined && typed > 0 && typed <= MOST_ATOMS ? typed : undefined;
  const win = stake === undefined || odds === undefined ? undefined : secondWin(stake, odds);
  const available = atomsOf(facts.available, facts.scale);
  const print = (atoms: number | undefined) => (atoms === undefined ? undefined : printDecimal(atoms, facts.scale));
  return {
    period,
    stake,
    win: print(win),
    back: print(win === undefined || stake === undefined ? undefined : stake + win),
    breakEven: odds === undefined ? undefined : breakEven(odds),
    // Half win odds × 100, half lose 100: the average loss per 100 is (1 − odds) × 50.
    tossLoss:
      odds === undefined || odds > MILLION ? undefined : printDecimal((MILLION - odds) * HALF_TOSS, RATE_DECIMALS),
    before: facts.available,
    after: print(available === undefined || stake === undefined || stake > available ? undefined : available - stake),
  };
}

/** The conditions of the market and the session. */
export interface SecondConditions {
  readonly signedIn: boolean;
  /** Whether the wallet's balance is loaded. */
  readonly known: boolean;
  readonly line: 'open' | 'cut';
  /** The index state (money §11): only `valid` sells new contracts. */
  readonly state: 'valid' | 'aging' | 'stale' | 'closed' | 'unknown';
  readonly opensAt: number | null;
}

export type SecondProblem =
  | { readonly kind: 'login' | 'loading' | 'noPeriods' | 'cut' | 'aging' | 'stale' | 'empty' | 'stake' | 'unreadable' }
  | { readonly kind: 'closed'; readonly opensAt: number | null }
  | { readonly kind: 'least' | 'most'; readonly bound: string }
  | { readonly kind: 'lack'; readonly lack: string };

/** The first fault, in the order in which a user would fix them. */
export function validateSecond(
  state: SecondState,
  facts: SecondFacts,
  summary: SecondSummary,
  conditions: SecondConditions,
): SecondProblem | undefined {
  if (conditions.state === 'closed') return { kind: 'closed', opensAt: conditions.opensAt };
  if (!conditions.signedIn) return { kind: 'login' };
  if (conditions.line === 'cut') return { kind: 'cut' };
  if (conditions.state === 'stale' || conditions.state === 'aging') return { kind: conditions.state };
  if (summary.period === undefined) return { kind: 'noPeriods' };
  if (conditions.state === 'unknown' || !conditions.known) return { kind: 'loading' };
  if (atomsOf(facts.available, facts.scale) === 0) return { kind: 'empty' };
  if (state.stake === '') return { kind: 'stake' };
  const { stake } = summary;
  if (stake === undefined) return atomsOf(state.stake, facts.scale) === 0 ? { kind: 'stake' } : { kind: 'unreadable' };
  const { min, max } = summary.period;
  if (stake < (atomsOf(min, facts.scale) ?? 0)) return { kind: 'least', bound: min };
  if (stake > (atomsOf(max, facts.scale) ?? MOST_ATOMS)) return { kind: 'most', bound: max };
  const available = atomsOf(facts.available, facts.scale) ?? 0;
  if (stake > available) return { kind: 'lack', lack: printDecimal(stake - available, facts.scale) };
  return undefined;
}
