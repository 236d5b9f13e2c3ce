// The index of every instrument: the last tick, its number, and its quality (money §11).

import { TIMER, type Clock, type Timers } from '../clock/index.ts';
import { PRICE_STATE } from '../enum/index.ts';
import { packText } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { Calendars } from './calendars.ts';
import { TickRing } from './ring.ts';
import { allows, type Use } from './validity.ts';
import { layoutOf } from '../schema/index.ts';

/** Age in ms above which a price is aging, stale. */
export const AGING_AFTER = 2_000;
export const STALE_AFTER = 10_000;
/** Sources disagree when they differ by more than the price divided by this. */
const APART = 100;
/**
 * How long a price with too few sources is unusable, ms. After that the median of the remaining ones counts (money
 * §11).
 */
export const DISPUTE_MOST = 60_000;

const BTC = packText('BTC');
const ETH = packText('ETH');
const MAX_ROWS = 65_535;
const TICK = layoutOf('tick');
const TICK_SOURCE = layoutOf('tick.source');
const SOURCE_WORDS = TICK_SOURCE.head.length - TICK_SOURCE.instrument;
const STATE = layoutOf('price.state');
const CHANGED = layoutOf('instrument.changed');

export class Prices {
  readonly rows;
  /**
   * By instrument: since when its ticks have had too few sources, 0 none; 1 when the median of the remaining ones
   * counts.
   */
  private readonly disputes;
  readonly calendars: Calendars;
  readonly ring: TickRing;
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly timers: Timers;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, timers: Timers) {
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.rows = registry.add(
      table(
        'instruments',
        {
          base: 'f64',
          quote: 'f64',
          price: 'f64',
          spread: 'f64',
          time: 'f64',
          number: 'f64',
          category: 'i32',
          calendar: 'i32',
          tickDecimals: 'i32',
          used: 'i32',
          total: 'i32',
          state: 'i32',
          /** 1 while a timer is set to check its age. */
          armed: 'i32',
          /** 1 from its close to its first tick of a session: the last tick makes no mark (rules `openingMark`). */
          waits: 'i32',
        },
        MAX_ROWS,
        true,
        { added: { waits: 0 } },
      ),
    );
    this.disputes = registry.add(table('disputes', { since: 'f64', counts: 'i32' }, MAX_ROWS));
    this.calendars = new Calendars(registry);
    this.ring = new TickRing(registry);
  }

  exists(instrument: number): boolean {
    return instrument >= 1 && instrument <= this.rows.top && this.rows.base[instrument] !== 0;
  }

  state(instrument: number): number {
    return this.rows.state[instrument] as number;
  }

  /** Whether the index in its current state allows a use: `NO`, `YES` or `LIMITS` (money §11). */
  allows(instrument: number, use: Use): number {
    return allows(this.rows.state[instrument] as number, use);
  }

  /** Whether an instrument is based on BTC or ETH. */
  major(instrument: number): boolean {
    const base = this.rows.base[instrument];
    return base === BTC || base === ETH;
  }

  /** Row of a tick in `ring.rows` by its number; 0 when it is not (or no longer) kept. */
  tickOf(instrument: number, number: number): number {
    return this.ring.find(instrument, number);
  }

  /** The last index in cents (ticks ÷ 100), 0 before the first tick. */
  cents(instrument: number): number {
    return this.rows.price[instrument] as number;
  }

  list(
    instrument: number,
    base: number,
    quote: number,
    category: number,
    calendar: number,
    tickDecimals: number,
  ): void {
    const { rows } = this;
    rows.reach(instrument);
    rows.base[instrument] = base;
    rows.quote[instrument] = quote;
    rows.category[instrument] = category;
    rows.calendar[instrument] = calendar;
    rows.tickDecimals[instrument] = tickDecimals;
    this.put(instrument, this.judge(instrument, this.clock.now));
    this.emit(instrument);
  }

  /** Stores a tick and emits it. Its sources follow through `source`. */
  tick(instrument: number, price: number, spread: number, used: number, total: number): void {
    const { rows, out } = this;
    const now = this.clock.now;
    this.dispute(instrument, used, total);
    rows.price[instrument] = price;
    rows.spread[instrument] = spread;
    rows.used[instrument] = used;
    rows.total[instrument] = total;
    rows.time[instrument] = now;
    const number = (rows.number[instrument] as number) + 1;
    rows.number[instrument] = number;
    rows.waits[instrument] = 0;
    const state = this.judge(instrument, now);
    this.put(instrument, state);
    this.ring.add(instrument, number, price, now, state);
    if (rows.armed[instrument] === 0) {
      rows.armed[instrument] = 1;
      this.timers.add(now + AGING_AFTER, TIMER.instrument, instrument);
    }
    const at = out.open(TICK.head);
    const w = out.words;
    w[at + TICK.instrument] = instrument;
    w[at + TICK.number] = number;
    w[at + TICK.price] = price;
    w[at + TICK.spread] = spread;
    w[at + TICK.used] = used;
    w[at + TICK.total] = total;
    w[at + TICK.state] = state;
  }

  /**
   * Whether the last tick may be used for marks, liquidations and funding. It is valid or aging, or it belongs to a
   * dispute longer than `DISPUTE_MOST` and is not too old.
   */
  counts(instrument: number): boolean {
    const state = this.rows.state[instrument] as number;
    return state === PRICE_STATE.valid || state === PRICE_STATE.aging || this.disputed(instrument);
  }

  /** Whether the price is disputed and the median of the remaining sources already counts. */
  disputed(instrument: number): boolean {
    const { disputes } = this;
    return (
      this.rows.state[instrument] === PRICE_STATE.stale &&
      instrument <= disputes.top &&
      disputes.counts[instrument] === 1
    );
  }

  /** Records when a dispute begins, ends, or has lasted long enough. Runs before the tick is stored. */
  private dispute(instrument: number, used: number, total: number): void {
    const { rows, disputes, clock } = this;
    if (clock.rules < RULE.staleOnlyReduces) return;
    const few = used * 2 < total && used > 0;
    if (!few) {
      if (instrument > disputes.top) return;
      disputes.since[instrument] = 0;
      disputes.counts[instrument] = 0;
      return;
    }
    disputes.reach(instrument);
    const since = disputes.since[instrument] as number;
    const goesOn = since !== 0 && clock.now - (rows.time[instrument] as number) <= STALE_AFTER;
    if (!goesOn) disputes.since[instrument] = clock.now;
    disputes.counts[instrument] = goesOn && clock.now - since > DISPUTE_MOST ? 1 : 0;
  }

  /** Emits one source of a tick. The event has the fields of the command's row, which is at `from`. */
  source(words: Float64Array, from: number): void {
    const { out } = this;
    const at = out.open(TICK_SOURCE.head);
    for (let word = 0; word < SOURCE_WORDS; word += 1)
      out.words[at + TICK_SOURCE.instrument + word] = words[from + word] as number;
  }

  /** Timer: checks an instrument's age. The clock is past `due`. */
  age(instrument: number, due: number): void {
    const { rows } = this;
    const time = rows.time[instrument] as number;
    const old = due + 1 - time;
    rows.armed[instrument] = 0;
    if (old <= STALE_AFTER) {
      rows.armed[instrument] = 1;
      this.timers.add(time + (old <= AGING_AFTER ? AGING_AFTER : STALE_AFTER), TIMER.instrument, instrument);
    }
    if (old > STALE_AFTER && instrument <= this.disputes.top) this.disputes.counts[instrument] = 0;
    this.settle(instrument, due + 1);
  }

  /** A calendar reached a boundary: it opened, closed, or one session followed another. */
  turn(calendar: number, due: number): void {
    if (this.calendars.due(calendar) !== due) return;
    this.arm(calendar, due + 1);
    this.look(calendar, due + 1);
  }

  setHours(calendar: number, words: Float64Array, at: number, count: number): void {
    this.calendars.set(calendar, words, at, count, this.clock.now);
    this.arm(calendar, this.clock.now);
    this.look(calendar, this.clock.now);
  }

  /**
   * Re-evaluates all instruments of a calendar and emits their state. It emits an unchanged state too, because the
   * hours differ.
   */
  private look(calendar: number, now: number): void {
    for (let instrument = 1; instrument <= this.rows.top; instrument += 1) {
      if (this.rows.calendar[instrument] !== calendar) continue;
      this.put(instrument, this.judge(instrument, now));
      this.emitState(instrument, now);
    }
  }

  /**
   * Rules `openingMark`: a market that is open through a tick from before its opening now waits for one of its session.
   */
  renewStates(): void {
    const { rows, calendars, clock } = this;
    for (let instrument = 1; instrument <= rows.top; instrument += 1) {
      if (!this.exists(instrument)) continue;
      const calendar = rows.calendar[instrument] as number;
      if (calendars.openThrough(calendar, rows.time[instrument] as number, clock.now)) continue;
      rows.waits[instrument] = 1;
      if (instrument <= this.disputes.top) this.disputes.counts[instrument] = 0;
      this.settle(instrument, clock.now);
    }
  }

  /** Emits `instrument.changed`. */
  emit(instrument: number): void {
    const { rows, out } = this;
    const at = out.open(CHANGED.head);
    const w = out.words;
    w[at + CHANGED.instrument] = instrument;
    w[at + CHANGED.base] = rows.base[instrument] as number;
    w[at + CHANGED.quote] = rows.quote[instrument] as number;
    w[at + CHANGED.category] = rows.category[instrument] as number;
    w[at + CHANGED.calendar] = rows.calendar[instrument] as number;
    w[at + CHANGED.tickDecimals] = rows.tickDecimals[instrument] as number;
  }

  /** Emits the last tick again with its current state, for a seed. */
  seed(instrument: number): void {
    const { rows, out } = this;
    if (rows.number[instrument] !== 0) {
      const at = out.open(TICK.head);
      const w = out.words;
      w[at + TICK.instrument] = instrument;
      w[at + TICK.number] = rows.number[instrument] as number;
      w[at + TICK.price] = rows.price[instrument] as number;
      w[at + TICK.spread] = rows.spread[instrument] as number;
      w[at + TICK.used] = rows.used[instrument] as number;
      w[at + TICK.total] = rows.total[instrument] as number;
      w[at + TICK.state] = rows.state[instrument] as number;
    }
    this.emitState(instrument, this.clock.time);
  }

  private arm(calendar: number, now: number): void {
    const boundary = this.calendars.boundary(calendar, now);
    this.calendars.setDue(calendar, boundary === 0 ? 0 : boundary - 1);
    this.timers.cancel(TIMER.calendar, calendar);
    if (boundary !== 0) this.timers.add(boundary - 1, TIMER.calendar, calendar);
  }

  /** Rules `rowTimers`: keeps only the timers that calendars use. */
  renewTimers(): void {
    this.timers.keep([TIMER.calendar], (due, _kind, calendar) => this.calendars.due(calendar) === due);
  }

  private settle(instrument: number, now: number): void {
    const state = this.judge(instrument, now);
    if (state === this.rows.state[instrument]) return;
    this.put(instrument, state);
    this.emitState(instrument, now);
  }

  private emitState(instrument: number, now: number): void {
    const { rows, out } = this;
    const calendar = rows.calendar[instrument] as number;
    const at = out.open(STATE.head);
    const w = out.words;
    w[at + STATE.instrument] = instrument;
    w[at + STATE.state] = rows.state[instrument] as number;
    w[at + STATE.opensAt] = this.calendars.opensAt(calendar, now);
    w[at + STATE.closesAt] = this.calendars.closesAt(calendar, now);
  }

  private judge(instrument: number, now: number): number {
    const { rows } = this;
    if (!this.calendars.open(rows.calendar[instrument] as number, now)) return PRICE_STATE.closed;
    const price = rows.price[instrument] as number;
    const age = now - (rows.time[instrument] as number);
    if (price === 0 || age > STALE_AFTER || (rows.used[instrument] as number) * 2 < (rows.total[instrument] as number))
      return PRICE_STATE.stale;
    if (rows.waits[instrument] === 1) return PRICE_STATE.stale;
    return age > AGING_AFTER || (rows.spread[instrument] as number) * APART > price
      ? PRICE_STATE.aging
      : PRICE_STATE.valid;
  }

  /**
   * Sets an instrument's state. A closed instrument then waits for a price of its next session (rules `openingMark`).
   */
  private put(instrument: number, state: number): void {
    const { rows, disputes, clock } = this;
    rows.state[instrument] = state;
    if (state !== PRICE_STATE.closed || clock.rules < RULE.openingMark) return;
    rows.waits[instrument] = 1;
    // Ticks from closed hours do not count at the opening.
    if (instrument <= disputes.top) disputes.counts[instrument] = 0;
  }
}
