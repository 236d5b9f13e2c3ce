// The event of each step of a liquidation, `liquidation.step`.

import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { type Standing, wholeEquity, wholeMaintenance } from './margin-check.ts';

const STEP = 185;
/** Steps, as in `liquidation.step`. */
export const CANCELLED = 1;
export const NETTED = 2;
export const CUT = 3;
export const DELEVERAGED = 4;
export const DESK = 5;

/** The state before a step, for its event: whole atoms, equity rounded down and maintenance up. */
export interface State {
  readonly equity: number;
  readonly maintenance: number;
}

/** The state of a wallet, for the event. */
export function stateOf(standing: Standing): State {
  return { equity: wholeEquity(standing), maintenance: wholeMaintenance(standing) };
}

/** Emits `liquidation.step`. `state`: before the step. */
export function emitStep(
  context: PerpetualContext,
  market: number,
  user: number,
  position: number,
  step: number,
  lots: number,
  state: State,
  bankruptcy: number,
  insurance: number,
): void {
  const { out } = context;
  const at = out.reserve(12);
  const w = out.words;
  w[at] = STEP;
  w[at + 1] = 12;
  w[at + 2] = user;
  w[at + 3] = market;
  w[at + 4] = position;
  w[at + 5] = step;
  w[at + 6] = lots;
  w[at + 7] = market === 0 ? 0 : riskPrice(context, market);
  w[at + 8] = state.equity;
  w[at + 9] = state.maintenance;
  w[at + 10] = bankruptcy;
  w[at + 11] = insurance;
}
