// Sides of a market that the market maker could not quote, because its quotes met as many orders of others as one command may
// (money §2, since rules `cutQuotes`). Until its next quotes the best price there is not the market maker's but that of whoever
// placed those orders, so no triggered order and no liquidation takes from that side.

import type { Side } from '../book/index.ts';
import type { Clock } from '../clock/index.ts';
import { RULE } from '../rules.ts';
import { type Registry, table } from '../state/index.ts';

const MAX_MARKETS = 65_535;
const SIDES = 2;
/** Longest time without new quotes, ms: then the market trades as it does without a market maker. */
export const CUT_TIME = 1_000;

export class CutQuotes {
  private readonly clock: Clock;
  /** By market and side: the last ms at which it counts as cut. */
  private readonly rows;

  constructor(registry: Registry, clock: Clock) {
    this.clock = clock;
    this.rows = registry.add(table('cutQuotes', { until: 'f64' }, MAX_MARKETS * SIDES));
  }

  /** New quotes of a market begin. */
  begin(market: number): void {
    for (const side of [1, 2] as const) {
      const row = rowOf(market, side);
      if (row <= this.rows.top) this.rows.until[row] = 0;
    }
  }

  /** The budget of the command ended a level of the quotes on this side. */
  cut(market: number, side: Side): void {
    if (this.clock.rules < RULE.cutQuotes) return;
    const row = rowOf(market, side);
    this.rows.reach(row);
    this.rows.until[row] = this.clock.now + CUT_TIME;
  }

  /** Whether the quotes of a side are missing now. */
  isCut(market: number, side: Side): boolean {
    const row = rowOf(market, side);
    return row <= this.rows.top && (this.rows.until[row] as number) >= this.clock.now;
  }
}

function rowOf(market: number, side: Side): number {
  return (market - 1) * SIDES + side;
}
