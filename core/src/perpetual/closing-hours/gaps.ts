// Who bears the loss of a gap over closed hours (money §3): never the insurance fund. A market is in its gap from its
// close until ten minutes after the first usable price. A position that falls below maintenance meanwhile bears its own
// loss until it recovers. Empty before rules `closingHours`.

import { RULE } from '../../rules.ts';
import { table } from '../../state/index.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import type { PerpetualContext } from '../context.ts';

const MAX_MARKETS = 65_535;
/** How long after the first price the closed hours may still affect prices, ms. */
export const GAP_SETTLES = 600_000;

export class Gaps {
  private readonly context: PerpetualContext;
  /**
   * By market: 1 from its close until the first usable price; end of its gap; since rules `fairDeleverage` its close,
   * ms.
   */
  private readonly markets;
  /** By position: its id while it bears its own loss. */
  private readonly bearers;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.markets = context.registry.add(
      table('contractGaps', { waits: 'i32', until: 'f64', since: 'f64' }, MAX_MARKETS, true, { added: { since: 0 } }),
    );
    this.bearers = context.registry.add(table('gapBearers', { position: 'f64' }, MAX_POSITIONS));
  }

  /** A market has closed. */
  closed(market: number): void {
    if (this.context.clock.rules < RULE.closingHours) return;
    this.markets.reach(market);
    if (this.context.clock.rules >= RULE.fairDeleverage && this.markets.waits[market] === 0)
      this.markets.since[market] = this.context.clock.now;
    this.markets.waits[market] = 1;
    this.markets.until[market] = 0;
  }

  /** A market has a usable price. */
  priced(market: number): void {
    const { markets } = this;
    if (market > markets.top || markets.waits[market] === 0) return;
    markets.waits[market] = 0;
    markets.until[market] = this.context.clock.now + GAP_SETTLES;
  }

  /** An isolated position fell below maintenance: in its market's gap it bears its own loss from now on. */
  endangered(slot: number): void {
    const { rows: p } = this.context.positions;
    const market = p.market[slot] as number;
    if (!this.inGap(market) || this.marked(slot)) return;
    this.bearers.reach(slot);
    this.bearers.position[slot] = p.id(slot);
    this.context.out.record('gap.borne', { market, position: p.id(slot), user: p.user[slot] as number });
  }

  /** The position recovered. */
  safe(slot: number): void {
    if (slot <= this.bearers.top) this.bearers.position[slot] = 0;
  }

  /** Whether the insurance fund pays nothing for a position. */
  bears(slot: number): boolean {
    return this.marked(slot) || this.inGap(this.context.positions.rows.market[slot] as number);
  }

  /** When a market last closed, ms; 0 before rules `fairDeleverage`. */
  since(market: number): number {
    return market > this.markets.top ? 0 : (this.markets.since[market] as number);
  }

  /** Whether a market was in its present gap at a time, ms. */
  inGapAt(market: number, time: number): boolean {
    const { markets, context } = this;
    if (context.clock.rules < RULE.fairDeleverage || market > markets.top) return false;
    if (time < (markets.since[market] as number)) return false;
    return markets.waits[market] === 1 || time <= (markets.until[market] as number);
  }

  private inGap(market: number): boolean {
    const { markets } = this;
    if (market > markets.top) return false;
    return markets.waits[market] === 1 || this.context.clock.now <= (markets.until[market] as number);
  }

  private marked(slot: number): boolean {
    const { bearers, context } = this;
    return (
      slot <= bearers.top && bearers.position[slot] !== 0 && bearers.position[slot] === context.positions.rows.id(slot)
    );
  }
}
