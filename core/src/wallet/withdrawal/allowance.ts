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

const HOUR = 3_600_000;

export class WithdrawalAllowance {
  /** By user: until when the allowance is in use, ms. A grant extends this by its value ÷ the allowance of an hour. */
  private readonly rows;
  readonly hours: HourlyWorth;
  private readonly context: WalletContext;

  constructor(registry: Registry, context: WalletContext) {
    this.context = context;
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

  /** Returns allowance to the user, and to linked accounts that used theirs after it. */
  refund(user: number, spent: number): void {
    const { rows } = this;
    const { links } = this.context.users;
    const before = this.ownUntil(user);
    rows.until[user] = before - spent;
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other))
      if (this.ownUntil(other) > before) rows.until[other] = this.ownUntil(other) - spent;
  }

  /** Uses `cost` ms of it for a grant. */
  use(user: number, cost: number): void {
    const { now } = this.context.clock;
    const until = this.usedUntil(user);
    this.rows.reach(user);
    this.rows.until[user] = (until > now ? until : now) + cost;
  }
}
