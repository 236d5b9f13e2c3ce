// Which withdrawal may be signed next: approved ones queue by coin, users take turns, and each grant fits the hourly
// limit and its user's allowance (money §8; since rules `withdrawalQueue`).

import { MINUTE, TIMER } from '../../clock/index.ts';
import { quotient } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { type Registry } from '../../state/index.ts';
import { HourlyGrants, SMALL_WITHDRAWAL } from '../hourly-grants.ts';
import { IntColumn } from '../row-heap.ts';
import { WITHDRAWALS } from '../rails.ts';
import type { WalletContext } from '../context.ts';
import { WithdrawalAllowance } from './allowance.ts';
import { WithdrawalCounts } from './counts.ts';
import type { WithdrawalRows } from './flow.ts';
import { WithdrawalHeaps } from './heaps.ts';
import { WITHDRAWAL } from './states.ts';
import type { Expect } from '../../expect.ts';

const HOUR = 3_600_000;
/** Most pending withdrawals of one user. */
export const MOST_OF_USER = 20;
/** How long a withdrawal is skipped because its user is locked, its rail is closed, or it is too large now, ms. */
const RETRY = 10 * MINUTE;

/** Where a withdrawal is in the queue. */
export const TURN = { none: 0, waiting: 1, granted: 2, aside: 3 } as const;
/** Why it is skipped. */
export const ASIDE = { none: 0, allowance: 1, locked: 2, closed: 3, tooLarge: 4 } as const;

export class WithdrawalQueue {
  private readonly context: WalletContext;
  private readonly rows: WithdrawalRows;
  private readonly isLocked: (user: number) => boolean;
  readonly grants: HourlyGrants;
  readonly allowance: WithdrawalAllowance;
  // All of the following is derived from the rows.
  private readonly heaps: WithdrawalHeaps;
  private readonly counts: WithdrawalCounts;
  /** Number of coins to process. */
  private stirred = 0;
  constructor(registry: Registry, context: WalletContext, rows: WithdrawalRows, isLocked: (user: number) => boolean) {
    this.context = context;
    this.rows = rows;
    this.isLocked = isLocked;
    this.grants = new HourlyGrants(registry, context, rows);
    this.heaps = new WithdrawalHeaps(rows);
    this.counts = new WithdrawalCounts(context, rows);
    this.allowance = new WithdrawalAllowance(registry, context, rows, this.counts.ofUsers);
  }

  /** A user's pending withdrawals. */
  countOf(user: number): number {
    return this.counts.pending(user);
  }

  /** Whether a withdrawal requested now would wait after approval, as far as is known now. */
  waits(user: number, asset: number, rail: number, amount: number, worth: number): boolean {
    if (!this.heaps.isEmpty(asset)) return true;
    const cost = this.allowance.cost(user, asset, rail, worth);
    return !this.grants.fits(asset, amount, worth, true) || this.allowance.freeAt(user, cost) > 0;
  }

  isGranted(row: number): boolean {
    return this.rows.turn[row] === TURN.granted;
  }

  /** Adds a new request, in review. */
  asked(row: number): void {
    const { rows } = this;
    const user = rows.user[row] as number;
    rows.round[row] = 0;
    rows.until[row] = 0;
    rows.spent[row] = 0;
    rows.usedTo[row] = 0;
    rows.granted[row] = 0;
    rows.turn[row] = TURN.none;
    rows.why[row] = ASIDE.none;
    this.counts.addPending(user, row);
  }

  /** An approved withdrawal joins the queue with the next pending work. */
  approved(row: number): void {
    this.heaps.byTime.add(row);
  }

