// Reduces positions ten minutes before a market closes (money §3): the lots of each that its equity does not cover at
// the closing rate. First all positions are measured. Then longs and shorts are crossed in proportion. Then the rest is
// sold or bought in the book near the index. Runs in steps over batches and ends with the close. Empty before rules
// `closingHours`.

import { MARGIN_MODE, MARKET_STATE, POSITION_SIDE } from '../../enum/index.ts';
import { crossedShare, lotsCovered, valueAt } from '../../formula/index.ts';
import { UP } from '../../number/index.ts';
import { table } from '../../state/index.ts';
import { CROSSING, Crossing } from './crossing.ts';
import { positionEndangered } from '../risk/margin-check.ts';
import { equity } from '../position/valuation.ts';
import { MAX_POSITIONS } from '../position/positions.ts';
import { priced, riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { emitMeasured, Sale } from './sale.ts';
import type { Expect } from '../../expect.ts';

const MAX_MARKETS = 65_535;
/** Positions measured without an excess that count as one step of work. */
const LOOKS_A_STEP = 100;
const STAGE = { none: 0, measure: 1, cross: 2, sell: 3 } as const;

export class Reduction {
  private readonly context: PerpetualContext;
  private readonly crossing: Crossing;
  private readonly sale: Sale;
  /** By market. */
  private readonly rows;
  /** By market and side: row market × 2 + side − 1. */
  private readonly sides;
  /** By position: its id and the close concerned; lots still to be reduced. */
  private readonly excess;
  /** Markets with work and a usable price. Derived. */
  private active = 0;
  /** Steps left of the current round, and positions checked since the last step. Not state. */
  private left = 0;
  private looks = 0;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.crossing = new Crossing(context);
    this.sale = new Sale(context);
    this.rows = context.registry.add(
      table(
        'closingReductions',
        {
          /** The close concerned, ms. */
          closes: 'f64',
          stage: 'i32',
          /** The next position to measure or sell, 0 none. */
          next: 'i32',
          /** 1 while the price is unusable or the contract suspended: it continues with a tick. */
          held: 'i32',
        },
        MAX_MARKETS,
      ),
    );
    this.sides = context.registry.add(
      table(
        'closingSides',
        {
          /** Excess lots measured; the part of them that crossing has processed. */
          all: 'f64',
          passed: 'f64',
          /** The position being crossed (0 none) and its remaining lots; the next position to check. */
          left: 'f64',
          at: 'i32',
          next: 'i32',
        },
        (MAX_MARKETS + 1) * 2,
      ),
    );
    this.excess = context.registry.add(
      table('closingExcess', { position: 'f64', closes: 'f64', lots: 'f64' }, MAX_POSITIONS),
    );
  }

  /** Begins the reduction of a market that closes at `closes`, in ten minutes. */
  begin(market: number, closes: number): void {
    const { rows, sides } = this;
    rows.reach(market);
    sides.reach(rowOf(market, POSITION_SIDE.short));
    if (rows.stage[market] !== STAGE.none) this.end(market);
    rows.closes[market] = closes;
    for (const side of [POSITION_SIDE.long, POSITION_SIDE.short]) sides.all[rowOf(market, side)] = 0;
    rows.held[market] = 0;
    this.active += 1;
    this.enter(market, STAGE.measure);
  }

  /** A tick of an instrument: markets that wait for a price continue. */
  tick(instrument: number): void {
    const { rows, context } = this;
    for (let market = 1; market <= rows.top; market += 1) {
      if (rows.held[market] === 0 || context.markets.rows.instrument[market] !== instrument) continue;
      rows.held[market] = 0;
      this.active += 1;
    }
  }

  /** A position is about to be removed: moves all cursors off it. */
  leaves(slot: number): void {
    const { rows, sides, context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    if (market > rows.top || rows.stage[market] === STAGE.none) return;
    const next = p.nextHere[slot] as number;
    if (rows.next[market] === slot) rows.next[market] = next;
    for (const side of [POSITION_SIDE.long, POSITION_SIDE.short]) {
      const row = rowOf(market, side);
      if (sides.next[row] === slot) sides.next[row] = next;
      if (sides.at[row] !== slot) continue;
      sides.at[row] = 0;
      sides.left[row] = 0;
    }
  }

  busy(): boolean {
    return this.active > 0;
  }

  /** Works at most `steps` steps. Returns the steps left. */
  work(steps: number): number {
    const { rows } = this;
    this.left = steps;
    this.looks = 0;
    for (let market = 1; market <= rows.top && this.left > 0 && this.active > 0; market += 1) {
      if (rows.stage[market] === STAGE.none || rows.held[market] === 1) continue;
      if (this.over(market)) this.end(market);
      else if (this.waits(market)) {
        rows.held[market] = 1;
        this.active -= 1;
      } else this.goOn(market);
    }
    return this.left > 0 ? this.left : 0;
  }

  /** Recounts derived fields, on load. */
  rebuild(): void {
    const { rows } = this;
    this.active = 0;
    for (let market = 1; market <= rows.top; market += 1)
      if (rows.stage[market] !== STAGE.none && rows.held[market] === 0) this.active += 1;
  }

  /** Cursors are on positions of their market. */
  audit(expect: Expect): void {
    const { rows, sides, context } = this;
    const p = context.positions.rows;
    const isOn = (market: number, slot: number): void =>
      expect(
        slot === 0 || (p.alive(slot) && p.market[slot] === market),
        () => `market ${market} to reduce its positions`,
      );
    for (let market = 1; market <= rows.top; market += 1) {
      if (rows.stage[market] === STAGE.none) continue;
      isOn(market, rows.next[market] as number);
      for (const side of [POSITION_SIDE.long, POSITION_SIDE.short]) {
        isOn(market, sides.at[rowOf(market, side)] as number);
        isOn(market, sides.next[rowOf(market, side)] as number);
      }
    }
  }

  /** Whether the close has passed or changed. */
  private over(market: number): boolean {
    const { rows, context } = this;
    const closes = rows.closes[market] as number;
    return context.clock.now >= closes || context.closes.closes(context.closingRates.calendar(market)) !== closes;
  }

  private waits(market: number): boolean {
    const { context } = this;
    const state = Math.max(
      context.contracts.rows.state[market] as number,
      context.markets.rows.state[market] as number,
    );
    return !priced(context, market) || state === MARKET_STATE.suspended;
  }

  private end(market: number): void {
    const { rows } = this;
    if (rows.held[market] === 0) this.active -= 1;
    rows.held[market] = 0;
    this.enter(market, STAGE.none);
  }

  /** Begins a stage with the market's first position. */
  private enter(market: number, stage: number): void {
    const { rows, sides } = this;
    const first = stage === STAGE.none ? 0 : (this.context.contracts.rows.first[market] as number);
    rows.stage[market] = stage;
    rows.next[market] = stage === STAGE.cross ? 0 : first;
    for (const side of [POSITION_SIDE.long, POSITION_SIDE.short]) {
      const row = rowOf(market, side);
      sides.next[row] = stage === STAGE.cross ? first : 0;
      sides.passed[row] = 0;
      sides.left[row] = 0;
      sides.at[row] = 0;
    }
  }

  private goOn(market: number): void {
    const stage = this.rows.stage[market];
    if (stage === STAGE.measure) this.measureAll(market);
    else if (stage === STAGE.cross) this.crossAll(market);
    else this.sellAll(market);
  }

  /** The next position in the market's list, 0 when none or no steps are left. Many checks make one step. */
  private following(market: number): number {
    const { rows, context } = this;
    if (this.left <= 0) return 0;
    const slot = rows.next[market] as number;
    if (slot !== 0) rows.next[market] = context.positions.rows.nextHere[slot] as number;
    this.look();
    return slot;
  }

  private look(): void {
    this.looks += 1;
    if (this.looks < LOOKS_A_STEP) return;
    this.looks = 0;
    this.left -= 1;
  }

  private measureAll(market: number): void {
    const { rows, sides } = this;
    for (let slot = this.following(market); slot !== 0; slot = this.following(market)) this.measure(market, slot);
    if (rows.next[market] !== 0) return;
    const longs = sides.all[rowOf(market, POSITION_SIDE.long)] as number;
    const shorts = sides.all[rowOf(market, POSITION_SIDE.short)] as number;
    if (longs === 0 && shorts === 0) this.end(market);
    else this.enter(market, longs === 0 || shorts === 0 ? STAGE.sell : STAGE.cross);
  }

  /** Whether a position may be reduced. One that waits for liquidation is left to it. */
  private reducible(slot: number): boolean {
    const p = this.context.positions.rows;
    return p.mode[slot] === MARGIN_MODE.isolated && p.lots[slot] !== 0 && p.endangered[slot] === 0;
  }

  private measure(market: number, slot: number): void {
    const { rows, sides, context, excess } = this;
    const p = context.positions.rows;
    const c = context.contracts.rows;
    const rate = context.closingRates.next(market);
    if (rate === 0 || !this.reducible(slot) || positionEndangered(context, slot)) return;
    const lots = p.lots[slot] as number;
    const own = equity(context, slot);
    const index = riskPrice(context, market);
    const value = valueAt(c.type[market] as number, c.perLot[market] as number, lots, index, UP);
    const over = lots - lotsCovered(lots, value, own, rate);
    if (over === 0) return;
    this.left -= 1;
    excess.reach(slot);
    excess.position[slot] = p.id(slot);
    excess.closes[slot] = rows.closes[market] as number;
    excess.lots[slot] = over;
    const row = rowOf(market, p.side[slot] as number);
    sides.all[row] = (sides.all[row] as number) + over;
    emitMeasured(context, slot, over, rate, own, value);
  }

  /** A position's lots still to be reduced. */
  private excessOf(market: number, slot: number): number {
    const { rows, context, excess } = this;
    const p = context.positions.rows;
    if (slot > excess.top || excess.position[slot] !== p.id(slot)) return 0;
    if (excess.closes[slot] !== rows.closes[market]) return 0;
    const lots = excess.lots[slot] as number;
    return lots < (p.lots[slot] as number) ? lots : (p.lots[slot] as number);
  }

  /** Crosses in proportion: on each side as many lots as the other side has. */
  private crossAll(market: number): void {
    const { sides } = this;
    const longs = sides.all[rowOf(market, POSITION_SIDE.long)] as number;
    const shorts = sides.all[rowOf(market, POSITION_SIDE.short)] as number;
    const crossed = longs < shorts ? longs : shorts;
    // Each round uses a step, or is the last one.
    while (this.left > 0) {
      const long = this.crossable(market, POSITION_SIDE.long, crossed);
      if (this.left <= 0) return;
      const short = long === 0 ? 0 : this.crossable(market, POSITION_SIDE.short, crossed);
      if (this.left <= 0) return;
      if (long === 0 || short === 0) return this.enter(market, STAGE.sell);
      this.left -= 1;
      this.crossPair(market, long, short);
    }
  }

  /** The position of a side to cross next, 0 when none or no steps are left. */
  private crossable(market: number, side: number, crossed: number): number {
    const { sides, context } = this;
    const p = context.positions.rows;
    const row = rowOf(market, side);
    const at = sides.at[row] as number;
    if (at !== 0 && (sides.left[row] as number) > 0 && this.reducible(at)) return at;
    sides.at[row] = 0;
    sides.left[row] = 0;
    while (this.left > 0) {
      const slot = sides.next[row] as number;
      if (slot === 0) return 0;
      sides.next[row] = p.nextHere[slot] as number;
      this.look();
      const lots = p.side[slot] === side ? this.excessOf(market, slot) : 0;
      if (lots === 0) continue;
      const before = sides.passed[row] as number;
      sides.passed[row] = before + lots;
      const share = crossedShare(before, lots, crossed, sides.all[row] as number);
      if (share === 0 || !this.reducible(slot)) continue;
      sides.at[row] = slot;
      sides.left[row] = share;
      return slot;
    }
    return 0;
  }

  private crossPair(market: number, long: number, short: number): void {
    const { sides, excess, context } = this;
    const p = context.positions.rows;
    const longRow = rowOf(market, POSITION_SIDE.long);
    const shortRow = rowOf(market, POSITION_SIDE.short);
    const lots = Math.min(
      ...[sides.left[longRow] as number, sides.left[shortRow] as number],
      ...[p.lots[long] as number, p.lots[short] as number],
    );
    // Before the crossing, because a position is removed with its last lot.
    sides.left[longRow] = (sides.left[longRow] as number) - lots;
    sides.left[shortRow] = (sides.left[shortRow] as number) - lots;
    excess.lots[long] = (excess.lots[long] as number) - lots;
    excess.lots[short] = (excess.lots[short] as number) - lots;
    const came = this.crossing.run(long, short, lots);
    if (came === CROSSING.done) return;
    // Its margin does not cover it: this position is left to the book, and the other one crosses with the next.
    excess.lots[long] = (excess.lots[long] as number) + lots;
    excess.lots[short] = (excess.lots[short] as number) + lots;
    sides.left[longRow] = came === CROSSING.longUnfit ? 0 : (sides.left[longRow] as number) + lots;
    sides.left[shortRow] = came === CROSSING.shortUnfit ? 0 : (sides.left[shortRow] as number) + lots;
  }

  /** Sells what is left of each excess, oldest positions first. */
  private sellAll(market: number): void {
    for (let slot = this.following(market); slot !== 0; slot = this.following(market)) {
      const lots = this.excessOf(market, slot);
      if (lots === 0) continue;
      this.left -= 1;
      this.excess.lots[slot] = 0;
      if (!this.reducible(slot) || positionEndangered(this.context, slot)) continue;
      const left = this.sale.run(market, slot, lots);
      this.left -= this.sale.steps;
      if (left === 0) continue;
      // It met as many orders as one may: the next step goes on with what is left of it.
      this.excess.lots[slot] = left;
      this.rows.next[market] = slot;
    }
    if (this.rows.next[market] === 0) this.end(market);
  }
}

/** Row of a market's side. */
function rowOf(market: number, side: number): number {
  return market * 2 + side - 1;
}
