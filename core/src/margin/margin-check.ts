// Checks a wallet with debts: it is calm, called, or liquidated (money §4).

import { levelOf } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import { liquidate, STEP, emitStep } from './liquidate.ts';
import type { MarginContext } from './context.ts';
import { CALLED, CALM, LIQUIDATING } from './tables.ts';
import { measureRow } from './value.ts';
import { clearBounds, isAbove, setBounds, setState, waitFor } from './watch.ts';

/** Checks a wallet. Returns the steps used. */
export function examine(context: MarginContext, row: number): number {
  const { wallets, levels } = context.tables;
  const was = wallets.state[row] as number;
  if (wallets.debts[row] === 0) {
    clearBounds(context, row);
    if (was === LIQUIDATING) emitStep(context, row, STEP.repaid, 0);
    setState(context, row, CALM);
    return 1;
  }
  const measured = measureRow(context, row);
  // Since rules `marginStale` a stale coin counts at its last index, and does not prevent a liquidation.
  if (measured.blind !== 0 && context.clock.rules < RULE.marginStale) {
    // A wallet that is not calm is checked with every tick anyway.
    if (was === CALM) waitFor(context, row, measured.blind);
    return 1;
  }
  const leverage = wallets.leverage[row] as number;
  const level = levelOf(measured.assets, measured.debts);
  if (!isAbove(measured, levels.liquidation[leverage] as number)) {
    clearBounds(context, row);
    return liquidate(context, row, level);
  }
  if (was === LIQUIDATING) emitStep(context, row, STEP.over, level);
  const call = levels.call[leverage] as number;
  if (isAbove(measured, call)) {
    setState(context, row, CALM);
    setBounds(context, row, measured, call);
    return 1;
  }
  // Since rules `marginTurns` bounds find a called wallet at the tick that would liquidate it, before its turn comes.
  if (context.clock.rules >= RULE.marginTurns)
    setBounds(context, row, measured, levels.liquidation[leverage] as number);
  else clearBounds(context, row);
  if (was === CALM) emitStep(context, row, STEP.call, level);
  setState(context, row, CALLED);
  return 1;
}