  /** A signed withdrawal counts against the hour instead of as granted. */
  signed(row: number): void {
    const { rows, context } = this;
    const worth = rows.worth[row] as number;
    const amount = rows.amount[row] as number;
    this.grants.count(row, -1);
    this.counts.addQueued(row, -1);
    context.timers.cancel(TIMER.withdrawalTurn, rows.id(row));
    rows.turn[row] = TURN.none;
    const large = worth > SMALL_WITHDRAWAL;
    context.limits.addToHour(rows.asset[row] as number, amount, large ? amount : 0, large ? 0 : worth);
  }

  /**
   * It ended before it was signed.
   * @param refunds whether the user gets the allowance back. Not when they cancel a granted one, or requests and
   * cancels could occupy a part of the limit for free.
   */
  ended(row: number, refunds: boolean): void {
    const { rows, context } = this;
    const asset = rows.asset[row] as number;
    const turn = rows.turn[row] as number;
    if (turn === TURN.waiting) this.heaps.for(row).remove(row);
    else if (turn === TURN.none && rows.status[row] === WITHDRAWAL.approved) this.heaps.byTime.remove(row);
    else context.timers.cancel(TIMER.withdrawalTurn, rows.id(row));
    if (turn !== TURN.none) this.counts.addQueued(row, -1);
    if (turn === TURN.granted) this.grants.count(row, -1);
    if (refunds) this.allowance.refund(row);
    if (turn === TURN.waiting || turn === TURN.granted) this.stir(asset);
  }

