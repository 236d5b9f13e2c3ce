// order.cancel, order.cancelAll, order.clear, order.amend: each names an order by id, whatever its product.

import { ROW32 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { CLOSE_REASON } from '../enum/index.ts';
import type { Users } from '../user/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { SLOT_SPAN } from '../state/index.ts';
import type { OrderBooks } from './order-books.ts';
import { runTriggers } from './triggers.ts';

const USER = offsetOf('order.cancel', 'user');
const ORDER = offsetOf('order.cancel', 'order');
const ALL_MARKET = offsetOf('order.cancelAll', 'market');
const CLEAR = {
  wallet: offsetOf('order.clear', 'wallet'),
  market: offsetOf('order.clear', 'market'),
  reason: offsetOf('order.clear', 'reason'),
} as const;
const AMEND = commands['order.amend'].kind;
const CANCEL = commands['order.cancel'].kind;
const CANCEL_ALL = commands['order.cancelAll'].kind;
const CLEAR_KIND = commands['order.clear'].kind;

export class OrderCommands extends Domain {
  readonly kinds = [AMEND, CANCEL, CANCEL_ALL, CLEAR_KIND];
  override readonly tradesByItself = true;
  override readonly whileFrozen = [CANCEL, CANCEL_ALL, CLEAR_KIND];
  private readonly orderBooks: OrderBooks;
  private readonly users: Users;

  constructor(orderBooks: OrderBooks, users: Users) {
    super();
    this.orderBooks = orderBooks;
    this.users = users;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === CANCEL_ALL || kind === CLEAR_KIND) {
      const market = words[at + (kind === CLEAR_KIND ? CLEAR.market : ALL_MARKET)] as number;
      return market === 0 || this.orderBooks.markets.exists(market)
        ? DONE
        : this.refuse(rejects['market.unknown'], 0, market);
    }
    const found = this.own(words, at);
    if (found !== DONE || kind === CANCEL) return found;
    const slot = this.orderBooks.orders.find(words[at + ORDER] as number);
    const rules = this.orderBooks.rulesOf(this.orderBooks.orders.market(slot));
    const code = rules.decideAmend(words, at, slot);
    return code === DONE ? DONE : this.refuse(code, rules.expected, rules.got);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === CANCEL_ALL) return this.cancelAll(words[at + USER] as number, words[at + ALL_MARKET] as number);
    if (kind === CLEAR_KIND) return this.clear(words, at);
    const { orderBooks } = this;
    const id = words[at + ORDER] as number;
    const slot = orderBooks.orders.find(id);
    const rules = orderBooks.rulesOf(orderBooks.orders.market(slot));
    if (kind === AMEND) return rules.commitAmend(words, at, slot);
    rules.cancel(slot, CLOSE_REASON.user);
    return id;
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== AMEND) return [];
    const slot = this.orderBooks.orders.find(words[at + ORDER] as number);
    return this.orderBooks.rulesOf(this.orderBooks.orders.market(slot)).amendNumbers();
  }

  override work(steps: number): number {
    return this.orderBooks.stirred() && steps > 0 ? runTriggers(this.orderBooks, steps) : steps;
  }

  override busy(): boolean {
    return this.orderBooks.stirred();
  }

  /** Whether the order is open and belongs to the user. */
  private own(words: Float64Array, at: number): number {
    const { orders } = this.orderBooks;
    const id = words[at + ORDER] as number;
    const slot = orders.find(id);
    if (slot !== 0)
      return orders.user[slot * ROW32] === words[at + USER] ? DONE : this.refuse(rejects['order.unknown'], 0, id);
    // An id of a row that has since been freed is final; an id that never existed is unknown.
    const place = id % SLOT_SPAN;
    const generation = place === 0 || place > orders.top ? -1 : (orders.generation[place * ROW32] as number);
    const given = generation >= 0 && (id - place) / SLOT_SPAN < (generation >> 1) + (generation & 1);
    return this.refuse(given ? rejects['order.final'] : rejects['order.unknown'], 0, id);
  }

  /**
   * Cancels market by market, the newest order account first, and within each the oldest order first. Returns how many.
   */
  private cancelAll(user: number, market: number): number {
    const { orderBooks } = this;
    const s = orderBooks.orderAccounts.rows;
    let count = 0;
    let orderAccount = this.users.rows.orderAccount[user] as number;
    for (; orderAccount !== 0; orderAccount = s.next[orderAccount] as number) {
      if (market !== 0 && s.market[orderAccount] !== market) continue;
      // Bounded by MAX_OPEN per order account.
      while (s.oldest[orderAccount] !== 0) {
        orderBooks.rulesOf(s.market[orderAccount] as number).cancel(s.oldest[orderAccount] as number, CLOSE_REASON.all);
        count += 1;
      }
    }
    return count;
  }

  /**
   * Cancels all orders except take-profit and stop-loss orders of positions, in one wallet or all, in the order of
   * `cancelAll`. Returns how many.
   */
  private clear(words: Float64Array, at: number): number {
    const { orderBooks } = this;
    const { orders } = orderBooks;
    const s = orderBooks.orderAccounts.rows;
    const wallet = words[at + CLEAR.wallet] as number;
    const market = words[at + CLEAR.market] as number;
    const reason = words[at + CLEAR.reason] as number;
    let count = 0;
    let orderAccount = this.users.rows.orderAccount[words[at + USER] as number] as number;
    for (; orderAccount !== 0; orderAccount = s.next[orderAccount] as number) {
      if (market !== 0 && s.market[orderAccount] !== market) continue;
      if (wallet !== 0 && s.wallet[orderAccount] !== wallet) continue;
      const rules = orderBooks.rulesOf(s.market[orderAccount] as number);
      let newer = 0;
      // Bounded by MAX_OPEN per order account.
      for (let slot = s.oldest[orderAccount] as number; slot !== 0; slot = newer) {
        newer = orders.newer[slot * ROW32] as number;
        if (rules.guards?.(slot) === true) continue;
        rules.cancel(slot, reason);
        count += 1;
      }
    }
    return count;
  }
}
