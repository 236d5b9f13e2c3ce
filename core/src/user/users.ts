// Users: ids, referrers, locks, 30-day turnover. No personal data.

import { type Clock, dayOf } from '../clock/index.ts';
import { LOCK } from '../enum/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { Agents } from './agents.ts';
import { Freezing } from './freezing.ts';
import { Links } from './links.ts';
import { Tiers } from './tiers.ts';
import { layoutOf } from '../schema/index.ts';

/** Most users. */
export const MAX_USERS = 1_000_000;
/** Days of turnover that determine a fee tier, today included. */
export const TURNOVER_DAYS = 30;
/** Fractions of a whole quote unit that turnover keeps. */
const PARTS = 100_000_000;
const CHANGED = layoutOf('user.changed');

export class Users {
  readonly rows;
  /** Number of stored keys per user. Outside the digest, like the keys. */
  private readonly keyed;
  /** Keys of all unverified users. Derived. */
  unverifiedKeys = 0;
  /** Listeners for changes of verification stage. Wired once at start, not state. */
  private readonly listeners: ((user: number, stage: number) => void)[] = [];
  readonly tiers: Tiers;
  readonly agents: Agents;
  /** Users whose opening orders are still to be cancelled. */
  readonly freezing: Freezing;
  /** Accounts that count as one person. */
  readonly links: Links;
  private readonly days;
  /** For users the desk has ever locked: the locks of identity and those of the desk, separately. A user has both. */
  private readonly locked;
  private readonly out: EventBuffer;
  private readonly clock: Clock;

  constructor(registry: Registry, out: EventBuffer, clock: Clock) {
    this.out = out;
    this.clock = clock;
    this.tiers = new Tiers(registry);
    this.rows = registry.add(
      table(
        'users',
        {
          turnover: 'f64',
          part: 'f64',
          claimed: 'i32',
          first: 'i32',
          second: 'i32',
          third: 'i32',
          stage: 'i32',
          locks: 'i32',
          tier: 'i32',
          house: 'i32',
          /** First of the user's 30 day rows, 0 before the first trade; the day they are current for. */
          days: 'i32',
          day: 'i32',
          /** Head of the list of the user's order accounts. */
          orderAccount: 'i32',
        },
        MAX_USERS,
        true,
        { recorded: { orderAccount: 'seat' } },
      ),
    );
    this.keyed = registry.add(table('keyed', { count: 'i32' }, MAX_USERS, false));
    this.days = registry.add(table('turnover', { whole: 'f64', user: 'i32' }, MAX_USERS * TURNOVER_DAYS));
    this.agents = new Agents(registry, out, MAX_USERS);
    this.locked = registry.add(table('locked', { own: 'i32', desk: 'i32' }, MAX_USERS));
    this.freezing = new Freezing(registry, MAX_USERS);
    this.links = new Links(registry, out, clock, MAX_USERS);
  }

  exists(user: number): boolean {
    return user >= 1 && user <= this.rows.top;
  }

  frozen(user: number): boolean {
    return ((this.rows.locks[user] as number) & LOCK.frozen) !== 0;
  }

  full(): boolean {
    return this.rows.full();
  }

  /** Whether something holds for a user, or since rules `linkedDebts` for an account that counts as one with theirs. */
  any(user: number, holds: (user: number) => boolean): boolean {
    if (holds(user)) return true;
    return this.clock.rules >= RULE.linkedDebts && this.anyLinked(user, holds);
  }

