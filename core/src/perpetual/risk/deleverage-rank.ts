// The ADL rank (money §3): (profit ÷ cost) × (value ÷ equity), compared exactly, then by id. Ranks all positions of a
// side at once, kept while marks do not move; not part of the state. For large markets see deleverage-orders.ts.

import { MARGIN_MODE, MARKET_MAKER } from '../../enum/index.ts';
import { exact, exactProfit, exactValue, type Fraction, rankOf } from '../../formula/index.ts';
import { RULE } from '../../rules.ts';
import { legOfPosition, standingOf, statusOfContractWallet } from './margin-check.ts';
import { Places } from './trigger-heap.ts';
import { NOW, type Prices } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

const { compare, fraction, minus } = exact;

/**
 * The rank of a position at `at`; undefined when it is empty or has no equity. In a gap of closed hours the equity
 * excludes what was added since the close, if that leaves it above 0 (rules `fairDeleverage`).
 */
export function rankOfPosition(context: PerpetualContext, slot: number, at: Prices = NOW): Fraction | undefined {
  const p = context.positions.rows;
  if (p.lots[slot] === 0) return undefined;
  const market = p.market[slot] as number;
  const type = context.contracts.rows.type[market] as number;
  const price = at.price(context, market);
  const leg = legOfPosition(context, slot, at);
  const { equity } =
    p.mode[slot] === MARGIN_MODE.isolated
      ? standingOf(context, slot, at)
      : statusOfContractWallet(context, p.contractWallet[slot] as number, at);
  if (equity.num <= 0n) return undefined;
  const cost = leg.cost.num > 0n ? leg.cost : fraction(1);
  const added = context.gapMargins.of(slot, at.time(context));
  const before = added === 0 ? equity : minus(equity, fraction(added));
  const counts = before.num > 0n ? before : equity;
  return rankOf(exactProfit(type, leg, price), cost, exactValue(type, leg, price), counts);
}

/** The positions of one market side, first to be deleveraged on top. Positions without equity are excluded. */
export class Ranking {
  readonly market: number;
  readonly side: number;
  /** How many positions were ranked to build it. */
  readonly looked: number;
  private readonly context: PerpetualContext;
  private readonly places = new Places();
  private readonly slots: number[] = [0];
  private readonly ranks: Fraction[] = [exact.ZERO];

  constructor(context: PerpetualContext, market: number, side: number) {
    this.context = context;
    this.market = market;
    this.side = side;
    const p = context.positions.rows;
    let looked = 0;
    for (let slot = context.contracts.rows.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number) {
      this.update(slot);
      looked += 1;
    }
    this.looked = looked;
  }

  /** The first one, 0 none. Before rules `solventWaits` the market maker's, first of all, is not included. */
  top(): number {
    return this.slots[1] ?? 0;
  }

  /** A position changed: moves it to its present rank. */
  update(slot: number): void {
    const p = this.context.positions.rows;
    if (p.market[slot] !== this.market || p.side[slot] !== this.side) return;
    if (p.user[slot] === MARKET_MAKER && this.context.clock.rules < RULE.solventWaits) return;
    this.remove(slot);
    const rank = rankOfPosition(this.context, slot);
    if (rank === undefined) return;
    this.slots.push(slot);
    this.ranks.push(rank);
    this.rise(this.slots.length - 1);
  }

  remove(slot: number): void {
    this.places.reach(slot);
    const at = this.places.rows[slot] as number;
    if (at === 0) return;
    this.places.rows[slot] = 0;
    const last = this.slots.length - 1;
    const moved = this.slots[last] as number;
    const rank = this.ranks[last] as Fraction;
    this.slots.pop();
    this.ranks.pop();
    if (at === last) return;
    this.slots[at] = moved;
    this.ranks[at] = rank;
    this.places.rows[moved] = at;
    this.rise(at);
    this.sink(this.places.rows[moved] as number);
  }

  /** Whether the entry at `a` is before the entry at `b`. */
  private before(a: number, b: number): boolean {
    const order = compare(this.ranks[a] as Fraction, this.ranks[b] as Fraction);
    if (order !== 0) return order > 0;
    const p = this.context.positions.rows;
    return p.id(this.slots[a] as number) < p.id(this.slots[b] as number);
  }

  private rise(from: number): void {
    let at = from;
    for (let parent = at >> 1; parent >= 1 && this.before(at, parent); parent = at >> 1) {
      this.swap(at, parent);
      at = parent;
    }
    this.places.rows[this.slots[at] as number] = at;
  }

  private sink(from: number): void {
    let at = from;
    for (let child = at * 2; child < this.slots.length; child = at * 2) {
      if (child + 1 < this.slots.length && this.before(child + 1, child)) child += 1;
      if (!this.before(child, at)) break;
      this.swap(at, child);
      at = child;
    }
    this.places.rows[this.slots[at] as number] = at;
  }

  private swap(a: number, b: number): void {
    const slot = this.slots[a] as number;
    const rank = this.ranks[a] as Fraction;
    this.slots[a] = this.slots[b] as number;
    this.ranks[a] = this.ranks[b] as Fraction;
    this.slots[b] = slot;
    this.ranks[b] = rank;
    this.places.rows[this.slots[a] as number] = a;
    this.places.rows[slot] = b;
  }
}
