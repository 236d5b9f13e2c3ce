// ADL orders of markets with many positions, since rules `deleverageInSteps`: built in steps, kept between ticks, and
// independent of how batches are cut (money §3). Part of the state.

import { MARKET_MAKER } from '../../enum/index.ts';
import { exact } from '../../formula/index.ts';
import { RULE } from '../../rules.ts';
import { type Registry, table } from '../../state/index.ts';
import type { Prices } from '../priced.ts';
import { profitCounts, riskPrice } from '../priced.ts';
import { rankOfPosition } from './deleverage-rank.ts';
import type { PerpetualContext } from '../context.ts';
import type { Expect } from '../../expect.ts';

/** Most ADL orders built or kept at once. A market side that finds none free waits. */
export const MAX_ORDERS = 8;
/** Positions that an order lists: the first of its side. When all are used, it is built again. */
export const LISTED = 256;
/** Positions ranked per step of work. */
export const RANKED_PER_STEP = 4;
/** Steps per round of work that build orders, so that other work progresses. */
const STEPS_PER_ROUND = 250;
/** How long orders that begin share the prices of the first existing order, and how long that order is used, ms. */
export const SHARED = 60_000;
/** Minimum time for which a complete order is used, ms. */
const USED = 10_000;
const MAX_MARKETS = 65_535;

/**
 * Each order takes the positions of its side one by one and keeps the first `LISTED`, by their ranks at the prices of
 * the tick at which it began. Every comparison recomputes ranks: nothing is derived, so a restart in between changes
 * nothing. A changed position keeps a place only where it is provably before all unlisted ones.
 */
export class DeleverageOrders {
  /** Positions ranked since the start: a measure, not part of the state. */
  ranked = 0;
  private readonly context: PerpetualContext;
  private readonly rows;
  private readonly places;
  private readonly prices;
  private readonly pinned: Prices;

  constructor(registry: Registry, context: PerpetualContext) {
    this.context = context;
    this.rows = registry.add(
      table(
        'deleverageOrders',
        {
          /** When it began; from when it is no longer used, 0 while it is built, ms. */
          since: 'f64',
          until: 'f64',
          /** 0: the row is free. */
          market: 'i32',
          side: 'i32',
          /** The next position to rank, 0 when all are ranked. */
          next: 'i32',
          size: 'i32',
          /** 1: positions exist that it does not list. */
          more: 'i32',
        },
        MAX_ORDERS,
      ),
    );
    this.places = registry.add(table('deleverageListed', { position: 'i32' }, MAX_ORDERS * LISTED));
    this.prices = registry.add(table('deleveragePrices', { price: 'f64', counts: 'i32' }, MAX_MARKETS));
    const { prices } = this;
    this.pinned = {
      // A contract listed since then has no price here, and had no positions then.
      price: (_context, market) =>
        market <= prices.top ? (prices.price[market] as number) : riskPrice(context, market),
      counts: (_context, market) =>
        market <= prices.top ? prices.counts[market] === 1 : profitCounts(context, market),
      time: () => this.since(),
    };
  }

