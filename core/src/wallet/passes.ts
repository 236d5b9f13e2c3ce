// Which withdrawals pass without a review: small ones, and only a limited total per user and UTC day (money §8). Two
// operators set the rules; without rules nothing passes.

import { type Clock, dayOf } from '../clock/index.ts';
import { MAX_USERS, type Users } from '../user/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';

const ROW = 1;

export class WithdrawalPasses {
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly users: Users;
  private readonly row;
  /**
   * By user: whole USDT passed on a day. Passed withdrawals that ended later stay counted; the next one is then
   * reviewed.
   */
  private readonly days;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, users: Users) {
    this.out = out;
    this.clock = clock;
    this.users = users;
    this.row = registry.add(table('withdrawal.rules', { each: 'f64', day: 'f64', version: 'i32' }, ROW));
    this.days = registry.add(table('withdrawal.passed', { whole: 'f64', day: 'i32' }, MAX_USERS));
  }

  /** Largest value of one withdrawal that passes, whole USDT; 0: none does. */
  most(): number {
    return this.row.top === ROW ? (this.row.each[ROW] as number) : 0;
  }

  /** Whole USDT that may still pass of a user today; linked accounts share it since rules `linkedTogether`. */
  leftToday(user: number): number {
    const left = this.day() - this.users.together(user, (one) => this.passedToday(one));
    return left > 0 ? left : 0;
  }

  /** Whether new rules let more pass than those in force. */
  wider(most: number, day: number): boolean {
    return most > this.most() || day > this.day();
  }

  /** Both in whole USDT. */
  set(most: number, day: number): void {
    const { row } = this;
    row.reach(ROW);
    row.each[ROW] = most;
    row.day[ROW] = day;
    row.version[ROW] = (row.version[ROW] as number) + 1;
    this.emitState();
  }

  /** Counts a withdrawal that passes now and emits `withdrawal.passed`. */
  add(withdrawal: number, user: number, whole: number): void {
    const { days } = this;
    const passed = this.passedToday(user) + whole;
    days.reach(user);
    days.day[user] = dayOf(this.clock.now);
    days.whole[user] = passed;
    this.out.record('withdrawal.passed', { withdrawal, user, worth: whole, today: passed });
  }

  /** Emits `pass.changed`. */
  emitState(): void {
    const { row } = this;
    if (row.top === ROW)
      this.out.record('pass.changed', {
        most: row.each[ROW] as number,
        day: row.day[ROW] as number,
        version: row.version[ROW] as number,
      });
  }

  private day(): number {
    return this.row.top === ROW ? (this.row.day[ROW] as number) : 0;
  }

  private passedToday(user: number): number {
    const { days } = this;
    return user <= days.top && days.day[user] === dayOf(this.clock.now) ? (days.whole[user] as number) : 0;
  }
}
