// Frozen users whose opening orders are still to be cancelled, first frozen first (money §3).

import { type Registry, table } from '../state/index.ts';

const ROW = 1;

/** A queue without duplicates, linked by user. Empty until the first freeze under rules `frozenReduces`. */
export class Freezing {
  /** By user: the next user in the queue. */
  private readonly rows;
  private readonly ends;

  /** @param most the most users; each is queued at most once */
  constructor(registry: Registry, most: number) {
    this.rows = registry.add(table('freezing', { next: 'i32' }, most));
    this.ends = registry.add(table('freezing.ends', { first: 'i32', last: 'i32' }, 1));
  }

  /** The user whose orders are cancelled next; 0 when none is queued. */
  get first(): number {
    return this.ends.top === 0 ? 0 : (this.ends.first[ROW] as number);
  }

  /** Whether a user's orders are still to be cancelled. */
  has(user: number): boolean {
    if (this.first === 0 || user > this.rows.top) return false;
    return this.rows.next[user] !== 0 || this.ends.last[ROW] === user;
  }

  /** Queues a user who is not queued yet. */
  add(user: number): void {
    const { rows, ends } = this;
    if (this.has(user)) return;
    rows.reach(user);
    ends.reach(ROW);
    if (ends.first[ROW] === 0) ends.first[ROW] = user;
    else rows.next[ends.last[ROW] as number] = user;
    ends.last[ROW] = user;
  }

  /** Removes the first user from the queue. */
  shift(): void {
    const { rows, ends } = this;
    const user = ends.first[ROW] as number;
    ends.first[ROW] = rows.next[user] as number;
    rows.next[user] = 0;
    if (ends.first[ROW] === 0) ends.last[ROW] = 0;
  }
}