  /** When rules `allowanceBack` take effect: returns the allowance of grants that were returned earlier. */
  refundReturned(): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row) && (rows.turn[row] === TURN.aside || rows.turn[row] === TURN.waiting)) this.replanned(row);
  }

  /**
   * Its grant is returned, or it was signed and did not pay: the user gets the allowance back. What a signed one used
   * of the hour stays counted.
   */
  replanned(row: number): void {
    this.allowance.refund(row);
    this.rows.spent[row] = 0;
  }

  /** One withdrawal of theirs is no longer pending. */
  forget(user: number, row: number): void {
    this.counts.removePending(user, row);
  }

  /** Handles a timer of a withdrawal, by its id, or of a coin. */
  fire(kind: number, id: number): void {
    const { rows } = this;
    if (kind === TIMER.withdrawalHour) {
      this.allowance.hours.turn();
      return;
    }
    if (kind === TIMER.withdrawalMinute) {
      this.grants.assets.timer[id] = 0;
      if (this.heaps.isEmpty(id)) return;
      this.stir(id);
      return;
    }
    const row = rows.find(id);
    if (rows.turn[row] === TURN.granted) {
      this.examine(row);
      return;
    }
    rows.turn[row] = TURN.waiting;
    rows.until[row] = 0;
    rows.why[row] = ASIDE.none;
    this.heaps.for(row).add(row);
    this.emitQueued(row);
    this.stir(rows.asset[row] as number);
  }

  busy(): boolean {
    return this.heaps.byTime.size > 0 || this.stirred > 0;
  }

  /** Queues approved withdrawals in the order of their requests, then grants coin by coin. Returns the steps left. */
  work(steps: number): number {
    let left = steps;
    for (; left > 0 && this.heaps.byTime.size > 0; left -= 1) {
      const row = this.heaps.byTime.first();
      this.heaps.byTime.remove(row);
      this.join(row);
    }
    for (let asset = 1; asset <= this.grants.assets.top && left > 0 && this.stirred > 0; asset += 1)
      if (this.grants.assets.stirred[asset] === 1) left = this.serve(asset, left);
    return left;
  }

  /**
   * On load, and when the rules take effect. Withdrawals approved under earlier rules are queued with the next work.
   */
  rebuild(): void {
    const { rows, context } = this;
    const { assets } = this.grants;
    if (context.clock.rules < RULE.withdrawalQueue) return;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      this.counts.addPending(rows.user[row] as number, row);
      const turn = rows.turn[row] as number;
      if (turn === TURN.none && rows.status[row] === WITHDRAWAL.approved) this.heaps.byTime.add(row);
      if (turn === TURN.waiting) this.heaps.for(row).add(row);
      if (turn !== TURN.none) this.counts.addQueued(row, 1);
    }
    for (let asset = 1; asset <= assets.top; asset += 1) this.stirred += assets.stirred[asset] as number;
  }

  /** For seeds, after the withdrawal's own event. */
  emit(row: number): void {
    const turn = this.rows.turn[row];
    if (turn === TURN.granted) this.emitGranted(row);
    else if (turn !== TURN.none) this.emitQueued(row);
  }

  /** Granted sums equal the rows; each waiting row is in its heap, other rows are in none. */
  audit(expect: Expect): void {
    const { rows, context } = this;
    const { assets } = this.grants;
    if (context.clock.rules < RULE.withdrawalQueue) return;
    const granted = new Float64Array(assets.top + 1);
    const ofUser = new IntColumn();
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      const turn = rows.turn[row] as number;
      const asset = rows.asset[row] as number;
      const status = rows.status[row] as number;
      expect(
        turn === TURN.none || status === WITHDRAWAL.approved,
        () => `withdrawal ${row} with a turn to be approved`,
      );
      if (turn === TURN.granted) granted[asset] = (granted[asset] as number) + (rows.amount[row] as number);
      const placed = turn === TURN.waiting || (turn === TURN.none && status === WITHDRAWAL.approved);
      expect(placed === this.heaps.has(row), () => `withdrawal ${row} to be in a heap: ${placed}`);
      const user = rows.user[row] as number;
      ofUser.set(user, ofUser.get(user) + 1);
    }
    for (let asset = 1; asset <= assets.top; asset += 1)
      expect(
        granted[asset] === assets.granted[asset],
        () => `granted of asset ${asset} to be ${granted[asset]}, got ${assets.granted[asset]}`,
      );
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      const user = rows.user[row] as number;
      const count = ofUser.get(user);
      expect(this.countOf(user) === count, () => `user ${user} to have ${count} under way, got ${this.countOf(user)}`);
    }
  }

  /** Sets its round after those of its user's queued, unsigned withdrawals of the coin, so that users take turns. */
  private join(row: number): void {
    const { rows } = this;
    const asset = rows.asset[row] as number;
    rows.round[row] = this.grants.of(asset, 'round') + this.counts.addQueued(row, 1) + this.counts.linkedQueued(row);
    rows.turn[row] = TURN.waiting;
    this.heaps.for(row).add(row);
    this.emitQueued(row);
    this.stir(asset);
  }

  /**
   * Grants what fits, in turn. A large withdrawal that does not fit blocks all large ones; small ones continue within
   * their reserved part. Returns the steps left.
   */
  private serve(asset: number, steps: number): number {
    const { large, small } = this.heaps.of(asset);
    for (let left = steps; left > 0; left -= 1) {
      const [one, other] = [large.first(), small.first()];
      const isLarge = one !== 0 && (other === 0 || this.heaps.before(one, other));
      const head = isLarge ? one : other;
      if (this.settle(head, true)) continue;
      if (isLarge && this.settle(other, false)) continue;
      this.grants.assets.stirred[asset] = 0;
      this.stirred -= 1;
      this.wake(asset);
      return left;
    }
    return 0;
  }

  /** Grants a row or skips it. False: it waits, or there is none. `isFirst`: no large one waits before it. */
  private settle(row: number, isFirst: boolean): boolean {
    if (row === 0) return false;
    const { rows, context } = this;
    const user = rows.user[row] as number;
    const asset = rows.asset[row] as number;
    const rail = rows.rail[row] as number;
    const amount = rows.amount[row] as number;
    const worth = rows.worth[row] as number;
    const { now } = context.clock;
    if (this.isStopped(row)) this.stepAside(row, now + RETRY, this.isLocked(user) ? ASIDE.locked : ASIDE.closed);
    else if (amount > this.grants.most(asset, worth)) this.stepAside(row, now + RETRY, ASIDE.tooLarge);
    else {
      const cost = this.allowance.cost(user, asset, rail, worth);
      const freeAt = this.allowance.freeAt(user, cost);
      if (freeAt > 0) this.stepAside(row, freeAt, ASIDE.allowance);
      else if (this.grants.fits(asset, amount, worth, isFirst)) this.grant(row, cost);
      else return false;
    }
    return true;
  }

  private grant(row: number, cost: number): void {
    const { rows, context, allowance } = this;
    const { assets } = this.grants;
    const asset = rows.asset[row] as number;
    const { now } = context.clock;
    this.heaps.for(row).remove(row);
    rows.turn[row] = TURN.granted;
    this.grants.count(row, 1);
    if ((rows.round[row] as number) > (assets.round[asset] as number)) assets.round[asset] = rows.round[row] as number;
    allowance.use(row, cost);
    context.timers.add(now + HOUR, TIMER.withdrawalTurn, rows.id(row));
    this.emitGranted(row);
  }

  /** Checks a grant that is an hour old and not signed. A user locked since then loses it, so that it blocks no one. */
  private examine(row: number): void {
    const { rows, context } = this;
    const { now } = context.clock;
    if (!this.isStopped(row)) {
      context.timers.add(now + HOUR, TIMER.withdrawalTurn, rows.id(row));
      return;
    }
    this.grants.count(row, -1);
    if (context.clock.rules >= RULE.allowanceBack) this.replanned(row);
    this.setAside(row, now + RETRY, this.isLocked(rows.user[row] as number) ? ASIDE.locked : ASIDE.closed);
    this.stir(rows.asset[row] as number);
  }

  private stepAside(row: number, until: number, why: number): void {
    this.heaps.for(row).remove(row);
    this.setAside(row, until, why);
  }

  private setAside(row: number, until: number, why: number): void {
    const { rows, context } = this;
    rows.turn[row] = TURN.aside;
    rows.until[row] = until;
    rows.why[row] = why;
    context.timers.add(until, TIMER.withdrawalTurn, rows.id(row));
    this.emitQueued(row);
  }

  /** Whether its user is locked or its rail closed, so that it must not be signed now. */
  private isStopped(row: number): boolean {
    const { rows, context } = this;
    if (this.isLocked(rows.user[row] as number)) return true;
    const rail = context.rails.of(rows.rail[row] as number, rows.asset[row] as number);
    return ((context.rails.rows.open[rail] as number) & WITHDRAWALS) === 0;
  }

  /** Processes a coin again at the next minute, while any of its withdrawals wait. */
  private wake(asset: number): void {
    const { context } = this;
    const { assets } = this.grants;
    if (this.heaps.isEmpty(asset) || assets.timer[asset] === 1) return;
    assets.timer[asset] = 1;
    context.timers.add((quotient(context.clock.now, MINUTE) + 1) * MINUTE - 1, TIMER.withdrawalMinute, asset);
  }

  private stir(asset: number): void {
    this.grants.assets.reach(asset);
    if (this.grants.assets.stirred[asset] === 1) return;
    this.grants.assets.stirred[asset] = 1;
    this.stirred += 1;
  }

  private emitQueued(row: number): void {
    const { rows } = this;
    this.context.out.record('withdrawal.queued', {
      withdrawal: rows.id(row),
      user: rows.user[row] as number,
      asset: rows.asset[row] as number,
      round: rows.round[row] as number,
      time: rows.time[row] as number,
      until: rows.until[row] as number,
      why: rows.why[row] as number,
    });
  }

  private emitGranted(row: number): void {
    const { rows, allowance } = this;
    const user = rows.user[row] as number;
    this.context.out.record('withdrawal.granted', {
      withdrawal: rows.id(row),
      user,
      asset: rows.asset[row] as number,
      round: rows.round[row] as number,
      allowance: allowance.ownUntil(user),
    });
  }
}
