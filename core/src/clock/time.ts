// The clock of the state: the batch's time, the command's sequence number, the rules in force. One row.

import { quotient } from '../number/index.ts';
import { type Registry, table } from '../state/index.ts';

export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** Whole UTC days since 1970. */
export function dayOf(time: number): number {
  return quotient(time, DAY);
}

const ROW = 1;

export class Clock {
  private readonly row;
  /** A separate table outside the digest, because a refused command takes a number too. */
  private readonly number;
  /** The current time: that of the batch, or of a timer while it fires. */
  now = 0;

  constructor(registry: Registry) {
    this.row = registry.add(
      table('clock', { time: 'f64', epoch: 'f64', rules: 'i32', mode: 'i32', sweep: 'f64', slot: 'i32' }, 1, true, {
        added: { slot: 0 },
      }),
    );
    this.number = registry.add(table('sequence', { seq: 'f64' }, 1, false));
    this.number.reach(ROW);
    this.row.reach(ROW);
    this.row.rules[ROW] = 1;
  }

  get time(): number {
    return this.row.time[ROW] as number;
  }
  set time(time: number) {
    this.row.time[ROW] = time;
  }
  get seq(): number {
    return this.number.seq[ROW] as number;
  }
  set seq(seq: number) {
    this.number.seq[ROW] = seq;
  }
  get epoch(): number {
    return this.row.epoch[ROW] as number;
  }
  set epoch(epoch: number) {
    this.row.epoch[ROW] = epoch;
  }
  get rules(): number {
    return this.row.rules[ROW] as number;
  }
  set rules(rules: number) {
    this.row.rules[ROW] = rules;
  }
  /** 0 before genesis, 1 practice, 2 live. */
  get mode(): number {
    return this.row.mode[ROW] as number;
  }
  set mode(mode: number) {
    this.row.mode[ROW] = mode;
  }
  /** Where the sweep over the traders' days continues, 0 when it is complete. */
  get sweep(): number {
    return this.row.sweep[ROW] as number;
  }
  set sweep(sweep: number) {
    this.row.sweep[ROW] = sweep;
  }
  /** Whether ticks were stored whose `slot.end` has not come: what they cause waits (since rules `tickWorkBehindQuotes`). */
  get slotOpen(): boolean {
    return this.row.slot[ROW] !== 0;
  }
  set slotOpen(open: boolean) {
    this.row.slot[ROW] = open ? 1 : 0;
  }
}
