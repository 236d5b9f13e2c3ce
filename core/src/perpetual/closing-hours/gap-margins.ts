// Margin that owners add to positions during closed hours, since rules `fairDeleverage` (money §3). The ADL rank of a
// gap ignores it. Other venues show a gap before our market opens. An owner who added margin to the winning side of a
// straddle then ranked last, and others were deleveraged for the losing side. Markets with hours have isolated
// positions only.

import { RULE } from '../../rules.ts';
import { table } from '../../state/index.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import type { PerpetualContext } from '../context.ts';

export class GapMargins {
  private readonly context: PerpetualContext;
  /** By position: its id, settle atoms added to its margin in its market's gap, and the last time, ms. */
  private readonly rows;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(
      table('gapMargins', { position: 'f64', atoms: 'f64', last: 'f64' }, MAX_POSITIONS),
    );
  }

  /** The owner added (+) or removed (−) margin of a position. */
  moved(slot: number, atoms: number): void {
    const { context, rows } = this;
    if (context.clock.rules < RULE.fairDeleverage) return;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const { now } = context.clock;
    if (!context.gaps.inGapAt(market, now)) return;
    const sum = this.of(slot, now) + atoms;
    rows.reach(slot);
    rows.position[slot] = p.id(slot);
    rows.atoms[slot] = sum > 0 ? sum : 0;
    rows.last[slot] = now;
  }

  /** Atoms that a position's rank ignores at a time: those added since its market closed, while it is in its gap. */
  of(slot: number, time: number): number {
    const { context, rows } = this;
    const p = context.positions.rows;
    if (slot > rows.top || rows.position[slot] !== p.id(slot)) return 0;
    const market = p.market[slot] as number;
    const counts = context.gaps.inGapAt(market, time) && (rows.last[slot] as number) >= context.gaps.since(market);
    return counts ? (rows.atoms[slot] as number) : 0;
  }
}
