// Stop and take-profit orders that wait for a price: per market, by index and by last, for rising and for falling
// prices, a heap each. Derived: what waits, and for what, stands in the order table.

import { NONE } from './face.ts';

/** Which price an order waits for: 1 mark (index on spot), 2 last. */
export type TriggerBy = 1 | 2;
export const BY_INDEX = 1;
export const BY_LAST = 2;

/** Stop limit, stop market, take-profit limit, take-profit market: order types 3 to 6 of the commands. */
const FIRST_TAKE_PROFIT = 5;
const CENTS_A_TICK = 100;
const FIRST_SLOTS = 64;

/** What triggers read of the order table, by slot. */
export interface TriggerColumns {
  /** Trigger in ticks. */
  readonly trigger: Int32Array;
  /** Market × 2 + (side − 1). */
  readonly place: Int32Array;
  /** The order's id: decides among equal triggers. */
  id(slot: number): number;
}

/** Whether an order fires on the way up: a stop that buys, a take-profit that sells. */
export function fires(side: number, type: number): 'rising' | 'falling' {
  return (side === 1) === type < FIRST_TAKE_PROFIT ? 'rising' : 'falling';
}