  /** The lowest value of `of` for a user and, since rules `linkedDebts`, for accounts that count as one with theirs. */
  lowest(user: number, of: (user: number) => number): number {
    let lowest = of(user);
    if (this.clock.rules < RULE.linkedDebts) return lowest;
    const { links } = this;
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other)) {
      const one = of(other);
      if (one < lowest) lowest = one;
    }
    return lowest;
  }

  /** Whether something holds for an account that counts as one with a user's. Bounded by MAX_LINKED. */
  anyLinked(user: number, holds: (user: number) => boolean): boolean {
    const { links } = this;
    let other = links.next(user, user);
    while (other !== 0 && !holds(other)) other = links.next(user, other);
    return other !== 0;
  }

  /**
   * The sum of what `of` gives for a user, since rules `linkedTogether` with all accounts that count as one with theirs.
   * Bounded by MAX_LINKED.
   */
  together(user: number, of: (user: number) => number): number {
    let sum = of(user);
    if (this.clock.rules < RULE.linkedTogether) return sum;
    const { links } = this;
    for (let other = links.next(user, user); other !== 0; other = links.next(user, other)) sum += of(other);
    return sum;
  }

  /** Opens a user behind a referrer (0: none); gives its id. */
  open(referrer: number, house: number): number {
    const rows = this.rows;
    const user = rows.append();
    this.keyed.reach(user);
    rows.first[user] = referrer;
    rows.second[user] = referrer === 0 ? 0 : (rows.first[referrer] as number);
    rows.third[user] = referrer === 0 ? 0 : (rows.second[referrer] as number);
    rows.house[user] = house;
    rows.claimed[user] = -1;
    this.emit(user);
    return user;
  }

  /** Registers a listener for changes of a user's verification stage. It runs before the change. */
  onStage(changes: (user: number, stage: number) => void): void {
    this.listeners.push(changes);
  }

  /** Sets verification stage and identity's locks. The desk's locks stay. */
  set(user: number, stage: number, locks: number): void {
    if (this.rows.stage[user] === 0) this.unverifiedKeys -= this.keysOf(user);
    if (stage === 0) this.unverifiedKeys += this.keysOf(user);
    for (const changes of this.listeners) changes(user, stage);
    this.rows.stage[user] = stage;
    this.setLocks(user, locks, this.locksOfDesk(user));
  }

  /** Number of stored keys of a user. */
  keysOf(user: number): number {
    return this.keyed.count[user] as number;
  }

  /** Counts one more stored key of a user. */
  remembered(user: number): void {
    this.keyed.count[user] = (this.keyed.count[user] as number) + 1;
    if (this.rows.stage[user] === 0) this.unverifiedKeys += 1;
  }

  /** Counts one stored key of a user less. */
  forgot(user: number): void {
    this.keyed.count[user] = (this.keyed.count[user] as number) - 1;
    if (this.rows.stage[user] === 0) this.unverifiedKeys -= 1;
  }

  /** Recounts keys of unverified users, on load. */
  rebuild(): void {
    this.unverifiedKeys = 0;
    for (let user = 1; user <= this.keyed.top; user += 1)
      if (this.rows.stage[user] === 0) this.unverifiedKeys += this.keysOf(user);
  }

  /** Lock bits set by the desk. */
  locksOfDesk(user: number): number {
    return user <= this.locked.top ? (this.locked.desk[user] as number) : 0;
  }

  /** Sets desk locks. Identity alone cannot clear these bits. */
  freeze(user: number, locks: number): void {
    const own = this.locksOfIdentity(user);
    this.locked.reach(user);
    this.setLocks(user, own, this.locksOfDesk(user) | locks);
  }

  /** Clears lock bits, whoever set them. */
  unfreeze(user: number, locks: number): void {
    this.setLocks(user, this.locksOfIdentity(user) & ~locks, this.locksOfDesk(user) & ~locks);
  }

  private locksOfIdentity(user: number): number {
    return this.locksOfDesk(user) === 0 ? (this.rows.locks[user] as number) : (this.locked.own[user] as number);
  }

  private setLocks(user: number, own: number, desk: number): void {
    if (user <= this.locked.top) {
      this.locked.own[user] = own;
      this.locked.desk[user] = desk;
    }
    const thawed = !this.frozen(user);
    this.rows.locks[user] = own | desk;
    if (thawed && this.frozen(user) && this.clock.rules >= RULE.frozenReduces) this.freezing.add(user);
    this.emit(user);
  }

  /** Emits `user.changed`. */
  emit(user: number): void {
    const { out, rows } = this;
    const at = out.open(CHANGED.head);
    const w = out.words;
    w[at + CHANGED.user] = user;
    w[at + CHANGED.referrer] = rows.first[user] as number;
    w[at + CHANGED.stage] = rows.stage[user] as number;
    w[at + CHANGED.locks] = rows.locks[user] as number;
    w[at + CHANGED.tier] = rows.tier[user] as number;
    w[at + CHANGED.house] = rows.house[user] as number;
  }

  /** Adds a trade's value, and raises the tier. `atoms` of a quote asset; `unit` atoms are one whole. */
  trade(user: number, atoms: number, unit: number): void {
    const rows = this.rows;
    if (rows.days[user] === 0) this.begin(user);
    else if (rows.day[user] !== dayOf(this.clock.now)) this.roll(user);
    let whole = quotient(atoms, unit);
    const below = atoms - whole * unit;
    let part = (rows.part[user] as number) + below * (PARTS / unit);
    if (part >= PARTS) {
      part -= PARTS;
      whole += 1;
    }
    rows.part[user] = part;
    if (whole === 0) return;
    const at = (rows.days[user] as number) + ((rows.day[user] as number) % TURNOVER_DAYS);
    this.days.whole[at] = (this.days.whole[at] as number) + whole;
    rows.turnover[user] = (rows.turnover[user] as number) + whole;
    this.settle(user);
  }

  /** Removes expired days from the window. */
  roll(user: number): void {
    const rows = this.rows;
    const first = rows.days[user] as number;
    const today = dayOf(this.clock.now);
    let day = rows.day[user] as number;
    if (first === 0 || day >= today) return;
    if (today - day > TURNOVER_DAYS) day = today - TURNOVER_DAYS;
    while (day < today) {
      day += 1;
      const at = first + (day % TURNOVER_DAYS);
      rows.turnover[user] = (rows.turnover[user] as number) - (this.days.whole[at] as number);
      this.days.whole[at] = 0;
    }
    rows.day[user] = today;
    this.settle(user);
  }

  /** At the end of a day: rolls traders from `from` on, at most `steps`. Returns where to continue, 0 when done. */
  sweep(from: number, steps: number): number {
    let at = from < 1 ? 1 : from;
    for (let step = 0; step < steps && at <= this.days.top; step += 1, at += TURNOVER_DAYS)
      this.roll(this.days.user[at] as number);
    return at <= this.days.top ? at : 0;
  }

  /**
   * Recomputes every trader's tier after the tiers changed. Users who never traded are in the first. Bounded by
   * MAX_USERS.
   */
  retier(): void {
    for (let row = 1; row <= this.days.top; row += TURNOVER_DAYS) this.settle(this.days.user[row] as number);
  }

  private begin(user: number): void {
    const first = this.days.top + 1;
    this.days.reach(this.days.top + TURNOVER_DAYS);
    this.days.user[first] = user;
    this.rows.days[user] = first;
    this.rows.day[user] = dayOf(this.clock.now);
  }

  private settle(user: number): void {
    const tier = this.tiers.of(this.rows.turnover[user] as number);
    if (tier === this.rows.tier[user]) return;
    this.rows.tier[user] = tier;
    this.emit(user);
  }
}
