// Whether a user may withdraw now.

import { RULE } from '../../rules.ts';
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

  /** A lock, or an unpaid reversed deposit or a product's lock, of theirs or of a linked account. */
  locked(user: number): boolean {
    const { users } = this.context;
    return ((users.rows.locks[user] as number) & LOCKED) !== 0 || users.any(user, this.owes);
  }

  /** Locked, frozen as a whole, or since rules `stageRevoked` no longer verified. */
  stopped(user: number): boolean {
    const { users, clock } = this.context;
    if (clock.rules >= RULE.stageRevoked && users.rows.stage[user] === 0) return true;
    return this.locked(user) || users.frozen(user);
  }

  private readonly owes = (user: number): boolean =>
    this.context.reversals.any(user) || this.locks.some((lock) => lock.locksWithdrawals(user));
}
