// order.cancel, order.cancelAll, order.clear, order.amend: by the order's id, whatever product it belongs to.

import { ROW32 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import type { Users } from '../party/index.ts';
import { commands, DONE, offsetOf, REASON, rejects } from '../schema/index.ts';
import { SLOT_SPAN } from '../state/index.ts';
import type { Floor } from './floor.ts';
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
  private readonly floor: Floor;
  private readonly users: Users;

  constructor(floor: Floor, users: Users) {
    super();
    this.floor = floor;
    this.users = users;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === CANCEL_ALL || kind === CLEAR_KIND) {
      const market = words[at + (kind === CLEAR_KIND ? CLEAR.market : ALL_MARKET)] as number;
      return market === 0 || this.floor.markets.exists(market)
        ? DONE
        : this.refuse(rejects['market.unknown'], 0, market);
    }
    const found = this.own(words, at);
    if (found !== DONE || kind === CANCEL) return found;
    const slot = this.floor.orders.find(words[at + ORDER] as number);
    const rules = this.floor.rulesOf(this.floor.orders.market(slot));
    const code = rules.decideAmend(words, at, slot);
    return code === DONE ? DONE : this.refuse(code, rules.expected, rules.got);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === CANCEL_ALL) return this.cancelAll(words[at + USER] as number, words[at + ALL_MARKET] as number);
    if (kind === CLEAR_KIND) return this.clear(words, at);
    const { floor } = this;
    const id = words[at + ORDER] as number;
    const slot = floor.orders.find(id);
    const rules = floor.rulesOf(floor.orders.market(slot));
    if (kind === AMEND) return rules.commitAmend(words, at, slot);
    rules.cancel(slot, REASON.user);
    return id;
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== AMEND) return [];
    const slot = this.floor.orders.find(words[at + ORDER] as number);
    return this.floor.rulesOf(this.floor.orders.market(slot)).amendNumbers();
  }

  override work(steps: number): number {
    return this.floor.stirred() && steps > 0 ? runTriggers(this.floor, steps) : steps;
  }

  override busy(): boolean {
    return this.floor.stirred();
  }

  /** Whether the order is the user's and open. */
  private own(words: Float64Array, at: number): number {
    const { orders } = this.floor;
    const id = words[at + ORDER] as number;
    const slot = orders.find(id);
    if (slot !== 0)
      return orders.user[slot * ROW32] === words[at + USER] ? DONE : this.refuse(rejects['order.unknown'], 0, id);
    // An id that was given once and lives no more is final; one that never was is unknown.
    const place = id % SLOT_SPAN;
    const generation = place === 0 || place > orders.top ? -1 : (orders.generation[place * ROW32] as number);
    const given = generation >= 0 && (id - place) / SLOT_SPAN < (generation >> 1) + (generation & 1);
    return this.refuse(given ? rejects['order.final'] : rejects['order.unknown'], 0, id);
  }

  /** Cancels market by market, the newest seat first, in each the oldest order first; gives how many. */
  private cancelAll(user: number, market: number): number {
    const { floor } = this;
    const s = floor.seats.rows;
    let count = 0;
    let seat = this.users.rows.seat[user] as number;
    for (; seat !== 0; seat = s.next[seat] as number) {
      if (market !== 0 && s.market[seat] !== market) continue;
      // Bounded by MAX_OPEN a seat.
      while (s.oldest[seat] !== 0) {
        floor.rulesOf(s.market[seat] as number).cancel(s.oldest[seat] as number, REASON.all);
        count += 1;
      }
    }
    return count;
  }

  /** Cancels what guards no position, of one wallet or all, in the order of `cancelAll`; gives how many. */
  private clear(words: Float64Array, at: number): number {
    const { floor } = this;
    const { orders } = floor;
    const s = floor.seats.rows;
    const wallet = words[at + CLEAR.wallet] as number;
    const market = words[at + CLEAR.market] as number;
    const reason = words[at + CLEAR.reason] as number;
    let count = 0;
    let seat = this.users.rows.seat[words[at + USER] as number] as number;
    for (; seat !== 0; seat = s.next[seat] as number) {
      if (market !== 0 && s.market[seat] !== market) continue;
      if (wallet !== 0 && s.wallet[seat] !== wallet) continue;
      const rules = floor.rulesOf(s.market[seat] as number);
      let newer = 0;
      // Bounded by MAX_OPEN a seat.
      for (let slot = s.oldest[seat] as number; slot !== 0; slot = newer) {
        newer = orders.newer[slot * ROW32] as number;
        if (rules.guards?.(slot) === true) continue;
        rules.cancel(slot, reason);
        count += 1;
      }
    }
    return count;
  }
}
