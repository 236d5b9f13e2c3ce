// Cancels the opening orders of a frozen user: at once, or spread over batches when there are many (money §3).

import { ROW32 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { CLOSE_REASON } from '../enum/index.ts';
import type { Users } from '../user/index.ts';
import { RULE } from '../rules.ts';
import type { OrderBooks } from './order-books.ts';
import type { Expect } from '../expect.ts';

/** Cancels orders that accomplices of a frozen user could fill. Orders that only reduce a position stay. */
export class FrozenOrders extends Domain {
  readonly kinds = [];
  private readonly orderBooks: OrderBooks;
  private readonly users: Users;

  constructor(orderBooks: OrderBooks, users: Users) {
    super();
    this.orderBooks = orderBooks;
    this.users = users;
  }

  decide(): number {
    throw new Error('Expected no command for the orders of frozen users.');
  }

  commit(): number {
    throw new Error('Expected no command for the orders of frozen users.');
  }

  override busy(): boolean {
    return this.users.freezing.first !== 0;
  }

  /** One step cancels an order, or finishes a user whose opening orders are all cancelled. */
  override work(steps: number): number {
    const { freezing } = this.users;
    let left = steps;
    while (left > 0 && freezing.first !== 0) {
      left -= this.cancel(freezing.first, left);
      if (left === 0) break;
      freezing.shift();
      left -= 1;
    }
    return left;
  }

  /** Cancels the opening orders of users frozen before the rule, when it takes effect. Bounded by MAX_USERS. */
  override activated(version: number): void {
    if (version !== RULE.frozenReduces) return;
    const { users } = this;
    for (let user = 1; user <= users.rows.top; user += 1) if (users.frozen(user)) users.freezing.add(user);
  }

  /** A frozen user has no opening orders, except those still queued for cancellation. */
  override audit(expect: Expect): void {
    const { orderBooks, users } = this;
    if (orderBooks.clock.rules < RULE.frozenReduces) return;
    const s = orderBooks.orderAccounts.rows;
    for (let orderAccount = 1; orderAccount <= s.top; orderAccount += 1) {
      const user = s.user[orderAccount] as number;
      if (s.oldest[orderAccount] === 0 || !users.frozen(user) || users.freezing.has(user)) continue;
      const opening = this.opening(orderAccount, s.oldest[orderAccount] as number);
      expect(opening === 0, () => `frozen user ${user} to have no opening order, order ${opening} is open`);
    }
  }

  /**
   * Cancels at most `most` opening orders of a user, the newest order account first, and within each the oldest order
   * first. Returns how many.
   */
  private cancel(user: number, most: number): number {
    const { orderBooks, users } = this;
    if (!users.frozen(user)) return 0;
    const s = orderBooks.orderAccounts.rows;
    let count = 0;
    for (
      let orderAccount = users.rows.orderAccount[user] as number;
      orderAccount !== 0;
      orderAccount = s.next[orderAccount] as number
    ) {
      const rules = orderBooks.rulesOf(s.market[orderAccount] as number);
      // Bounded by MAX_OPEN per order account: a cancel removes no other opening order.
      for (let slot = this.opening(orderAccount, s.oldest[orderAccount] as number); slot !== 0;) {
        if (count === most) return count;
        rules.cancel(slot, CLOSE_REASON.frozen);
        count += 1;
        slot = this.opening(orderAccount, s.oldest[orderAccount] as number);
      }
    }
    return count;
  }

  /** The first opening order of an order account from `slot` on, 0 when none. */
  private opening(orderAccount: number, slot: number): number {
    const { orders, orderAccounts } = this.orderBooks;
    const rules = this.orderBooks.rulesOf(orderAccounts.rows.market[orderAccount] as number);
    let at = slot;
    while (at !== 0 && rules.reduces?.(at) === true) at = orders.newer[at * ROW32] as number;
    return at;
  }
}