  /** Whether an order is being built. */
  busy(): boolean {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.market[row] !== 0 && rows.until[row] === 0) return true;
    return false;
  }

  /** The complete order of a market side; 0: it is now being built, or waits for a free row. */
  of(market: number, side: number): number {
    const { rows } = this;
    let row = this.find(market, side);
    if (row === 0) row = this.begin(market, side);
    return row === 0 || rows.until[row] === 0 ? 0 : row;
  }

  /** The first position that an order lists and that is not in `passed`, 0 none. */
  first(row: number, passed: readonly number[]): number {
    for (let at = 0; at < (this.rows.size[row] as number); at += 1) {
      const slot = this.listed(row, at);
      if (!passed.includes(slot)) return slot;
    }
    return 0;
  }

  /** Whether positions exist that an order does not list. */
  hasMore(row: number): boolean {
    return this.rows.more[row] === 1;
  }

  /** All listed positions are used: builds the order again, at the prices then. */
  again(row: number): void {
    const { market, side } = this.rows;
    const [here, of] = [market[row] as number, side[row] as number];
    this.drop(row);
    this.begin(here, of);
  }

  /** Continues building. Returns the steps left. */
  work(steps: number): number {
    const { rows } = this;
    const most = steps < STEPS_PER_ROUND ? steps : STEPS_PER_ROUND;
    let left = most;
    for (let row = 1; row <= rows.top; row += 1)
      for (; left > 0 && rows.market[row] !== 0 && rows.until[row] === 0; left -= 1) this.step(row);
    return steps - most + left;
  }

  /** A tick: removes orders that are too old. */
  tick(): void {
    const { rows, context } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.market[row] !== 0 && rows.until[row] !== 0 && (rows.until[row] as number) <= context.clock.now)
        this.drop(row);
  }

  /** A position changed. */
  changed(slot: number): void {
    const { rows } = this;
    if (rows.top === 0) return;
    const p = this.context.positions.rows;
    for (let row = 1; row <= rows.top; row += 1) {
      if (rows.market[row] !== p.market[slot] || rows.side[row] !== p.side[slot]) continue;
      this.take(row, slot);
      // Its row is freed after this, so the walk continues after it.
      if (p.lots[slot] === 0 && rows.next[row] === slot) rows.next[row] = p.nextHere[slot] as number;
      this.put(row, slot);
    }
  }

  /** Whether a change of a wallet could affect any order. */
  any(): boolean {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.market[row] !== 0) return true;
    return false;
  }

  audit(expect: Expect): void {
    const { rows } = this;
    const p = this.context.positions.rows;
    for (let row = 1; row <= rows.top; row += 1) {
      const seen: number[] = [];
      const size = rows.size[row] as number;
      expect(
        rows.market[row] !== 0 || size === 0,
        () => `order of deleveraging ${row} without a market to list no position`,
      );
      expect(size <= LISTED, () => `order of deleveraging ${row} to list ${LISTED} at most, it lists ${size}`);
      for (let at = 0; at < size; at += 1) {
        const slot = this.listed(row, at);
        const here = p.alive(slot) && p.market[slot] === rows.market[row] && p.side[slot] === rows.side[row];
        expect(
          here && !seen.includes(slot),
          () => `position row ${slot} to be listed once, in an order of its own side`,
        );
        expect(
          at === 0 || this.before(this.listed(row, at - 1), slot),
          () => `position row ${slot} to be in its place`,
        );
        seen.push(slot);
      }
      const next = rows.next[row] as number;
      expect(
        next === 0 || (p.alive(next) && p.market[next] === rows.market[row]),
        () => `row ${next} to be ranked next`,
      );
    }
  }

  private find(market: number, side: number): number {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.market[row] === market && rows.side[row] === side) return row;
    return 0;
  }

  /**
   * Begins an order: at present prices when no other exists, else at those of the others unless they are old. 0: it
   * waits.
   */
  private begin(market: number, side: number): number {
    const { rows, context } = this;
    const { now } = context.clock;
    let since = 0;
    let free = 0;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.market[row] === 0) free = row;
      else since = rows.since[row] as number;
    if (since === 0) this.pin();
    else if (now - since >= SHARED) return 0;
    if (free === 0) {
      if (rows.full()) return 0;
      free = rows.append();
    }
    rows.market[free] = market;
    rows.side[free] = side;
    rows.since[free] = since === 0 ? now : since;
    rows.until[free] = 0;
    rows.next[free] = context.contracts.rows.first[market] as number;
    rows.size[free] = 0;
    rows.more[free] = 0;
    return free;
  }

  /** When the existing orders began; all share one time. */
  private since(): number {
    const { rows, context } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.market[row] !== 0) return rows.since[row] as number;
    return context.clock.now;
  }

  private pin(): void {
    const { prices, context } = this;
    const { top } = context.contracts.rows;
    prices.reach(top);
    for (let market = 1; market <= top; market += 1) {
      prices.price[market] = riskPrice(context, market);
      prices.counts[market] = profitCounts(context, market) ? 1 : 0;
    }
  }

  private drop(row: number): void {
    const { rows } = this;
    rows.market[row] = 0;
    rows.side[row] = 0;
    rows.since[row] = 0;
    rows.until[row] = 0;
    rows.next[row] = 0;
    rows.size[row] = 0;
    rows.more[row] = 0;
  }

  /** Ranks the next positions of an order. After the last one it is complete. */
  private step(row: number): void {
    const { rows, context } = this;
    const p = context.positions.rows;
    for (let count = 0; count < RANKED_PER_STEP && rows.next[row] !== 0; count += 1) {
      const slot = rows.next[row] as number;
      rows.next[row] = p.nextHere[slot] as number;
      this.ranked += 1;
      if (p.side[slot] === rows.side[row] && !this.lists(row, slot)) this.put(row, slot);
    }
    if (rows.next[row] !== 0) return;
    const shared = (rows.since[row] as number) + SHARED;
    const used = context.clock.now + USED;
    rows.until[row] = shared > used ? shared : used;
  }

  /** Inserts a position in its place, if it is before a listed one or all positions are listed. */
  private put(row: number, slot: number): void {
    const { rows, places, context } = this;
    const cameFirst = context.positions.rows.user[slot] === MARKET_MAKER && context.clock.rules < RULE.solventWaits;
    if (cameFirst || rankOfPosition(context, slot, this.pinned) === undefined) return;
    const size = rows.size[row] as number;
    let low = 0;
    let high = size;
    if (rows.more[row] === 1 && (size === 0 || !this.before(slot, this.listed(row, size - 1)))) return;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.before(slot, this.listed(row, middle))) high = middle;
      else low = middle + 1;
    }
    if (size === LISTED) rows.more[row] = 1;
    if (low === LISTED) return;
    const from = (row - 1) * LISTED + 1;
    places.reach(from + LISTED - 1);
    const last = size === LISTED ? size - 1 : size;
    places.position.copyWithin(from + low + 1, from + low, from + last);
    places.position[from + low] = slot;
    rows.size[row] = last + 1;
  }

  /** Removes a position from an order that lists it. */
  private take(row: number, slot: number): void {
    const { rows, places } = this;
    const size = rows.size[row] as number;
    const from = (row - 1) * LISTED + 1;
    for (let at = 0; at < size; at += 1) {
      if (this.listed(row, at) !== slot) continue;
      places.position.copyWithin(from + at, from + at + 1, from + size);
      places.position[from + size - 1] = 0;
      rows.size[row] = size - 1;
      return;
    }
  }

  private lists(row: number, slot: number): boolean {
    for (let at = 0; at < (this.rows.size[row] as number); at += 1) if (this.listed(row, at) === slot) return true;
    return false;
  }

  private listed(row: number, at: number): number {
    return this.places.position[(row - 1) * LISTED + 1 + at] as number;
  }

  /** Whether one position is before another. A position without a rank is last. */
  private before(a: number, b: number): boolean {
    const { context, pinned } = this;
    const [rank, other] = [rankOfPosition(context, a, pinned), rankOfPosition(context, b, pinned)];
    if (rank === undefined || other === undefined) return rank !== undefined;
    const order = exact.compare(rank, other);
    if (order !== 0) return order > 0;
    const p = context.positions.rows;
    return p.id(a) < p.id(b);
  }
}
