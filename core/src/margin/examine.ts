// A wallet with debts is looked at: it is calm, called, or liquidated (money §4).

import { levelOf } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import { liquidate, STEP, tellStep } from './liquidate.ts';
import type { MarginRoom } from './room.ts';
import { CALLED, CALM, LIQUIDATING } from './tables.ts';
import { measureRow } from './value.ts';
import { clearBounds, isAbove, setBounds, setState, waitFor } from './watch.ts';

/** Examines a wallet; gives the steps it took. */
export function examine(room: MarginRoom, row: number): number {
  const { wallets, levels } = room.tables;
  const was = wallets.state[row] as number;
  if (wallets.debts[row] === 0) {
    clearBounds(room, row);
    if (was === LIQUIDATING) tellStep(room, row, STEP.repaid, 0);
    setState(room, row, CALM);
    return 1;
  }
  const measured = measureRow(room, row);
  // Since rules `marginStale` a stale coin counts at its last index, and shields nothing.
  if (measured.blind !== 0 && room.clock.rules < RULE.marginStale) {
    // One that is not calm is looked at with every tick anyway.
    if (was === CALM) waitFor(room, row, measured.blind);
    return 1;
  }
  const leverage = wallets.leverage[row] as number;
  const level = levelOf(measured.assets, measured.debts);
  if (!isAbove(measured, levels.liquidation[leverage] as number)) {
    clearBounds(room, row);
    return liquidate(room, row, level);
  }
  if (was === LIQUIDATING) tellStep(room, row, STEP.over, level);
  const call = levels.call[leverage] as number;
  if (isAbove(measured, call)) {
    setState(room, row, CALM);
    setBounds(room, row, measured, call);
    return 1;
  }
  // Since rules `marginTurns` the tick that would liquidate a called wallet finds it by its bounds, not in the round.
  if (room.clock.rules >= RULE.marginTurns) setBounds(room, row, measured, levels.liquidation[leverage] as number);
  else clearBounds(room, row);
  if (was === CALM) tellStep(room, row, STEP.call, level);
  setState(room, row, CALLED);
  return 1;
}
