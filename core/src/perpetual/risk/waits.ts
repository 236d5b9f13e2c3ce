// Emits `liquidation.waits` once for a liquidation that waits for orders (money §3, rules `fundTakesOver`), and again
// only after a pause.

import { table } from '../../state/index.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

/** A wait not seen for this long has ended, ms. */
const PAUSE = 60_000;

export class Waits {
  private readonly context: PerpetualContext;
  /** By position: its id, and when it last waited, ms. */
  private readonly rows;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.rows = context.registry.add(table('liquidationWaits', { position: 'f64', last: 'f64' }, MAX_POSITIONS));
  }

  /** `lots` of a position wait for orders now. */
  note(slot: number, lots: number, equity: number, maintenance: number): void {
    const { context, rows } = this;
    const p = context.positions.rows;
    const { now } = context.clock;
    rows.reach(slot);
    const known = rows.position[slot] === p.id(slot) && now - (rows.last[slot] as number) < PAUSE;
    rows.position[slot] = p.id(slot);
    rows.last[slot] = now;
    if (known) return;
    const market = p.market[slot] as number;
    context.out.record('liquidation.waits', {
      market,
      user: p.user[slot] as number,
      position: p.id(slot),
      lots,
      index: riskPrice(context, market),
      equity,
      maintenance,
    });
  }
}
