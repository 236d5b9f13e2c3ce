// Whether a user may withdraw now.

import type { WalletContext } from '../context.ts';

/** Lock bit of a user: withdrawals. */
const LOCKED = 2;

/** A product that may lock a user's withdrawals, such as an overdue loan. */
export interface WithdrawalLock {
  locksWithdrawals(user: number): boolean;
}

export class WithdrawalLocks {
  private readonly context: WalletContext;
  /** Wired once at start, not state. */
  private readonly locks: WithdrawalLock[] = [];

  constructor(context: WalletContext) {
    this.context = context;
  }

  add(lock: WithdrawalLock): void {
    this.locks.push(lock);
  }

  /** A lock, an unpaid reversed deposit, a product. */
  locked(user: number): boolean {
    const { users, reversals } = this.context;
    return (
      ((users.rows.locks[user] as number) & LOCKED) !== 0 ||
      reversals.any(user) ||
      this.locks.some((lock) => lock.locksWithdrawals(user))
    );
  }

  /** Locked, or frozen as a whole. */
  stopped(user: number): boolean {
    return this.locked(user) || this.context.users.frozen(user);
  }
}
