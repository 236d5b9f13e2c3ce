// The opening orders of a customer who was frozen: cancelled at once, some in each batch where there are many (money §3).

import { ROW32 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import type { Users } from '../party/index.ts';
import { RULE } from '../rules.ts';
import { REASON } from '../schema/index.ts';
import type { Floor } from './floor.ts';

/** Cancels what a frozen customer's accomplices could fill. Orders that only reduce a position stay. */
export class FrozenOrders extends Domain {
  readonly kinds = [];
  private readonly floor: Floor;
  private readonly users: Users;

  constructor(floor: Floor, users: Users) {
    super();
    this.floor = floor;
    this.users = users;
  }

  decide(): number {
    throw new Error('Expected no command for the orders of frozen customers.');
  }

  commit(): number {
    throw new Error('Expected no command for the orders of frozen customers.');
  }

  override busy(): boolean {
    return this.users.freezing.first !== 0;
  }

  /** A step is an order cancelled, or a customer whose opening orders are all cancelled. */
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

  /** Who was frozen before the rule has their opening orders cancelled from its activation on. Bounded by MAX_USERS. */
  override activated(version: number): void {
    if (version !== RULE.frozenReduces) return;
    const { users } = this;
    for (let user = 1; user <= users.rows.top; user += 1) if (users.frozen(user)) users.freezing.add(user);
  }

  /** No opening order of a frozen customer is open, unless it is still to be cancelled. */
  override audit(expect: (holds: boolean, what: string) => void): void {
    const { floor, users } = this;
    if (floor.clock.rules < RULE.frozenReduces) return;
    const s = floor.seats.rows;
    for (let seat = 1; seat <= s.top; seat += 1) {
      const user = s.user[seat] as number;
      if (s.oldest[seat] === 0 || !users.frozen(user) || users.freezing.has(user)) continue;
      const opening = this.opening(seat, s.oldest[seat] as number);
      expect(opening === 0, `frozen user ${user} to have no opening order, order ${opening} is open`);
    }
  }

  /** Cancels a user's opening orders, the newest seat first, in each the oldest first, at most `most`; gives how many. */
  private cancel(user: number, most: number): number {
    const { floor, users } = this;
    if (!users.frozen(user)) return 0;
    const s = floor.seats.rows;
    let count = 0;
    for (let seat = users.rows.seat[user] as number; seat !== 0; seat = s.next[seat] as number) {
      const rules = floor.rulesOf(s.market[seat] as number);
      // Bounded by MAX_OPEN a seat: a cancel takes no other order with it that opens.
      for (let slot = this.opening(seat, s.oldest[seat] as number); slot !== 0;) {
        if (count === most) return count;
        rules.cancel(slot, REASON.frozen);
        count += 1;
        slot = this.opening(seat, s.oldest[seat] as number);
      }
    }
    return count;
  }

  /** The first order of a seat from `slot` on that opens something, 0: none. */
  private opening(seat: number, slot: number): number {
    const { orders, seats } = this.floor;
    const rules = this.floor.rulesOf(seats.rows.market[seat] as number);
    let at = slot;
    while (at !== 0 && rules.reduces?.(at) === true) at = orders.newer[at * ROW32] as number;
    return at;
  }
}
