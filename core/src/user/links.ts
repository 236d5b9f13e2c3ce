// Accounts the desk has linked because one person owns them (money §3, §8). New positions count together, and
// withdrawals share one turn and one allowance.

import type { Clock } from '../clock/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import type { Expect } from '../expect.ts';

/** Most accounts in one group. */
export const MAX_LINKED = 8;
/** Notice before a link counts after two operators agreed, ms. During this day the users may object. */
export const LINK_NOTICE = 86_400_000;
const LINKED = 1;
const UNLINKED = 2;

/** Groups of accounts as circular lists: each account names the next, the last one names the first. */
export class Links {
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  /** By user: the next account of the group, 0 in none; when their link starts to count, ms. */
  private readonly rows;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, most: number) {
    this.out = out;
    this.clock = clock;
    this.rows = registry.add(table('links', { from: 'f64', following: 'i32' }, most));
  }

  /** Accounts in a user's group, in force or not; 1 without a link. */
  size(user: number): number {
    let count = 1;
    // Bounded by MAX_LINKED.
    for (let other = this.following(user); other !== 0 && other !== user; other = this.following(other)) count += 1;
    return count;
  }

  /** Whether two accounts are in one group. */
  joined(user: number, other: number): boolean {
    let one = this.following(user);
    while (one !== 0 && one !== user && one !== other) one = this.following(one);
    return one === other;
  }

  isLinked(user: number): boolean {
    return this.following(user) !== 0;
  }

  /** The next account after `at` that counts as one with `user` now; 0 when none. Begin with `at` = `user`. */
  next(user: number, at: number): number {
    if (!this.counts(user)) return 0;
    let other = this.following(at);
    while (other !== user && !this.counts(other)) other = this.following(other);
    return other === user ? 0 : other;
  }

  /** Whether an account that counts as one with others now did so at `time`, ms. */
  countedAt(user: number, time: number): boolean {
    return this.counts(user) && (this.rows.from[user] as number) <= time;
  }

  /** Links an account that is in no group with another, effective a day later. */
  link(user: number, other: number): void {
    const { rows } = this;
    const from = this.clock.now + LINK_NOTICE;
    rows.reach(user > other ? user : other);
    if (rows.following[other] === 0) {
      rows.following[other] = other;
      rows.from[other] = from;
    }
    rows.following[user] = rows.following[other] as number;
    rows.following[other] = user;
    rows.from[user] = from;
    this.emit(other, user, LINKED);
    this.emit(user, other, LINKED);
  }

  /** Removes an account from its group at once. A group of one is dissolved. */
  unlink(user: number): void {
    const { rows } = this;
    const after = this.following(user);
    let before = after;
    while (rows.following[before] !== user) before = rows.following[before] as number;
    rows.following[before] = after;
    this.clear(user);
    this.emit(user, before, UNLINKED);
    if (before !== after) return;
    this.clear(after);
    this.emit(after, user, UNLINKED);
  }

  emitAll(): void {
    const { rows } = this;
    for (let user = 1; user <= rows.top; user += 1)
      if (rows.following[user] !== 0) this.emit(user, rows.following[user] as number, LINKED);
  }

  audit(expect: Expect): void {
    const { rows } = this;
    for (let user = 1; user <= rows.top; user += 1) {
      if (rows.following[user] === 0) {
        expect(rows.from[user] === 0, () => `user ${user} without a link to have no time of one`);
        continue;
      }
      let count = 1;
      let other = rows.following[user] as number;
      for (; other !== user && other !== 0 && count <= MAX_LINKED; count += 1) other = rows.following[other] as number;
      expect(other === user && count > 1 && count <= MAX_LINKED, () => `user ${user} in a ring of 2 to ${MAX_LINKED}`);
    }
  }

  private clear(user: number): void {
    this.rows.following[user] = 0;
    this.rows.from[user] = 0;
  }

  private counts(user: number): boolean {
    return this.following(user) !== 0 && (this.rows.from[user] as number) <= this.clock.now;
  }

  private following(user: number): number {
    return user > this.rows.top ? 0 : (this.rows.following[user] as number);
  }

  /** Emits `link.changed`. */
  private emit(user: number, other: number, state: number): void {
    this.out.record('link.changed', {
      user,
      other,
      from: user > this.rows.top ? 0 : (this.rows.from[user] as number),
      state,
    });
  }
}
