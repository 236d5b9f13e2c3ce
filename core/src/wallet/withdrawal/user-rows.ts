// Each user's pending withdrawals as a list, at most `MOST_OF_USER` long. Derived from the rows.

import { IntColumn } from '../row-heap.ts';

export class UserRows {
  private readonly heads = new IntColumn();
  private readonly following = new IntColumn();
  private readonly preceding = new IntColumn();

  /** A user's first row, 0 when there is none. */
  first(user: number): number {
    return this.heads.get(user);
  }

  /** The row after another of the same user, 0 after the last. */
  next(row: number): number {
    return this.following.get(row);
  }

  add(user: number, row: number): void {
    const head = this.heads.get(user);
    this.following.set(row, head);
    this.preceding.set(row, 0);
    if (head !== 0) this.preceding.set(head, row);
    this.heads.set(user, row);
  }

  remove(user: number, row: number): void {
    const before = this.preceding.get(row);
    const after = this.following.get(row);
    if (before === 0) this.heads.set(user, after);
    else this.following.set(before, after);
    if (after !== 0) this.preceding.set(after, before);
  }
}
