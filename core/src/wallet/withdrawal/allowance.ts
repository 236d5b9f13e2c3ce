// Each user's allowance for withdrawals (money §8, rules `withdrawalQueue`): an hour adds to it, a grant uses it.
// Linked accounts share one.

import { DAY } from '../../clock/index.ts';
import { mulDiv, UP } from '../../number/index.ts';
import { MAX_USERS } from '../../user/index.ts';
import { RULE } from '../../rules.ts';
import { type Registry, table } from '../../state/index.ts';
import { SMALL_WITHDRAWAL } from '../hourly-grants.ts';
import { HourlyWorth } from '../hourly-worth.ts';
import type { WalletContext } from '../context.ts';
import type { WithdrawalRows } from './flow.ts';
import type { UserRows } from './user-rows.ts';

const HOUR = 3_600_000;

export class WithdrawalAllowance {
  /** By user: until when the allowance is in use, ms. A grant extends this by its value ÷ the allowance of an hour. */
  private readonly rows;
  readonly hours: HourlyWorth;
  private readonly context: WalletContext;
  private readonly withdrawals: WithdrawalRows;
  private readonly ofUsers: UserRows;

  constructor(registry: Registry, context: WalletContext, withdrawals: WithdrawalRows, ofUsers: UserRows) {
    this.context = context;
    this.withdrawals = withdrawals;
    this.ofUsers = ofUsers;
    this.rows = registry.add(table('withdrawal.allowance', { until: 'f64' }, MAX_USERS));
    this.hours = new HourlyWorth(registry, context);
  }

  /**
   * What a withdrawal takes of its customer's allowance, ms, rounded up: its worth at what the hours add from the first one on
   * that nothing of theirs uses; before rules `allowanceByHour` at what an hour adds now.
   */
  cost(user: number, asset: number, rail: number, worth: number): number {
    const { clock, rails } = this.context;
    if (clock.rules >= RULE.allowanceByHour) {
      const until = this.usedUntil(user);
      return this.hours.cost(asset, worth, (until > clock.now ? until : clock.now) - DAY);
    }
    // An old price would be a guess: the least counts then.
    return mulDiv(worth, HOUR, this.hours.worthNow(asset, rails.of(rail, asset), SMALL_WITHDRAWAL), UP);
  }

  /** 0 when the allowance covers `cost` ms, or none of it is in use; else when it will cover them, ms. */
  freeAt(user: number, cost: number): number {
    const { now } = this.context.clock;
    const until = this.usedUntil(user);
    if (until <= now || until + cost - now <= DAY) return 0;
    return cost < DAY ? until + cost - DAY : until;
  }

  /** Until when the allowance of a user and linked accounts is in use: the latest of them, ms. */
  private usedUntil(user: number): number {
    const { links } = this.context.users;
    let until = this.ownUntil(user);
    // Bounded by MAX_LINKED.
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other))
      if (this.ownUntil(other) > until) until = this.ownUntil(other);
    return until;
  }

  /** Until when a user's own allowance is in use, ms; 0: never used. */
  ownUntil(user: number): number {
    return user <= this.rows.top ? (this.rows.until[user] as number) : 0;
  }

  /**
   * Returns what a withdrawal's grant used to its user, and to linked accounts that used theirs after it. Since rules
   * `allowancePassed` only the part whose hours have not passed: later grants did not use those that have.
   */
  refund(row: number): void {
    const { withdrawals, context } = this;
    const spent = withdrawals.spent[row] as number;
    if (spent === 0) return;
    const user = withdrawals.user[row] as number;
    if (context.clock.rules < RULE.allowancePassed) {
      this.refundWhole(user, spent);
      return;
    }
    const usedTo = withdrawals.usedTo[row] as number;
    const left = usedTo - context.clock.now;
    const back = left < spent ? left : spent;
    withdrawals.usedTo[row] = 0;
    if (back <= 0) return;
    const { links } = context.users;
    this.moveBack(user, usedTo, back);
    // Only accounts that were linked when it was granted used their allowance after its own.
    const since = withdrawals.granted[row] as number;
    if (!links.countedAt(user, since)) return;
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other))
      if (links.countedAt(other, since) && this.ownUntil(other) > usedTo) this.moveBack(other, usedTo, back);
  }

  /** Before rules `allowancePassed`: all of it, whatever has passed. */
  private refundWhole(user: number, spent: number): void {
    const { rows } = this;
    const { links } = this.context.users;
    const before = this.ownUntil(user);
    rows.until[user] = before - spent;
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other))
      if (this.ownUntil(other) > before) rows.until[other] = this.ownUntil(other) - spent;
  }

  /** What a user used after `usedTo` (ms) begins `back` ms earlier. */
  private moveBack(user: number, usedTo: number, back: number): void {
    const { withdrawals, ofUsers } = this;
    this.rows.until[user] = this.ownUntil(user) - back;
    // Bounded by MOST_OF_USER.
    for (let row = ofUsers.first(user); row !== 0; row = ofUsers.next(row)) {
      const end = withdrawals.usedTo[row] as number;
      if (end > usedTo) withdrawals.usedTo[row] = end - back;
    }
  }

  /** When rules `allowancePassed` take effect: what grants used by then is in use as long as their users' allowance. */
  beginPassing(): void {
    const { withdrawals } = this;
    for (let row = 1; row <= withdrawals.top; row += 1)
      if (withdrawals.alive(row) && withdrawals.spent[row] !== 0)
        withdrawals.usedTo[row] = this.ownUntil(withdrawals.user[row] as number);
  }

  /** Uses `cost` ms of its user's allowance for the grant of a withdrawal. */
  use(row: number, cost: number): void {
    const { withdrawals } = this;
    const { now, rules } = this.context.clock;
    const user = withdrawals.user[row] as number;
    const until = this.usedUntil(user);
    const usedTo = (until > now ? until : now) + cost;
    this.rows.reach(user);
    this.rows.until[user] = usedTo;
    withdrawals.spent[row] = cost;
    if (rules < RULE.allowancePassed) return;
    withdrawals.usedTo[row] = usedTo;
    withdrawals.granted[row] = now;
  }
}
