// The event of each step of a liquidation, `liquidation.step`.

import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { type Standing, wholeEquity, wholeMaintenance } from './margin-check.ts';
import { layoutOf } from '../../schema/index.ts';

const STEP = layoutOf('liquidation.step');

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
  const at = out.open(STEP.head);
  const w = out.words;
  w[at + STEP.user] = user;
  w[at + STEP.market] = market;
  w[at + STEP.position] = position;
  w[at + STEP.step] = step;
  w[at + STEP.lots] = lots;
  w[at + STEP.mark] = market === 0 ? 0 : riskPrice(context, market);
  w[at + STEP.equity] = state.equity;
  w[at + STEP.maintenance] = state.maintenance;
  w[at + STEP.bankruptcy] = bankruptcy;
  w[at + STEP.insurance] = insurance;
}
