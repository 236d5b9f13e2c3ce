// The desk's open proposals: words that one operator proposed and another has not yet decided on.

import { type Clock, TIMER, type Timers } from '../clock/index.ts';
import { Alarm, type StoredWords } from '../user/index.ts';
import { type EventBuffer, pool, type Registry } from '../state/index.ts';
import type { Noticed } from './noticed.ts';
import { layoutOf } from '../schema/index.ts';
import type { Expect } from '../expect.ts';

/** Most open proposals. */
export const MAX_PROPOSALS = 64;
/** How long a proposal waits for the second operator, ms: 72 hours, after the notice where its kind needs one. */
export const PROPOSAL_TIME = 259_200_000;
const CHANGED = layoutOf('proposal.changed');

/** States of a proposal, as in `proposal.changed`. `none`: an id that never existed or is settled. */
export const PROPOSAL = { none: 0, made: 1, approved: 2, refused: 3, late: 4 } as const;

/** Steps of a proposal. */
export type Step = 'make' | 'approve' | 'refuse' | 'time';

/** The state after each step; no entry: the step is refused. Settled proposals are deleted, so `none`. */
export const PROPOSAL_STEPS: Readonly<Record<number, Partial<Readonly<Record<Step, number>>>>> = {
  [PROPOSAL.none]: { make: PROPOSAL.made },
  [PROPOSAL.made]: { approve: PROPOSAL.approved, refuse: PROPOSAL.refused, time: PROPOSAL.late },
};

export class Waiting {
  private readonly rows;
  private readonly alarm: Alarm;
  /** For proposals with notice. They wait longer, so they have a separate alarm. */
  private readonly noticedAlarm: Alarm;
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly stored: StoredWords;
  private noticed: Noticed | undefined;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, timers: Timers, stored: StoredWords) {
    this.out = out;
    this.clock = clock;
    this.stored = stored;
    this.alarm = new Alarm(registry, timers, 'proposals_alarm', TIMER.proposal);
    this.noticedAlarm = new Alarm(registry, timers, 'noticed_alarm', TIMER.noticed);
    this.rows = registry.add(
      pool('proposals', { until: 'f64', by: 'i32', command: 'i32', first: 'i32', next: 'i32' }, MAX_PROPOSALS, 'next'),
    );
  }

  give(noticed: Noticed): void {
    this.noticed = noticed;
  }

  full(): boolean {
    return this.rows.full();
  }

  /** The row of a proposal, 0 when it never existed or is settled. */
  row(id: number): number {
    return this.rows.find(id);
  }

  state(row: number): number {
    return row === 0 ? PROPOSAL.none : PROPOSAL.made;
  }

  by(row: number): number {
    return this.rows.by[row] as number;
  }

  kind(row: number): number {
    return this.rows.command[row] as number;
  }

  /** When it was made, or its notice ends: no one may approve earlier, ms. */
  from(row: number): number {
    return (this.rows.until[row] as number) - PROPOSAL_TIME;
  }

  /** Copies the proposed words. */
  read(row: number, to: Float64Array): void {
    this.stored.read(this.rows.first[row] as number, to, 0);
  }

  /** The id of an open proposal of exactly these words, 0 when there is none. */
  same(words: Float64Array, at: number): number {
    const { rows, stored } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row) && stored.same(rows.first[row] as number, words, at)) return rows.id(row);
    return 0;
  }

  /** Stores the words of the record at `at`. Returns the proposal's id. */
  make(operator: number, words: Float64Array, at: number): number {
    const { rows } = this;
    const row = rows.take();
    const kind = words[at] as number;
    const noticed = this.noticed?.noticed === kind ? this.noticed : undefined;
    const from = this.clock.now + (noticed?.notice ?? 0);
    rows.by[row] = operator;
    rows.command[row] = kind;
    rows.until[row] = from + PROPOSAL_TIME;
    rows.first[row] = this.stored.keep(words, at);
    this.emit(row, 0, PROPOSAL.made);
    this.alarmOf(kind).set(rows.until[row] as number);
    noticed?.begin(words, at, rows.id(row), from, from + PROPOSAL_TIME);
    return rows.id(row);
  }

  /** Settles a proposal: approved or refused by `second`, or expired (0). */
  settle(row: number, second: number, state: number): void {
    this.emit(row, second, state);
    const { noticed } = this;
    if (noticed !== undefined && noticed.noticed === this.kind(row) && state !== PROPOSAL.approved)
      noticed.end(this.rows.id(row), state);
    this.stored.drop(this.rows.first[row] as number);
    this.rows.free(row);
  }

  /** A timer fired at `now`: settles its expired proposals and sets the timer for the next. */
  expire(timer: number, now: number): void {
    const { rows } = this;
    const alarm = timer === TIMER.noticed ? this.noticedAlarm : this.alarm;
    alarm.rang();
    let earliest = 0;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row) || this.alarmOf(this.kind(row)) !== alarm) continue;
      const until = rows.until[row] as number;
      if (until <= now) this.settle(row, 0, PROPOSAL.late);
      else if (earliest === 0 || until < earliest) earliest = until;
    }
    if (earliest !== 0) alarm.set(earliest);
  }

  private alarmOf(kind: number): Alarm {
    return this.noticed?.noticed === kind ? this.noticedAlarm : this.alarm;
  }

  emitAll(): void {
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) this.emit(row, 0, PROPOSAL.made);
  }

  /** Every proposal has its words and a timer in time. Returns the number of stored words. */
  audit(expect: Expect): number {
    const { rows } = this;
    let words = 0;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      words += this.stored.length(rows.first[row] as number);
      const until = rows.until[row] as number;
      const due = this.alarmOf(this.kind(row)).due();
      expect(due !== 0 && due < until, () => `a timer before the end of proposal ${row}, got ${due}`);
      expect(until > this.clock.time, () => `proposal ${row} to have been settled by ${until}`);
      expect(this.by(row) > 0, () => `someone to have made proposal ${row}`);
    }
    return words;
  }

  /** Emits `proposal.changed`, with the words when the proposal is made. */
  private emit(row: number, second: number, state: number): void {
    const { rows, out, stored } = this;
    const first = rows.first[row] as number;
    const count = state === PROPOSAL.made ? stored.length(first) : 0;
    const at = out.open(CHANGED.head, count);
    const w = out.words;
    w[at + CHANGED.proposal] = rows.id(row);
    w[at + CHANGED.command] = rows.command[row] as number;
    w[at + CHANGED.by] = rows.by[row] as number;
    w[at + CHANGED.second] = second;
    w[at + CHANGED.state] = state;
    w[at + CHANGED.until] = rows.until[row] as number;
    w[at + CHANGED.words] = count;
    if (count > 0) stored.read(first, w, at + CHANGED.head.length);
  }
}
