// When the calendars of contracts next close, and how near that is (money §3). Empty before rules `closingHours`.

import { type Clock, TIMER, type Timers } from '../../clock/index.ts';
import { CLOSING_CUT, CLOSING_NOTICE, closingPhase, closingRate, PHASE, SHORT_BREAK } from '../../formula/index.ts';
import type { Prices } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { type EventBuffer, type Registry, table } from '../../state/index.ts';

const MAX_CALENDARS = 255;

export class CloseTimes {
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly timers: Timers;
  private readonly prices: Prices;
  /** By calendar: its next close and next opening (ms, 0 unknown); the phase before it. */
  private readonly rows;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, timers: Timers, prices: Prices) {
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.prices = prices;
    this.rows = registry.add(table('closeTimes', { closes: 'f64', opens: 'f64', phase: 'i32' }, MAX_CALENDARS));
  }

  /** The next close of a calendar, ms; 0 when unknown. */
  closes(calendar: number): number {
    return calendar <= this.rows.top ? (this.rows.closes[calendar] as number) : 0;
  }

  /** The phase before a calendar's close (`PHASE`). */
  phase(calendar: number): number {
    return calendar <= this.rows.top ? (this.rows.phase[calendar] as number) : PHASE.none;
  }

  /** A base rate at the next close of a calendar: doubled when it is closed for long. */
  rateOf(calendar: number, base: number): number {
    const { rows } = this;
    return calendar <= rows.top
      ? closingRate(base, rows.closes[calendar] as number, rows.opens[calendar] as number)
      : base;
  }

  /** A calendar has new sessions, or its current one is over: stores its next close and sets a timer. */
  renew(calendar: number): void {
    const { rows, clock, prices } = this;
    if (clock.rules < RULE.closingHours || calendar === 0) return;
    const { calendars } = prices;
    const closes = calendars.nextClose(calendar, clock.now, SHORT_BREAK);
    const opens = calendars.reopens;
    rows.reach(calendar);
    const same = rows.closes[calendar] === closes && rows.opens[calendar] === opens;
    rows.closes[calendar] = closes;
    rows.opens[calendar] = opens;
    const phase = closingPhase(clock.now, closes);
    this.arm(calendar);
    if (same && rows.phase[calendar] === phase) return;
    rows.phase[calendar] = phase;
    this.emit(calendar);
  }

  /** The timer of a calendar fired. Returns whether the last ten minutes began. */
  rang(calendar: number): boolean {
    const { rows, clock } = this;
    rows.phase[calendar] = closingPhase(clock.now, rows.closes[calendar] as number);
    this.arm(calendar);
    this.emit(calendar);
    return rows.phase[calendar] === PHASE.reduced;
  }

  /** Emits all calendars with a close, for seeds. */
  emitState(): void {
    for (let calendar = 1; calendar <= this.rows.top; calendar += 1)
      if (this.rows.closes[calendar] !== 0) this.emit(calendar);
  }

  /** Sets a timer for the start of the last hour, or of the last ten minutes. */
  private arm(calendar: number): void {
    const { timers, clock } = this;
    const closes = this.rows.closes[calendar] as number;
    timers.cancel(TIMER.closing, calendar);
    if (closes === 0) return;
    for (const before of [CLOSING_NOTICE, CLOSING_CUT])
      if (clock.now < closes - before) {
        timers.add(closes - before - 1, TIMER.closing, calendar);
        return;
      }
  }

  /** Emits `market.closing`. */
  private emit(calendar: number): void {
    const { rows } = this;
    const closes = rows.closes[calendar] as number;
    const opens = rows.opens[calendar] as number;
    this.out.record('market.closing', {
      calendar,
      phase: rows.phase[calendar] as number,
      closes,
      opens,
      doubled: closes !== 0 && closingRate(1, closes, opens) === 2 ? 1 : 0,
    });
  }
}
